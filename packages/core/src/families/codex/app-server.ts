/**
 * `codex app-server`: JSON-RPC in both directions, without the `jsonrpc` field, bare or as a recorded wire.
 * Several threads share one connection; what names none belongs to the first.
 */

import type { Head, LogDialect, NativeRecord, Output } from '../../adapters/contract.ts';
import { readTime } from '../../reading/time.ts';
import { wired } from '../../reading/wire/wired.ts';
import { readNotification } from './app-server-events.ts';
import { readReply, readRequest } from './app-server-requests.ts';
import { type Connection, newConnection, threadIn, threadState } from './app-server-state.ts';
import { type Fields, fields, integer, text } from './native.ts';
import { newThread, type Reading } from './thread-state.ts';

export const appServer: LogDialect<Connection> = wired({
  id: 'app-server',
  kind: 'log',
  live: true,
  detect,
  begin: newConnection,
  read: readMessage,
  expect(connection, session) {
    connection.main ??= session;
  },
});

const METHOD = /^(initialized?|thread\/|turn\/|item\/|account\/|mcpServer\/|configWarning|model\/|serverRequest\/)/;

/** Methods that no other agent's protocol has. */
const TELLING = /^(thread\/start(ed)?|turn\/start(ed)?|item\/(started|completed))$/;

function detect(head: Head): number {
  let known = 0;
  let tells = false;
  let greets = false;
  const records = head.records as readonly Fields[];
  for (const message of records) {
    if ('jsonrpc' in message) return 0;
    greets ||= typeof fields(message['result'])?.['codexHome'] === 'string';
    const method = message['method'];
    if (typeof method !== 'string' || !METHOD.test(method)) continue;
    known++;
    tells ||= TELLING.test(method);
  }
  if (greets && known > 0) return 0.9;
  return tells && known >= 2 && known * 3 >= records.length ? 0.9 : 0;
}

function readMessage(connection: Connection, record: NativeRecord, out: Output): void {
  const message = record.value as Fields;
  // Notifications say when they were sent; the rest is placed by the recorder's own clock.
  const time = readTime(integer(message['emittedAtMs'])) ?? record.at;
  const params = fields(message['params']) ?? {};
  const method = text(message['method']);
  const id = message['id'];
  const r = readingOf(connection, record, out, threadIn(params), time);
  if (method === undefined) readReply(connection, r, message, record.direction);
  else if (typeof id === 'number' || typeof id === 'string') readRequest(connection, r, { method, id, params });
  else readNotification(connection, r, method, params);
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
