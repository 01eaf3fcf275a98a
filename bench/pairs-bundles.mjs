/** What a pair of trees is measured by: the library and the server of each, bundled from source as its command is. */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Gives the folder with `library.js` and `server.js`. */
export async function bundlesOf(tree, folder) {
  mkdirSync(folder, { recursive: true });
  symlinkSync(path.join(tree, 'node_modules'), path.join(folder, 'node_modules'));
  const entry = path.join(folder, 'library.ts');
  writeFileSync(entry, libraryOf(tree));
  const { bundle } = await import(pathToFileURL(path.join(tree, 'scripts/lib/bundle.mjs')).href);
  const out = path.join(folder, 'out');
  await bundle({ input: { library: entry, server: path.join(tree, 'bench/server-worker.mjs') }, folder: out });
  return out;
}

/** Trees from before the reading contract have the grammar of queries in the archive. */
function libraryOf(tree) {
  const source = (name) => path.join(tree, 'packages', name);
  const grammar = source('core/src/query/parse-query.ts');
  return [
    `export * from ${JSON.stringify(source('archive/src/index.ts'))};`,
    `export { adapters } from ${JSON.stringify(source('core/src/adapters/index.ts'))};`,
    existsSync(grammar) ? `export { parseQuery } from ${JSON.stringify(grammar)};` : '',
  ].join('\n');
}
