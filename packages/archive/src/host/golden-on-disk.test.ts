/** The golden cases of every adapter, read from a real disk and real databases: the same as from memory. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { adapters, assemble, type Host, readFolder, type Transcript } from '@hansard/core';
import { goldenCases, HOME, hostOf, inputFiles } from '@hansard/core/testing/fixtures.ts';
import { describe, expect, it } from 'vitest';
import { createNodeHost } from './node-host.ts';
import { loadSqlite } from './sqlite-module.ts';

const MAGIC = 'SQLite format 3\0';
const NOW = '2026-01-01T00:00:00.000Z';

describe.each(goldenCases())('$agent: $name', (golden) => {
  it('reads the same from disk', async () => {
    const home = mkdtempSync(join(tmpdir(), 'hansard-golden-'));
    try {
      for (const [name, bytes] of Object.entries(inputFiles(golden))) await writeInput(name.replace(HOME, home), bytes);
      const host = createNodeHost({ home, env: {}, platform: 'linux' });
      const fromDisk = JSON.parse((await transcriptsText(host, home)).replaceAll(home, HOME));
      expect(withoutSizes(fromDisk)).toEqual(withoutSizes(JSON.parse(await transcriptsText(hostOf(golden), HOME))));
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
});

async function writeInput(path: string, bytes: Uint8Array): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const text = Buffer.from(bytes).toString('utf8');
  if (text.startsWith(MAGIC)) {
    const Sqlite = await loadSqlite();
    const database = Sqlite && new Sqlite(path);
    database?.exec(text.slice(MAGIC.length));
    database?.close();
  } else writeFileSync(path, bytes);
  utimesSync(path, new Date(NOW), new Date(NOW));
}

async function transcriptsText(host: Host, home: string): Promise<string> {
  const { reads } = await readFolder(adapters, host, home);
  return JSON.stringify(assemble(reads, { now: NOW, digest: host.digest }));
}

/** A database is larger than the SQL that makes it. */
function withoutSizes(transcripts: Transcript[]): unknown {
  return transcripts.map(({ session, ...rest }) => ({
    ...rest,
    session: { ...session, inputs: session.inputs?.map(({ bytes: _bytes, ...input }) => input) },
  }));
}
