/**
 * Real agents for the tests of drivers, pinned in `drivers/<agent>/real-agent.json`. Each is fetched from npm once into a folder of
 * its own under node_modules/.cache; where the registry lacks one, its tests say that they were skipped. Those of the ordinary tests
 * are free software and small enough; the others are fetched only by `scripts/real-agents.mjs`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { npm } from './run.mjs';

const drivers = join(root, 'packages', 'live', 'src', 'drivers');

/** By the id of the driver. `scripts`: the package is nothing without its install script. */
export function realAgents() {
  const found = readdirSync(drivers).filter((name) => existsSync(join(drivers, name, 'real-agent.json')));
  return Object.fromEntries(
    found.map((agent) => [agent, JSON.parse(readFileSync(join(drivers, agent, 'real-agent.json'), 'utf8'))]),
  );
}

/** Why it is not there; undefined when it is. Installed by a recent Node: on an older one npm takes older versions silently. */
export function ensureAgent(agent, node, env) {
  const { package: name, version, scripts = false } = realAgents()[agent];
  const folder = join(root, 'node_modules', '.cache', 'hansard', 'agents', agent);
  const mark = join(folder, 'installed');
  const wanted = `${name}@${version}`;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return undefined;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const options = ['--no-audit', '--no-fund', '--no-package-lock', ...(scripts ? [] : ['--ignore-scripts'])];
  try {
    npm(node, ['install', '--prefix', folder, ...options, wanted], env, folder);
  } catch (error) {
    return error.message.split('\n').find((text) => text.includes('npm error')) ?? error.message;
  }
  writeFileSync(mark, wanted);
  return undefined;
}

/** Why those of the ordinary tests are not there, one line each. */
export function ensureOrdinaryAgents(node, env) {
  return Object.entries(realAgents()).flatMap(([agent, { ordinary }]) => {
    const lacking = ordinary ? ensureAgent(agent, node, env) : undefined;
    return lacking ? [`${agent}: ${lacking}`] : [];
  });
}
