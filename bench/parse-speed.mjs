/**
 * How fast this machine splits and parses the logs below a folder, and nothing else: machines differ by a factor of
 * three, and one machine from minute to minute, so CPU seconds say little without it. The targets were set on a machine
 * that parses 360 MB per CPU second. Run as a program it measures; `parseSpeed` does so in a process of its own.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const TARGETS_PARSE_MB = 360;
const ENOUGH = 256 * 2 ** 20;
const here = fileURLToPath(import.meta.url);

/** MB per CPU second. */
export function parseSpeed(folder) {
  return Number(execFileSync(process.execPath, [here, folder], { encoding: 'utf8' }));
}

function measure(folder) {
  const logs = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.jsonl'));
  let bytes = 0;
  const before = process.cpuUsage();
  for (const name of logs) {
    const log = readFileSync(path.join(folder, name));
    for (let at = 0; at < log.length; ) {
      const end = log.indexOf(10, at) < 0 ? log.length : log.indexOf(10, at);
      if (end > at) JSON.parse(log.utf8Slice(at, end));
      at = end + 1;
    }
    bytes += log.length;
    if (bytes > ENOUGH) break;
  }
  const { user, system } = process.cpuUsage(before);
  return bytes / (user + system);
}

if (process.argv[1] === here) console.log(measure(process.argv[2]));
