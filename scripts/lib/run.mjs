/** Runs programs for the scripts, without a shell, so that it works the same on every system. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Runs a program with its output shown; true when it succeeded. */
export function show(program, args, env, cwd = root) {
  return spawnSync(program, args, { cwd, env, stdio: 'inherit' }).status === 0;
}

/** Runs a program and returns what it printed; throws with everything it said when it fails. */
export function capture(program, args, env, cwd = root) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(
    `${program} ${args.join(' ')}\nended with ${error?.message ?? `status ${status}`}\n${stdout}${stderr}`,
  );
}

/** npm, run by the given Node (npm itself is a script). */
export function npm(node, args, env, cwd = root) {
  const script = process.env.npm_execpath;
  if (!script) throw new Error('Run this through npm: `npm test`.');
  return capture(node, [script, ...args], env, cwd);
}

/** The script behind a command of a development dependency. */
export const tool = (...path) => join(root, 'node_modules', ...path);
