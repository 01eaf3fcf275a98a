/** No code names an agent but its own adapter and the list, so that adding one touches nothing else. */
import { adapters } from '@hansard/core';
import { expect, it } from 'vitest';
import { occurrences, repositoryFiles, shippedSources } from '../testing/repository.ts';

it('names agents only in their own folder and in the list', () => {
  const scripts = repositoryFiles().filter((path) => /^scripts\/.*\.mjs$/.test(path));
  const code = [...shippedSources(), ...scripts].filter((path) => path !== 'packages/core/src/adapters/index.ts');
  for (const { id } of adapters) {
    const others = code.filter((path) => !path.startsWith(`packages/core/src/adapters/${id}/`));
    expect(occurrences(others, new RegExp(`['"\`]${id}['"\`]`))).toEqual([]);
  }
});
