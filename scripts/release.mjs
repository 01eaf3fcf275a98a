/**
 * `npm run release -- VERSION [--dry-run]`: makes a release of all packages. Collects `changes/` into CHANGELOG.md, sets the
 * version everywhere, builds, lays the packages out as they are published, commits, tags and publishes with provenance. With
 * `--dry-run` everything happens in a folder that is left for a look, and nothing in the checkout changes. `--built` takes what was
 * built before; `--repository URL` says where the sources are, when neither package.json nor CI does.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCommand, buildLibraries } from './lib/build-packages.mjs';
import { checkVersion, withRelease } from './lib/collect-changes.mjs';
import { root } from './lib/paths.mjs';
import { repositoryOf, repositoryUrl } from './lib/repository.mjs';
import { npm } from './lib/run.mjs';
import { PUBLISHED, stagePackages } from './lib/stage-packages.mjs';

const args = process.argv.slice(2);
const isDry = args.includes('--dry-run');
const [version] = args.filter((arg, at) => !arg.startsWith('-') && args[at - 1] !== '--repository');

const packages = () => [...PUBLISHED, 'web'];
const fragments = () =>
  readdirSync(join(root, 'changes'))
    .filter((name) => name !== 'README.md' && name.endsWith('.md'))
    .sort()
    .map((name) => `changes/${name}`);
const folderOf = (name) => `packages/${name === 'hansard' ? 'cli' : name.split('/')[1]}`;
const NO_REPOSITORY = 'use --repository URL, or `repository` in package.json. In CI of GitHub and GitLab it is known.';
const text = (path) => readFileSync(join(root, path), 'utf8');
const manifestOf = (path) => JSON.parse(text(path));
const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

try {
  await release();
} catch (error) {
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
}

async function release() {
  if (!version) throw new Error('Say which version: npm run release -- 0.2.0 [--dry-run]');
  checkVersion(version, manifestOf('package.json').version);
  const changelog = withRelease(
    text('CHANGELOG.md'),
    fragments().map(text),
    version,
    new Date().toISOString().slice(0, 10),
  );
  const repository = repositoryUrl(args, manifestOf('package.json'), process.env);
  if (!isDry) checkCheckout(repository);
  const folder = mkdtempSync(join(tmpdir(), 'hansard-release-'));
  if (!isDry) writeRelease(changelog);
  if (!args.includes('--built')) {
    await buildLibraries();
    await buildCommand();
  }
  const staged = stagePackages(join(folder, 'packages'));
  for (const [name, path] of Object.entries(staged)) {
    setVersion(join(path, 'package.json'));
    if (repository) setRepository(join(path, 'package.json'), repositoryOf(repository, folderOf(name)));
  }
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  const packed = Object.entries(staged).map(([name, path]) => pack(name, path, folder));
  for (const { name, size, files } of packed)
    console.log(`${name}@${version}  ${files} files, ${Math.ceil(size / 1024)} KB`);
  console.log(`repository: ${repository ?? `none; ${NO_REPOSITORY}`}`);
  if (isDry) console.log(`Nothing was published or changed. The packages and the changelog are in ${folder}.`);
  else publish(staged, folder);
}

function pack(name, path, folder) {
  const [{ size, files }] = JSON.parse(
    npm(process.execPath, ['pack', '--json', '--pack-destination', folder], process.env, path),
  );
  return { name, size, files: files.length };
}

/** What is published can be found in the repository, and nothing else is published. */
function checkCheckout(repository) {
  if (git('status', '--porcelain') !== '') throw new Error('The checkout has changes that are not committed.');
  if (!repository) throw new Error(`It is not known where the sources are: ${NO_REPOSITORY}`);
  if (!process.env.GITHUB_ACTIONS && !process.env.GITLAB_CI) {
    throw new Error('Releases are published by CI, which can prove where they were built. Use --dry-run here.');
  }
}

function writeRelease(changelog) {
  writeFileSync(join(root, 'CHANGELOG.md'), changelog);
  for (const fragment of fragments()) rmSync(join(root, fragment));
  for (const path of ['package.json', ...packages().map((name) => `packages/${name}/package.json`)])
    setVersion(join(root, path));
  npm(process.execPath, ['install', '--package-lock-only', '--ignore-scripts'], process.env);
  git('commit', '--all', '--message', `release: ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Hansard ${version}`);
}

/** In the order in which they depend on one another. */
function publish(staged, folder) {
  for (const [name, path] of Object.entries(staged)) {
    npm(process.execPath, ['publish', '--provenance', '--access', 'public'], process.env, path);
    console.log(`published ${name}@${version}`);
  }
  git('push', '--follow-tags');
  rmSync(folder, { recursive: true, force: true });
}

function setRepository(path, repository) {
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, `${JSON.stringify({ ...manifest, repository }, null, 2)}\n`);
}

function setVersion(path) {
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  manifest.version = version;
  for (const field of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const name of Object.keys(manifest[field] ?? {})) {
      if (name === 'hansard' || name.startsWith('@hansard/')) manifest[field][name] = version;
    }
  }
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}
