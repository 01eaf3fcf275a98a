/**
 * The other major version of Node that the suite also runs on: 24 when this one is 20, else 20. Its binary is
 * fetched from npm once, by package name, and kept under node_modules/.cache.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { capture, npm } from './run.mjs';

const PINNED = { 20: '20.20.2', 24: '24.21.0' };

const current = Number(process.versions.node.split('.')[0]);
export const otherMajor = current < 22 ? 24 : 20;

/** `{ path }` of the binary, or `{ reason }` why there is none. */
export function otherNode(env) {
  const name = packageName();
  const folder = join(root, 'node_modules', '.cache', 'hansard', `node-${otherMajor}`);
  const path = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const reason = install(name, folder, env);
    if (reason) return { reason };
  }
  return { path, version: capture(path, ['--version'], env).trim() };
}

/** The pinned version where npm has it for this platform, else the newest of that major. */
function install(name, folder, env) {
  const failures = [];
  for (const version of [PINNED[otherMajor], String(otherMajor)]) {
    const args = [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      `${name}@${version}`,
    ];
    try {
      npm(process.execPath, args, env, folder);
      return undefined;
    } catch (error) {
      failures.push(error.message.split('\n').find((line) => line.includes('npm error')) ?? error.message);
    }
  }
  return `npm has no usable ${name}@${otherMajor} (${failures.at(-1)})`;
}

function packageName() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `${platform}-${process.arch}`;
  return name === 'darwin-arm64' ? `node-bin-${name}` : `node-${name}`;
}
