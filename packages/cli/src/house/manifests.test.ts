/** The manifests agree with each other, and CI runs what the README tells people to run. */
import { expect, it } from 'vitest';
import { readText, repositoryFiles } from '../testing/repository.ts';

const manifest = (path: string) => JSON.parse(readText(path));
const packages = repositoryFiles().filter((path) => /^packages\/[^/]+\/package\.json$/.test(path));

it('has one version for all packages', () => {
  const { version } = manifest('package.json');
  const versions = Object.fromEntries(packages.map((path) => [path, manifest(path).version]));
  expect(versions).toEqual(Object.fromEntries(packages.map((path) => [path, version])));
  expect(readText('CHANGELOG.md')).toContain(`## [${version}]`);
});

it('lets packages depend on each other in that version only', () => {
  const { version } = manifest('package.json');
  const names = packages.map((path) => manifest(path).name);
  for (const path of packages) {
    const { dependencies = {}, devDependencies = {} } = manifest(path);
    const own = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => names.includes(name));
    expect(own).toEqual(own.map(([name]) => [name, version]));
  }
});

it('asks for the same Node and licence everywhere', () => {
  const { engines, license } = manifest('package.json');
  for (const path of packages) expect(manifest(path)).toMatchObject({ engines, license });
});

it('lists every package as a workspace', () => {
  expect(packages.map((path) => path.replace('/package.json', ''))).toEqual(
    [...(manifest('package.json').workspaces as string[])].sort(),
  );
});

it('runs the test command of the README in CI, and nothing else', () => {
  const run = readText('.ci/run')
    .split('\n')
    .filter((line) => line && !/^(#|set |cd )/.test(line));
  expect(run).toEqual(['npm install && npm test']);
  expect(readText('README.md')).toContain(run[0]);
  expect(readText('README.md')).toContain('npm install && npm start');
});
