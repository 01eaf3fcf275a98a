/** Every adapter has the same shape: an entry, a page about its agent, and golden cases. */
import { adapters } from '@hansard/core';
import { describe, expect, it } from 'vitest';
import { readText, repositoryFiles } from '../testing/repository.ts';

const FOLDER = 'packages/core/src/adapters/';
const files = repositoryFiles().filter((path) => path.startsWith(FOLDER));

it('has a folder for every agent in the list, and no other folder', () => {
  const folders = new Set(files.map((path) => path.slice(FOLDER.length).split('/')).flatMap(folderOf));
  expect([...folders].sort()).toEqual(adapters.map(({ id }) => id).sort());
});

describe.each(adapters.map(({ id }) => id))('%s', (id) => {
  it('has an index.ts and a README.md', () => {
    expect(files).toContain(`${FOLDER}${id}/index.ts`);
    expect(readText(`${FOLDER}${id}/README.md`).length).toBeGreaterThan(200);
  });

  it('has golden cases, each with its transcripts', () => {
    const own = files.filter((path) => path.startsWith(`${FOLDER}${id}/fixtures/`));
    const cases = new Set(own.map((path) => path.split('/')[6]));
    expect(cases.size).toBeGreaterThan(0);
    for (const name of cases) expect(own).toContain(`${FOLDER}${id}/fixtures/${name}/transcripts.json`);
  });
});

function folderOf(parts: string[]): string[] {
  return parts.length > 1 ? [parts[0] as string] : [];
}
