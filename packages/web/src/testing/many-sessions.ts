/** As many small sessions as fill the list, with all that a row of it shows: errors, cost, subagents. */
import { NativeLog } from './native-log.ts';

export function manySessions(count: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let n = 0; n < count; n++) {
    const log = new NativeLog(`${String(n).padStart(6, '0')}ee-0000-4000-8000-000000000005`, startOf(n));
    log.prompt(`Session ${n}: see why the build of part ${n} fails, please`);
    log.call('Bash', { command: `make part-${n}` }, { output: 'no rule', error: n % 3 > 0 });
    if (n % 4 === 0) Object.assign(files, subagentOf(log, n));
    log.say(`Part ${n} is done.`);
    files[log.path] = log.take();
  }
  return files;
}

/** Five a day. */
const startOf = (n: number): number => Date.UTC(2026, 9, 2) + n * 17_000_000;

function subagentOf(log: NativeLog, n: number): Record<string, string> {
  const id = `a${String(n).padStart(16, '0')}`;
  const agent = new NativeLog(log.sessionId, log.time, id);
  agent.prompt(`Look into part ${n}`).say('Nothing there.');
  log.call('Task', { description: `Part ${n}`, prompt: 'Look', subagent_type: 'Explore' }, { result: { agentId: id } });
  return { [agent.path]: agent.take() };
}
