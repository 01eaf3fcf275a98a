/**
 * `npm run real-agents -- AGENT…`: tries drivers with their real agents, also with those that the ordinary tests do not fetch because
 * of their size or their terms. Without names all are tried. Everything runs on a network that has nothing but loopback.
 */
import { spawnSync } from 'node:child_process';
import { withCleanEnvironment } from './lib/clean-environment.mjs';
import { otherMajor, otherNode } from './lib/other-node.mjs';
import { root } from './lib/paths.mjs';
import { ensureAgent, realAgents } from './lib/real-agents.mjs';
import { tool } from './lib/run.mjs';

const TESTS = 'packages/live/src/drivers/real-';
const ALONE = 'ip link set lo up && exec "$@"';

process.exitCode = await withCleanEnvironment(async ({ env }) => {
  const known = Object.keys(realAgents());
  const names = process.argv.slice(2).length > 0 ? process.argv.slice(2) : known;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no such agent: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
    return 2;
  }
  const recent = otherMajor === 24 ? otherNode(env).path : process.execPath;
  const there = names.filter((agent) => {
    const lacking = recent ? ensureAgent(agent, recent, env) : 'there is no Node 24';
    if (lacking) console.log(`${agent} is skipped: ${lacking}`);
    return !lacking;
  });
  const way = ['-n', '-rn'].find((option) => alone(option, ['true'], env) === 0);
  if (!way) {
    console.error('The network cannot be cut off here: `unshare -rn` is refused, or `ip` is not installed.');
    return 2;
  }
  const trial = { ...env, HANSARD_REAL_AGENTS: there.join(','), HANSARD_TRIAL_NETWORK: 'inside' };
  const vitest = [tool('vitest', 'vitest.mjs'), 'run', '--maxWorkers=1', '--reporter=verbose', TESTS];
  return alone(way, [process.execPath, ...vitest], trial);
});

function alone(option, command, env) {
  return spawnSync('unshare', [option, 'sh', '-c', ALONE, 'sh', ...command], { cwd: root, env, stdio: 'inherit' })
    .status;
}
