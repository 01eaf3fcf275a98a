/**
 * Forks copy the lines of the session they come from, with the same ids, under a new session id. `/branch` names
 * the other session on each copied line (`forkedFrom`); `--fork-session` does not, but begins the file with its
 * own queue operation, which is younger than every copied line. Copied responses were counted in the other session.
 */
import type { Line } from './line.ts';
import { object, type Raw, word } from './native.ts';
import type { ReaderState } from './state.ts';

export function noteBegin(state: ReaderState, time: unknown): void {
  if (state.begun === undefined && state.turn === undefined) state.begun = word(time)?.slice(0, 40) ?? '';
}

/** Records where a copied line comes from, and notices when the copies end. */
export function watchFork(line: Line): void {
  const { state, value } = line;
  if (state.begun && !isOlder(value, state.begun)) state.begun = '';
  const from = object(value['forkedFrom']);
  const of = word(from?.['sessionId']);
  if (!from || !of || state.forked) return;
  state.forked = true;
  const at = word(from['messageUuid']);
  line.out.session({ lineage: { kind: 'fork', of, ...(at ? { at } : {}) } });
}

/** Whether a response was copied from another session. */
export function isInherited(line: Line): boolean {
  const { state, value } = line;
  if (object(value['forkedFrom'])) return true;
  if (!state.begun || !isOlder(value, state.begun)) return false;
  if (!state.forked) {
    state.forked = true;
    line.out.session({ extra: { copiedHistory: true } });
  }
  return true;
}

function isOlder(value: Raw, begun: string): boolean {
  const time = word(value['timestamp']);
  return time !== undefined && time < begun;
}
