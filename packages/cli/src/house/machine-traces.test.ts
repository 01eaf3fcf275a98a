/** Nothing in the repository gives away, or depends on, the machine it was written on. */
import { expect, it } from 'vitest';
import { occurrences, readText, repositoryFiles } from '../testing/repository.ts';

// Put together at run time, so that this file does not find itself.
const folders = ['work', 'root', 'farm'].join('|');
const hosts = ['npmjs.org', 'yarnpkg.com', 'npmmirror.com'].map((host) => `registry.${host}`).join('|');

it('holds no absolute path of a machine', () => {
  expect(occurrences(repositoryFiles(), new RegExp(`(?<![\\w.~$}-])/(?:${folders})/`))).toEqual([]);
});

it('holds no host of a package registry', () => {
  expect(occurrences(repositoryFiles(), new RegExp(hosts.replaceAll('.', '\\.')))).toEqual([]);
  expect(readText('package-lock.json')).not.toMatch(/"resolved": "(?!packages\/)/);
  expect(readText('.npmrc')).not.toMatch(/registry\s*=\s*\w+:/);
});
