/** The one line of the README that puts `hansard` on the PATH from a checkout, with a place of its own for what npm links. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { capture, npm } from './run.mjs';

export function linkCommand(env) {
  const prefix = mkdtempSync(join(tmpdir(), 'hansard-prefix-'));
  try {
    npm(process.execPath, ['link', '--workspace', 'hansard', '--ignore-scripts'], {
      ...env,
      npm_config_prefix: prefix,
    });
    const bin = process.platform === 'win32' ? prefix : join(prefix, 'bin');
    const there = { ...env, PATH: `${bin}${delimiter}${env.PATH}` };
    const shell = process.platform === 'win32' ? ['cmd', '/c'] : ['sh', '-c'];
    const hansard = (line) => capture(shell[0], [shell[1], `hansard ${line}`], there, env.HOME);
    if (!/^\d+\.\d+\.\d+/.test(hansard('--version'))) throw new Error('hansard --version prints no version.');
    JSON.parse(hansard('agents --json'));
    if (!hansard('completions bash').includes('complete'))
      throw new Error('hansard completions bash prints no script.');
    return { passed: 3 };
  } finally {
    rmSync(prefix, { recursive: true, force: true, maxRetries: 3 });
  }
}
