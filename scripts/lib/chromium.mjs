/**
 * Chromium for the tests of exported pages. Where there is none, Debian's package is installed if this is root on a
 * system that has it; else those tests say that they were skipped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MINUTES = 6;

/** Why there is none; undefined when there is. */
export function ensureChromium(env) {
  if (isThere(env)) return undefined;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return 'there is none on this machine';
  const options = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: MINUTES * 60_000, stdio: 'ignore' };
  const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options);
  if (install().status !== 0) {
    spawnSync('apt-get', ['update'], options);
    install();
  }
  return isThere(env) ? undefined : 'there is none on this machine, and its package could not be installed';
}

const isThere = (env) => chromiumPath(env) !== undefined;

/** Where it is; undefined when there is none. */
export const chromiumPath = ({ PATH = '' }) =>
  PATH.split(':')
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
