/** A file past 400 lines holds a second thing. Generated ones may be longer and say so in their name. */
import { expect, it } from 'vitest';
import { readText, repositoryFiles } from '../testing/repository.ts';

const LIMIT = 400;

it('keeps source files small', () => {
  const sources = repositoryFiles().filter(
    (path) => /\.(ts|tsx|mjs|cjs|js)$/.test(path) && !/\.gen\.ts$|\/fixtures\//.test(path),
  );
  const long = sources.filter((path) => readText(path).split('\n').length - 1 > LIMIT);
  expect(long).toEqual([]);
});
