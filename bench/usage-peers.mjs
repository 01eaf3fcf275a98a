/** Other programs that count usage, fetched from npm into a folder of this run, and what they count by day and model. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { otherNode } from '../scripts/lib/other-node.mjs';

const PACKAGES = ['ccusage@20.0.24', '@ccusage/ccusage-linux-x64@20.0.24', 'codeburn@0.9.15'];

/** `{ ccusage, codeburn }` as command lines; what cannot be had is left out, with the reason. */
export function installPeers(scratch) {
  const folder = path.join(scratch, 'peers');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const env = { PATH: process.env.PATH, HOME: folder, ...npmSettings() };
  const args = [
    'install',
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    ...PACKAGES,
  ];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) return { missing: `npm could not install ${PACKAGES.join(', ')}: ${stderr.slice(0, 300)}` };
  const modules = path.join(folder, 'node_modules');
  const node = nodeFrom22(env);
  return {
    ccusage: [process.execPath, path.join(modules, 'ccusage/src/cli.js')],
    ...(node.path
      ? { codeburn: [node.path, path.join(modules, 'codeburn/dist/cli.js')] }
      : { missing: `codeburn needs a newer Node: ${node.reason}` }),
  };
}

const npmSettings = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^npm_config_/i.test(name)));

const nodeFrom22 = (env) =>
  Number(process.versions.node.split('.')[0]) >= 22 ? { path: process.execPath } : otherNode(env);

export const environment = (home, more = {}) => ({ PATH: process.env.PATH, HOME: home, TZ: 'UTC', ...more });

/** Tokens as `[input, output, cache read, cache write]` by `day model`. */
export function ccusageTokens(command, home) {
  const { daily } = json([...command, 'daily', '--json', '--offline', '-z', 'UTC'], home);
  return tokensBy(
    daily.flatMap(({ period, modelBreakdowns }) => modelBreakdowns.map((row) => ({ day: period, ...row }))),
    (row) => [row.modelName, row.inputTokens, row.outputTokens, row.cacheReadTokens, row.cacheCreationTokens],
  );
}

export function codeburnTokens(command, home, days) {
  const rows = days.flatMap((day) =>
    json([...command, '--timezone', 'UTC', 'models', '--from', day, '--to', day, '--format', 'json'], home).map(
      (row) => ({ day, ...row }),
    ),
  );
  return tokensBy(rows, (row) => [
    row.model,
    row.inputTokens,
    row.outputTokens,
    row.cacheReadTokens,
    row.cacheWriteTokens,
  ]);
}

function tokensBy(rows, read) {
  const sums = new Map();
  for (const row of rows) {
    const [model, ...tokens] = read(row);
    const key = `${row.day} ${model}`;
    const before = sums.get(key) ?? [0, 0, 0, 0];
    sums.set(
      key,
      before.map((sum, n) => sum + tokens[n]),
    );
  }
  return sums;
}

function json([program, ...args], home) {
  const { stdout, stderr, status } = spawnSync(program, args, {
    env: environment(home),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout.trim().startsWith('[') || stdout.trim().startsWith('{') ? JSON.parse(stdout) : [];
}

/** CPU seconds of a command with all that it starts, and wall seconds. */
export function timed(command, env) {
  const script = 'TIMEFORMAT="%U %S %R"; time "$@" >/dev/null 2>/dev/null';
  const { stderr, status } = spawnSync('bash', ['-c', script, 'bash', ...command], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}`);
  const [user, system, wall] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { cpu: user + system, wall };
}
