/** Nothing in the repository gives away, or depends on, the machine it was written on. */
import { expect, it } from 'vitest';
import { occurrences, readText, repositoryFiles } from '../testing/repository.ts';

// Put together at run time, so that this file does not find itself.
const pathIn = (folders: string[], then = '') => new RegExp(`(?<![\\w.~$}-])/(?:${folders.join('|')})/${then}`);
const hosts = ['npmjs.org', 'yarnpkg.com', 'npmmirror.com'].map((host) => `registry.${host}`).join('|');

const files = repositoryFiles();
const isFixture = (path: string) => path.includes('/fixtures/');

it('holds no absolute path of a machine', () => {
  const own = files.filter((path) => !isFixture(path));
  expect(occurrences(own, pathIn(['work', 'root', 'farm']))).toEqual([]);
});

it('holds none in recorded sessions either', () => {
  const recorded = files.filter(isFixture);
  expect(occurrences(recorded, pathIn(['work', 'farm']))).toEqual([]);
  // Agents may call the first of a tree of agents `root`; a file in that home is something else.
  expect(occurrences(recorded, pathIn(['root'], '\\.'))).toEqual([]);
});

it('holds no host of a package registry', () => {
  expect(occurrences(files, new RegExp(hosts.replaceAll('.', '\\.')))).toEqual([]);
  expect(readText('package-lock.json')).not.toMatch(/"resolved": "(?!packages\/)/);
  expect(readText('.npmrc')).not.toMatch(/registry\s*=\s*\w+:/);
});
