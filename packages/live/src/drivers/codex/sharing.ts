/**
 * One `app-server` for all sessions. Requests of ours are numbered by seat; whatever else there is names its thread, and a subagent's
 * thread is known from the activity of the thread that spawned it.
 */
import { isObject, objectOf, stringOf } from '@hansard/core/reading/native-values.ts';
import type { WireRecord } from '../../wire/wire-tail.ts';
import { NOBODY, type Routes, type Sharing, seatOfRequest } from '../contract.ts';
import { rpcRequest } from '../protocols/json-rpc.ts';
import type { CodexState } from './index.ts';

type Json = Record<string, unknown>;

export const sharing: Sharing = {
  // As many as reading the wire can keep apart.
  most: 12,
  // Folder, mode, model and servers of tools are all given to the thread.
  key: () => 'app-server',
  seatOf(routes, { dir, msg }) {
    if (!isObject(msg) || (dir !== 'in' && dir !== 'out')) return undefined;
    return dir === 'in' ? seatOfSaid(routes, msg) : seatOfTold(routes, msg);
  },
  leave: (state) => [rpcRequest((state as CodexState).rpc, 'thread/unsubscribe', { threadId: state.nativeId })],
  isForAll: ({ dir, msg }: WireRecord) =>
    isObject(msg) &&
    (/^initialized?$/.test(String(msg['method'])) || (dir === 'out' && 'id' in msg && 'result' in msg)),
};

/** Requests, and answers to what the agent has asked. */
function seatOfSaid({ requests }: Routes, { id, method }: Json): number | undefined {
  if (typeof method === 'string') return seatOfRequest(id);
  const asked = requests[String(id)];
  delete requests[String(id)];
  return asked ?? NOBODY;
}

function seatOfTold(routes: Routes, msg: Json): number | undefined {
  const { id, method } = msg;
  const params = objectOf(msg['params']);
  if (typeof method !== 'string') {
    const seat = seatOfRequest(id);
    learn(routes, stringOf(objectOf(objectOf(msg['result'])['thread'])['id']), seat);
    return seat;
  }
  const thread = stringOf(params['threadId']) ?? stringOf(objectOf(params['thread'])['id']);
  if (thread === undefined) return undefined;
  learnChild(routes, objectOf(params['thread']));
  const seat = routes.threads[thread];
  learn(routes, stringOf(objectOf(params['item'])['agentThreadId']), seat);
  if (id !== undefined && seat !== undefined) routes.requests[String(id)] = seat;
  return seat ?? NOBODY;
}

function learn({ threads }: Routes, thread: string | undefined, seat: number | undefined): void {
  if (thread !== undefined && seat !== undefined) threads[thread] = seat;
}

function learnChild(routes: Routes, { id, parentThreadId }: Json): void {
  const parent = stringOf(parentThreadId);
  const child = stringOf(id);
  if (parent !== undefined && child !== undefined) learn(routes, child, routes.threads[parent]);
}
