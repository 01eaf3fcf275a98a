/** How many bytes of an archive are the index of written lines, and how many it has in all. */

import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesBelow } from './files-below.mjs';

export async function indexShare(root, home) {
  const { Archive, createNodeHost } = await import(
    pathToFileURL(path.join(root, 'packages/archive/dist/index.js')).href
  );
  const archive = await Archive.open(createNodeHost({ home, env: { HANSARD_HOME: home } }));
  try {
    const index = archive.sql.get(
      "SELECT total(pgsize) AS bytes FROM dbstat WHERE name GLOB 'written*' OR name GLOB 'ran*' OR name GLOB 'unwritten*'",
    ).bytes;
    archive.sql.exec?.('PRAGMA wal_checkpoint(TRUNCATE)');
    return { index, all: filesBelow(home).reduce((sum, file) => sum + statSync(file).size, 0) };
  } finally {
    archive.close();
  }
}

if (process.argv[1]?.endsWith('index-share.mjs')) {
  console.log(JSON.stringify(await indexShare(process.cwd(), process.argv[2])));
}
