/** What is checked in must be what the code generates: `npm run generate` brings it up to date. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fieldTables } from './docs/field-tables.ts';
import { fillTables, generatedFiles, tablesOf } from './docs/generated-files.ts';
import { markdownTable } from './docs/markdown-table.ts';
import { tables } from './docs/tables.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const textOf = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');
const names = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const paths = ['README.md', ...names.map((name) => `docs/${name}`)];
const pages = Object.fromEntries(paths.map((path) => [path, textOf(path)]));

describe.each(Object.entries(generatedFiles(pages, tables)))('%s', (path, text) => {
  it('is what the code generates', () => expect(textOf(path)).toBe(text));
});

describe('tables in the docs', () => {
  it('are all used', () => {
    const used = Object.values(pages).flatMap(tablesOf);
    expect(Object.keys(tables).filter((name) => !used.includes(name))).toEqual([]);
  });

  it('say what every field of the format means', () => {
    const rows = Object.values(fieldTables()).flatMap((table) => table().split('\n'));
    expect(rows.length).toBeGreaterThan(200);
    expect(rows.filter((row) => row.endsWith('|  |'))).toEqual([]);
  });

  it('are replaced between their markers, and only there', () => {
    const page =
      'a\n<!-- generated:x -->\nold\n<!-- /generated -->\nb\n<!-- generated:y -->\nkept\n<!-- /generated -->\n';
    expect(fillTables(page, { x: () => 'new' })).toBe(page.replace('old', '\nnew\n'));
  });

  it('keep their shape whatever is in a cell', () => {
    expect(markdownTable(['a'], [['x | y\n z']])).toBe('| a |\n| --- |\n| x \\| y z |');
  });
});
