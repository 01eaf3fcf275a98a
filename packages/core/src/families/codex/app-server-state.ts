/** What a connection to the app-server must remember: its threads, and requests that wait for an answer. */
import { type Fields, fields, idOf } from './native.ts';
import { newThread, type ThreadState } from './thread-state.ts';

export interface Pending {
  /** Who asked: the client and the server count their requests apart. */
  by: 'client' | 'server';
  id: string;
  method: string;
  event: string;
  thread?: string;
  callId?: string;
}

export interface Connection {
  /** The first thread: what names none belongs to it. */
  main?: string;
  /** The system that the server says it runs on. */
  os?: string;
  threads: ThreadState[];
  pending: Pending[];
}

export const newConnection = (): Connection => ({ threads: [], pending: [] });

export function threadIn(params: Fields): string | undefined {
  return idOf(params['threadId']) ?? idOf(fields(params['thread'])?.['id']) ?? idOf(params['conversationId']);
}

const MAX_PENDING = 24;
/** Threads that are remembered whatever they hold, and at most. */
const MIN_THREADS = 5;
const MAX_THREADS = 16;
/** Calls and texts that each thread remembers: enough for what runs at the same time. */
const ROOM = 10;
/** The same of all threads together, where there are many. */
const ROOM_FOR_ALL = 60;

export function expectReply(connection: Connection, pending: Pending): void {
  connection.pending.push({ ...pending, method: pending.method.slice(0, 60) });
  if (connection.pending.length > MAX_PENDING) connection.pending.shift();
}

export function takeReply(connection: Connection, by: Pending['by'], id: unknown): Pending | undefined {
  const key = String(id);
  const at = connection.pending.findIndex((pending) => pending.by === by && pending.id === key);
  return at < 0 ? undefined : connection.pending.splice(at, 1)[0];
}

/** The state of a thread; that of the one longest unheard of is given up. */
export function threadState(connection: Connection, id: string): ThreadState {
  const { threads } = connection;
  const at = threads.findIndex((thread) => thread.thread === id);
  const known = at < 0 ? { ...newThread(), thread: id, room: ROOM } : (threads.splice(at, 1)[0] as ThreadState);
  threads.push(known);
  while (threads.length > MAX_THREADS || (threads.length > MIN_THREADS && heldBy(threads) > ROOM_FOR_ALL))
    threads.shift();
  return known;
}

const heldBy = (threads: readonly ThreadState[]): number =>
  threads.reduce((sum, { calls, twins, questions }) => sum + calls.length + twins.length + questions.length, 0);
