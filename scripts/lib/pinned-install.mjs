/** Packages that only tests need, pinned: fetched from npm once and kept under node_modules/.cache, in no package.json. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { npm } from './run.mjs';

/** Written when all are there, with their versions. */
const MARK = 'installed.json';

export const cacheFolder = (name) => join(root, 'node_modules', '.cache', 'hansard', name);

/** `pinned`: versions by name. Why they are not there; undefined when they are. */
export function ensurePinned(name, pinned, env) {
  const folder = cacheFolder(name);
  const mark = join(folder, MARK);
  const wanted = JSON.stringify(pinned);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return undefined;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const names = Object.entries(pinned).map(([one, version]) => `${one}@${version}`);
  // Resolving the peers of all of them takes npm many minutes.
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  try {
    npm(process.execPath, ['install', '--prefix', folder, ...options, ...names], env, folder);
  } catch (error) {
    const line = error.message.split('\n').find((text) => text.includes('npm error'));
    return `npm does not have all of them (${line ?? error.message})`;
  }
  writeFileSync(mark, wanted);
  return undefined;
}
