/** No code names an agent but its own adapter and the list, so that adding one touches nothing else. */
import { adapters } from '@hansard/core';
import { expect, it } from 'vitest';
import { occurrences, repositoryFiles, shippedSources } from '../testing/repository.ts';

/** Ids that are also words of ours, and the places where they are no agent. */
const ALSO_WORDS: Readonly<Record<string, RegExp>> = {
  // A store's place to go on from, in the archive's table of inputs.
  cursor: /^packages\/archive\/src\//,
  // A protocol, and the command that is called by it.
  acp: /^packages\/cli\/src\/commands\/list\/live\.ts$/,
};

it('names agents only in their own folder and in the list', () => {
  const scripts = repositoryFiles().filter((path) => /^scripts\/.*\.mjs$/.test(path));
  const lists = ['packages/core/src/adapters/index.ts', 'packages/live/src/drivers/index.ts'];
  const code = [...shippedSources(), ...scripts].filter((path) => !lists.includes(path));
  for (const { id } of adapters) {
    const own = [`packages/core/src/adapters/${id}/`, `packages/live/src/drivers/${id}/`];
    const others = code.filter((path) => !own.some((folder) => path.startsWith(folder)) && !ALSO_WORDS[id]?.test(path));
    expect(occurrences(others, new RegExp(`['"\`]${id}['"\`]`))).toEqual([]);
  }
});
