/**
 * Notes of the program that drove the agent. A note `{answer: {request, by, via, …}}` says who answered a request, and
 * joins the event of that request; any other is kept as it is. Where many sessions share a process, `thread` says whose note it
 * is; `opened` begins such a session, and `exit` ends it while the process goes on.
 */
import type { NativeRecord, Output } from '../../adapters/contract.ts';
import { defined } from '../defined.ts';
import { allBut, isObject, type Json, objectOf, wordOf } from '../native-values.ts';
import { recall } from '../recent.ts';
import { readTime } from '../time.ts';
import { namedIn, placedIn, readExit } from './process-lines.ts';
import { leaveSeat, takeSeat, type WireMemory } from './wire-memory.ts';

const TOLD: ReadonlySet<string> = new Set(['request', 'by', 'via', 'at', 'status']);
/** What the agent is not told: it is answered once, and the rest is a rule of the program that drives it. */
const LASTING = 'accept_for_session';

export function readNote(msg: unknown, record: NativeRecord, out: Output, memory: WireMemory): void {
  const answer = isObject(msg) && isObject(msg['answer']) ? msg['answer'] : undefined;
  if (answer && joinAnswer(answer, record, out, memory)) return;
  const thread = isObject(msg) ? wordOf(msg['thread']) : undefined;
  const own = thread === undefined ? out : out.in(thread);
  if (thread !== undefined && isObject(msg) && readSeat(msg, thread, record, own, memory)) return;
  const extra = isObject(msg) ? msg : { msg };
  own.add({ id: record.ref, type: 'meta', status: { label: 'note' }, extra, native: record.native('note') });
}

/** True when nothing more is to be told of it. */
function readSeat(msg: Json, thread: string, record: NativeRecord, own: Output, memory: WireMemory): boolean {
  const { opened, exit } = msg;
  if (isObject(opened)) {
    takeSeat(memory, thread);
    const { title, directory } = objectOf(opened['options']);
    own.session({ state: 'open', ...namedIn(title), ...placedIn(directory) });
  }
  if (!isObject(exit)) return false;
  leaveSeat(memory, thread);
  readExit(exit, record, own);
  return true;
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
