/**
 * Messages that were taken back: a retry names the lines it replaces (`supersedesUuids`), a refusal those it
 * retracts (`retractedMessageUuids`). They stay in the log, and in the transcript, marked.
 */

import { recall, remember } from '../../reading/keyed-list.ts';
import type { Line } from './line.ts';
import { list, text } from './native.ts';
import { eventKey, keyOf } from './state.ts';

/** Remembers which event an assistant line became, and marks those it replaces. */
export function noteLine(line: Line, event: string): void {
  remember(line.state.lines, { k: keyOf(line.id), event: eventKey(event) }, 24);
  if (line.value['supersedesUuids'] !== undefined) withdraw(line, line.value['supersedesUuids']);
}

export function withdraw(line: Line, uuids: unknown): void {
  for (const uuid of list(uuids)) {
    const seen = recall(line.state.lines, keyOf(text(uuid) ?? ''));
    if (seen) line.out.patch(seen.event, { withdrawn: true });
  }
}
