import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillTables, tablesOf } from '@hansard/core/docs/generated-files.ts';
import { expect, it } from 'vitest';
import { tables } from './tables.ts';

const docs = fileURLToPath(new URL('../../../../docs', import.meta.url));
const PAGES = {
  'commands.md': ['commands', 'command-details', 'global-options'],
  'settings.md': ['settings'],
  'errors.md': ['failures'],
};

it.each(Object.entries(PAGES))('docs/%s says what the code says', async (name, wanted) => {
  const path = join(docs, name);
  const page = readFileSync(path, 'utf8');
  expect(tablesOf(page)).toEqual(expect.arrayContaining(wanted));
  await expect(fillTables(page, tables)).toMatchFileSnapshot(path);
});
