/**
 * Runs an agent beside a model of its own: `node inside.mjs PROGRAM ARGUMENT…`. Where the system can, both are alone on a network
 * that has nothing but loopback; `HANSARD_TRIAL_NETWORK` says how: `unshare -n`, `unshare -rn`, `inside` (this process is in one
 * already) or `open` (nothing is cut off: the agent's own switches and a proxy that leads nowhere must do).
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startModel } from './model.mjs';

const PORT = 8787;
const NOWHERE = 'http://127.0.0.1:9';
const { HANSARD_TRIAL_NETWORK: network = 'open', ...env } = process.env;

if (network.startsWith('unshare')) {
  const [program, ...options] = network.split(' ');
  const again = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh', process.execPath, fileURLToPath(import.meta.url)];
  run(program, [...options, ...again, ...process.argv.slice(2)], { ...env, HANSARD_TRIAL_NETWORK: 'inside' });
} else {
  if (!(await startModel(PORT))) void takeOver();
  const [program, ...args] = process.argv.slice(2);
  const nowhere =
    network === 'open' ? { HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE, NO_PROXY: '127.0.0.1,localhost' } : {};
  run(program, args, { ...env, ...nowhere });
}

/** Somebody else's model answers as long as its agent runs. */
async function takeOver() {
  for (;;) {
    await sleep(100, undefined, { ref: false });
    if (await startModel(PORT)) return;
  }
}

function run(program, args, environment) {
  const child = spawn(program, args, { stdio: 'inherit', env: environment });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(127);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
