/**
 * `codex app-server`: JSON-RPC in both directions, without the `jsonrpc` field. Read bare, or as recorded with the
 * direction and the time since the start around each message: `{t, dir: in|out|err|exit, msg}`.
 * Several threads share one connection; what names none belongs to the first.
 */
import { readTime } from '../../reading/time.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { readNotification } from './app-server-events.ts';
import { readReply, readRequest } from './app-server-requests.ts';
import { type Connection, newConnection, threadIn, threadState } from './app-server-state.ts';
import { type Fields, fields, integer, text } from './native.ts';
import { addMeta, addStatus, draft, newThread, type Reading } from './thread-state.ts';

export const appServer: LogDialect<Connection> = {
  id: 'app-server',
  kind: 'log',
  live: true,
  detect,
  begin: newConnection,
  read(connection, record, out) {
    const value = record.value as Fields;
    const wrapped = typeof value['dir'] === 'string' && 'msg' in value;
    const message = wrapped ? fields(value['msg']) : value;
    if (wrapped && (value['dir'] === 'err' || value['dir'] === 'exit')) readProcess(connection, record, out, value);
    else if (message) readMessage(connection, record, out, message, wrapped ? value : {});
  },
};

const METHOD = /^(initialized?|thread\/|turn\/|item\/|account\/|mcpServer\/|configWarning|model\/|serverRequest\/)/;

/** Methods that no other agent's protocol has. */
const TELLING = /^(thread\/start(ed)?|turn\/start(ed)?|item\/(started|completed))$/;

function detect(head: Head): number {
  let known = 0;
  let tells = false;
  for (const record of head.records as readonly Fields[]) {
    const message = fields(record['msg']) ?? record;
    if ('jsonrpc' in message) return 0;
    const method = message['method'];
    if (typeof method !== 'string' || !METHOD.test(method)) continue;
    known++;
    tells ||= TELLING.test(method);
  }
  return tells && known >= 2 && known * 3 >= head.records.length ? 0.9 : 0;
}

function readMessage(connection: Connection, record: NativeRecord, out: Output, message: Fields, wrap: Fields): void {
  const time = timeOf(connection, message, integer(wrap['t']));
  const params = fields(message['params']) ?? {};
  const method = text(message['method']);
  const id = message['id'];
  const r = readingOf(connection, record, out, threadIn(params), time);
  if (method === undefined) readReply(connection, r, message, text(wrap['dir']));
  else if (typeof id === 'number' || typeof id === 'string') readRequest(connection, r, { method, id, params });
  else readNotification(connection, r, method, params);
}

/** Notifications say when they were sent; the rest is placed by the recorder's own clock. */
function timeOf(connection: Connection, message: Fields, since: number | undefined): string | undefined {
  const emitted = integer(message['emittedAtMs']);
  if (emitted !== undefined && since !== undefined) connection.start = emitted - since;
  if (emitted !== undefined) return readTime(emitted);
  return since !== undefined && connection.start !== undefined ? readTime(connection.start + since) : undefined;
}

function readingOf(
  connection: Connection,
  record: NativeRecord,
  out: Output,
  thread: string | undefined,
  time: string | undefined,
): Reading {
  if (thread === undefined) return { state: newThread(), record, out, time };
  if (connection.main === undefined) {
    connection.main = thread;
    out.session({ nativeId: thread });
  }
  return { state: threadState(connection, thread), record, out: out.in(thread), time };
}

/** What the process wrote to its error output, and how it ended. */
function readProcess(connection: Connection, record: NativeRecord, out: Output, value: Fields): void {
  const since = integer(value['t']);
  const time = since !== undefined && connection.start !== undefined ? readTime(connection.start + since) : undefined;
  const r: Reading = { state: newThread(), record, out, time };
  if (value['dir'] === 'exit') {
    const event = draft(r, record.ref, 'session', 'exit');
    event.phase = 'ended';
    event.extra = fields(value['msg']) ?? { msg: value['msg'] };
    out.add(event);
    out.session({ state: 'ended' });
  } else if (typeof value['msg'] === 'string') {
    addStatus(r, 'stderr', 'stderr', { detail: value['msg'], audience: 'user' });
  } else addMeta(r, 'stderr', value);
}
