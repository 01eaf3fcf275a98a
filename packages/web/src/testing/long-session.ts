/** A session of very many small events, with something to find, errors, edits and long texts in it. */
import { NativeLog } from './native-log.ts';

export const LONG = 'cccc3333-0000-4000-8000-000000000003';
/** Events that a turn becomes. */
export const TURN_EVENTS = 10;

const words = (turn: number, count: number): string =>
  Array.from({ length: count }, (_, word) => `word${(turn * 7 + word * 13) % 997}`).join(' ');

export function longFiles(events: number): Record<string, string> {
  const log = new NativeLog(LONG, Date.UTC(2026, 9, 1, 9, 0, 0));
  const turns = Math.ceil(events / TURN_EVENTS);
  for (let turn = 0; turn < turns; turn++) {
    log.prompt(`Prompt ${turn}: ${words(turn, 6 + (turn % 40))}`);
    log.think(`Thought ${turn}. ${words(turn, 20)}`);
    log.say(`Answer ${turn}.\n\n${words(turn, 5 + (turn % 90))}${turn % 9 === 0 ? '\n\n- one\n- two\n- three' : ''}`);
    log.call('Bash', { command: `make step-${turn}` }, { output: lines(turn), error: turn % 50 === 49 });
    log.call('Read', { file_path: `/home/dev/shop/src/file-${turn % 20}.ts` }, { output: `needle-${turn}` });
    log.call(
      'Edit',
      { file_path: `/home/dev/shop/src/file-${turn % 20}.ts`, old_string: `a${turn}`, new_string: `b${turn}` },
      { output: 'done' },
    );
    log.say(`Done with ${turn}.`);
  }
  return { [log.path]: log.take() };
}

const lines = (turn: number): string =>
  Array.from({ length: 1 + (turn % 30) }, (_, line) => `output ${turn}.${line}`).join('\n');
