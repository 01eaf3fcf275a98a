/** A session's own record: facts, lineage, and the event that begins it. */
import type { NativeRecord, Output, SessionFacts } from '../../adapters/contract.ts';
import { readTime } from '../../reading/time.ts';
import { isObject, numberOf, type OpenCodeRecord, objectOf, type SessionInfo, stringOf } from './native.ts';
import { emit, type ReadingState, type SessionState, sessionOf } from './state.ts';

/** An id that was redacted upstream: it would make one session of many. */
const PLACEHOLDER = /^\W*(redacted|removed|hidden|x+|\*+)\W*$/i;

const FORK = / \(fork #\d+\)$/;

export function readSession(
  state: ReadingState,
  info: SessionInfo,
  record: NativeRecord,
  out: Output,
  origin?: OpenCodeRecord['origin'],
): void {
  const named = stringOf(info.id);
  const nativeId = named !== undefined && PLACEHOLDER.test(named) ? undefined : (named ?? record.ref);
  const id = nativeId ?? record.ref;
  const time = objectOf(info.time);
  const created = readTime(time['created']);
  out.session(factsOf(nativeId, info, created, origin));
  const session = sessionOf(state, id);
  if (FORK.test(stringOf(info.title) ?? '')) session.forkedAt = numberOf(time['created']);
  session.revert = revertOf(info.revert);
  const model = objectOf(info['model']);
  emit(state, out, {
    id,
    type: 'session',
    phase: 'started',
    timestamp: created,
    model: stringOf(model['id']),
    provider: stringOf(model['providerID']),
    variant: stringOf(model['variant']),
    session: info,
    native: record.native('session', id),
  });
}

function factsOf(
  nativeId: string | undefined,
  info: SessionInfo,
  startedAt: string | undefined,
  origin?: OpenCodeRecord['origin'],
): SessionFacts {
  const title = stringOf(info.title);
  const parent = stringOf(info.parentID);
  return {
    ...(nativeId === undefined ? {} : { nativeId }),
    ...(title ? { title: { text: title, rank: title.startsWith('New session - ') ? 0 : 1 } } : {}),
    startedAt,
    agentVersion: stringOf(info.version),
    environment: stringOf(info.directory) ? { cwd: info.directory } : undefined,
    // An id that was redacted upstream names nobody.
    ...(parent?.startsWith('ses_') ? { parent, lineage: { kind: 'child', of: parent } } : {}),
    ...(origin ? { lineage: { kind: 'fork', of: origin.of, ...(origin.at ? { at: origin.at } : {}) } } : {}),
  };
}

function revertOf(value: unknown): SessionState['revert'] {
  if (!isObject(value)) return undefined;
  const message = stringOf(value['messageID']);
  return message ? { message, part: stringOf(value['partID']) } : undefined;
}

/** Todos as the session has them now. */
export function readTodos(state: ReadingState, todos: unknown, id: string, record: NativeRecord, out: Output): void {
  const first = Array.isArray(todos) ? objectOf(todos[0]) : {};
  emit(state, out, {
    id,
    type: 'status',
    timestamp: readTime(first['time_updated']),
    status: { label: 'todos', detail: `${Array.isArray(todos) ? todos.length : 0}` },
    parts: [{ type: 'json', json: todos }],
    native: record.native('todo'),
  });
}
