/**
 * Runtimes beside Node, pinned, for what is said to run in them. npm has each as a package that picks the one for this machine and
 * copies its program when it is installed; scripts of packages are not run here, so the program is taken from where it lies.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, ensurePinned } from './pinned-install.mjs';

const PINNED = { bun: '1.4.4', deno: '2.9.6', workerd: '1.20261110.1' };
const PROGRAMS = { bun: ['@oven', 'bin/bun'], deno: ['@deno', 'deno'], workerd: ['@cloudflare', 'bin/workerd'] };

/** For each its program, or why there is none. */
export function runtimes(env) {
  const lacking = ensurePinned('runtimes', PINNED, env);
  return Object.fromEntries(
    Object.entries(PROGRAMS).map(([name, [scope, program]]) => {
      const path = lacking ? undefined : programIn(join(cacheFolder('runtimes'), 'node_modules', scope), program);
      return [name, path ? { path } : { reason: lacking ?? 'npm has none for this machine' }];
    }),
  );
}

function programIn(folder, program) {
  if (!existsSync(folder)) return undefined;
  const names = [program, `${program}.exe`];
  // Where there are several, the plain one comes before those for older processors.
  const packages = readdirSync(folder).sort((a, b) => a.length - b.length);
  return packages.flatMap((name) => names.map((one) => join(folder, name, one))).find((path) => existsSync(path));
}
