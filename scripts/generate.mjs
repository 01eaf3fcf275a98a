/**
 * `npm run generate`: writes what comes from code into schema/ and into the tables of docs/ and README.md, and the script
 * of exported pages and the kernels of scanning into core. With `--check` it writes nothing and fails when something differs.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './lib/bundle.mjs';
import { kernels, kernelsModule } from './lib/kernels.mjs';
import { pageBundle, pageModule } from './lib/page-bundle.mjs';
import { root } from './lib/paths.mjs';

/** Modules that export `tables`, a record from a marker's name to a function that gives the table. */
const TABLES = ['packages/core/src/docs/tables.ts', 'packages/cli/src/docs/tables.ts'];
const check = process.argv.includes('--check');

const made = { [pageModule]: await pageBundle(), [kernelsModule]: await kernels() };
// What is loaded below takes them from their files.
if (!check) for (const [path, text] of Object.entries(made)) if (textOf(path) !== text) write(path, text);
const { generatedFiles, tables, tablesOf } = await load();
const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const pages = Object.fromEntries(
  ['README.md', ...docs.map((name) => `docs/${name}`)].map((path) => [path, textOf(path)]),
);
const unknown = Object.entries(pages).flatMap(([path, text]) =>
  tablesOf(text).flatMap((name) => (tables[name] ? [] : [`${path}: no table is called ${name}`])),
);
const files = { ...generatedFiles(pages, tables), ...made };
const changed = Object.entries(files).filter(([path, text]) => textOf(path) !== text);
for (const line of unknown) console.error(line);
for (const [path, text] of changed) {
  if (check) console.error(`${path} differs from the code at line ${firstDifference(textOf(path), text)}`);
  else write(path, text);
}
if (check && changed.length > 0) console.error('Run `npm run generate` and commit what it writes.');
process.exitCode = unknown.length > 0 || (check && changed.length > 0) ? 1 : 0;

/** The code is TypeScript: it is bundled into a folder of its own for this run. */
async function load() {
  const folder = mkdtempSync(join(root, 'node_modules', '.generate-'));
  try {
    const modules = [
      'packages/core/src/docs/generated-files.ts',
      ...TABLES.filter((path) => existsSync(join(root, path))),
    ];
    const input = Object.fromEntries(modules.map((path, index) => [`m${index}`, join(root, path)]));
    await bundle({ input, folder });
    const loaded = await Promise.all(
      modules.map((_path, index) => import(pathToFileURL(join(folder, `m${index}.js`)))),
    );
    return { ...loaded[0], tables: Object.assign({}, ...loaded.slice(1).map((module) => module.tables)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function textOf(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
}

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(`Wrote ${path}`);
}

function firstDifference(before, after) {
  const lines = after.split('\n');
  const at = before.split('\n').findIndex((line, index) => line !== lines[index]);
  return (at < 0 ? lines.length : at) + 1;
}
