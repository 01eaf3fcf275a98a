/**
 * `codex exec --json`: a thin stream of turns and items on standard output. Its item ids are made up and match
 * nothing on disk, it has no times, and the usage of a turn is the total of the thread so far.
 */

import type { Head, LogDialect } from '../../adapters/contract.ts';
import { wired } from '../../reading/wire/wired.ts';
import { addFailure } from './errors.ts';
import { readItem, startItem } from './items.ts';
import { itemOf } from './live-items.ts';
import { type Fields, fields, idOf, text } from './native.ts';
import { addStatus, draft, newThread, type Reading, type ThreadState } from './thread-state.ts';
import { interruptCalls } from './tool-calls.ts';
import { differenceOf, totalsOf, usageOf } from './usage.ts';

export const execJson: LogDialect<ThreadState> = wired({
  id: 'exec-json',
  kind: 'log',
  live: true,
  ownIds: 'all',
  detect,
  begin: newThread,
  read(state, record, out) {
    const value = record.value as Fields;
    const type = text(value['type']);
    if (type !== undefined) readLine({ state, record, out, time: record.at }, value, type);
  },
});

const TYPES = /^(thread\.started|turn\.(started|completed|failed)|item\.(started|updated|completed))$/;

function detect(head: Head): number {
  const records = head.records as readonly Fields[];
  if (records[0]?.['type'] === 'thread.started' && typeof records[0]['thread_id'] === 'string') return 0.95;
  const known = records.filter((record) => TYPES.test(text(record['type']) ?? ''));
  const hasItem = known.some((record) => typeof fields(record['item'])?.['id'] === 'string');
  return hasItem && known.length === records.length ? 0.7 : 0;
}

function readLine(r: Reading, value: Fields, type: string): void {
  const item = fields(value['item']);
  switch (type) {
    case 'thread.started':
    case 'session.created':
      startThread(r, idOf(value['thread_id'] ?? value['session_id']), type);
      break;
    case 'turn.started':
      addTurn(r, 'started', type);
      break;
    case 'turn.completed':
      endTurn(r, value, type);
      break;
    case 'turn.failed':
      interruptCalls(r);
      addFailure(r, value, type);
      addTurn(r, 'ended', type, `${r.record.ref}.1`, 'failed');
      break;
    case 'error':
      addFailure(r, value, type);
      break;
    case 'item.started':
    case 'item.updated':
    case 'item.completed':
      if (item) readStreamItem(r, item, type);
  }
}

/** A second run in the same stream begins its item ids anew. */
function startThread(r: Reading, id: string | undefined, native: string): void {
  const { state } = r;
  state.calls = [];
  const event = draft(r, id ?? r.record.ref, 'session', native, id);
  event.phase = 'started';
  if (id !== undefined && state.thread === undefined) {
    state.thread = id;
    r.out.session({ nativeId: id });
  }
  r.out.add(event);
}

function addTurn(r: Reading, phase: string, native: string, id = r.record.ref, label?: string): string {
  const event = draft(r, id, 'turn', native);
  event.phase = phase;
  if (label) event.status = { label };
  return r.out.add(event);
}

/** Totals of the thread so far. The first includes the turns of earlier processes, which no other line tells. */
function endTurn(r: Reading, value: Fields, native: string): void {
  const { state } = r;
  const given = fields(value['usage']);
  const event = draft(r, r.record.ref, 'turn', native);
  event.phase = 'ended';
  const now = given && totalsOf(given);
  const used = now && (state.totals ? differenceOf(state.totals, now) : now);
  if (used) event.usage = usageOf(used, given);
  if (now) state.totals = now;
  r.out.add(event);
}

function readStreamItem(r: Reading, native: Fields, type: string): void {
  const item = itemOf(native);
  const name = `${type}/${item['type']}`;
  if (item['type'] === 'TodoList') putTodos(r, item, name);
  else if (item['type'] === 'Error') addFailure(r, item, name, { id: idOf(item['id']) });
  else if (type === 'item.completed') readItem(r, item, name, {});
  else startItem(r, item, name, {});
}

/** The plan, rewritten as it is worked on. */
function putTodos(r: Reading, item: Fields, native: string): void {
  const id = idOf(item['id']);
  const extra = { items: item['items'] };
  if (id !== undefined && r.out.patch(id, { extra, native: r.record.native(native, id) })) return;
  addStatus(r, native, 'plan', { id, extra });
}
