/** CPU and memory of processes, as Linux tells them. */
import { readdirSync, readFileSync } from 'node:fs';

const TICKS = 100;

const fieldsOf = (pid) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');

/** `waited`: with children that have ended. */
function ticksOf(pid, waited) {
  const fields = fieldsOf(pid);
  return Number(fields[11]) + Number(fields[12]) + (waited ? Number(fields[13]) + Number(fields[14]) : 0);
}

function childrenOf(pid) {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && fieldsOf(name)[1] === String(pid);
    } catch {
      return false;
    }
  });
}

/** Seconds of a process alone. */
export const cpuOf = (pid) => ticksOf(pid, false) / TICKS;

/** Seconds of a process and all that it has started. */
export const familyCpu = (pid) =>
  (ticksOf(pid, true) + childrenOf(pid).reduce((sum, child) => sum + ticksOf(child, false), 0)) / TICKS;

export const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
