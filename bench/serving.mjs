/** `hansard serve` on the archive that a sync has made: its memory after the start, and whether it rests. Target: 100 MiB. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { otherNode } from '../scripts/lib/other-node.mjs';
import { table } from './table.mjs';

/** Seconds after the link was printed. */
const LOOKS = [1, 5, 10, 30];

export async function servingTable(cli, env) {
  if (!existsSync('/proc/self/status')) return '\nServing: skipped, there is no /proc\n';
  const other = otherNode(process.env);
  const nodes = [{ path: process.execPath, version: process.version }, ...(other.path ? [other] : [])];
  const rows = [];
  for (const node of nodes) {
    // The first start compiles the program and keeps it; both are told.
    for (const start of ['first', 'second']) rows.push({ node: node.version, start, ...(await serve(node, cli, env)) });
  }
  return table('hansard serve on it: MiB at so many seconds (target 100), CPU ms of the last twenty', rows);
}

async function serve(node, cli, env) {
  const child = spawn(node.path, [cli, 'serve', '--port', '0'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const started = performance.now();
  const found = {};
  let [rested, busy] = [0, 0];
  for (const second of LOOKS) {
    await wait(second * 1000 - (performance.now() - started));
    found[`${second} s`] = Math.round(Number(/VmRSS:\s+(\d+)/.exec(statusOf(child.pid))[1]) / 1024);
    [rested, busy] = [busy, ticksOf(child.pid)];
  }
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { ...found, 'CPU ms': (busy - rested) * 10 };
}

const statusOf = (pid) => readFileSync(`/proc/${pid}/status`, 'utf8');
/** Of 10 ms, in user and system mode. The name in the line may have spaces. */
function ticksOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
