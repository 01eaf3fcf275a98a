/**
 * Notes of the program that drove the agent. A note `{answer: {request, by, via, …}}` says who answered a request, and
 * joins the event of that request; any other is kept as it is.
 */
import type { NativeRecord, Output } from '../../adapters/contract.ts';
import { defined } from '../defined.ts';
import { allBut, isObject, type Json, wordOf } from '../native-values.ts';
import { recall } from '../recent.ts';
import { readTime } from '../time.ts';
import type { WireMemory } from './wire-memory.ts';

const TOLD: ReadonlySet<string> = new Set(['request', 'by', 'via', 'at', 'status']);
/** What the agent is not told: it is answered once, and the rest is a rule of the program that drives it. */
const LASTING = 'accept_for_session';

export function readNote(msg: unknown, record: NativeRecord, out: Output, memory: WireMemory): void {
  const answer = isObject(msg) && isObject(msg['answer']) ? msg['answer'] : undefined;
  if (answer && joinAnswer(answer, record, out, memory)) return;
  const extra = isObject(msg) ? msg : { msg };
  out.add({ id: record.ref, type: 'meta', status: { label: 'note' }, extra, native: record.native('note') });
}

function joinAnswer(answer: Json, record: NativeRecord, out: Output, memory: WireMemory): boolean {
  const { request } = answer;
  const id = typeof request === 'number' ? String(request) : wordOf(request);
  const asked = id === undefined ? undefined : recall(memory.asked, id);
  if (!asked) return false;
  const rest = allBut(answer, TOLD);
  const change = {
    [asked.kind]: defined({
      by: wordOf(answer['by']),
      via: wordOf(answer['via']),
      at: readTime(answer['at']),
      status: asked.kind === 'permission' && answer['status'] === LASTING ? LASTING : undefined,
    }),
    native: record.native('note'),
    ...(rest ? { extra: { answer: rest } } : {}),
  };
  return (asked.session === undefined ? out : out.in(asked.session)).patch(asked.event, change);
}
