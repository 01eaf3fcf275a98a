/** Events about the session's state rather than its words. */
import type { Output } from '../../adapters/contract.ts';
import { numberOf, objectOf, stringOf } from './native.ts';
import { errorKey, errorOf } from './read-message.ts';
import type { ServerEvent } from './server-event.ts';
import { type ReadingState, sessionOf } from './state.ts';

/** Kinds of events that say nothing about a conversation. */
const bookkeeping = new Set([
  'server',
  'plugin',
  'catalog',
  'reference',
  'integration',
  'project',
  'file',
  'lsp',
  'vcs',
  'installation',
  'mcp',
  'command',
  'tui',
  'pty',
  'models-dev',
  'workspace',
  'worktree',
  'global',
  'storage',
  'ide',
  'indexing',
]);

export function isBookkeeping(type: string): boolean {
  return bookkeeping.has(type.slice(0, type.indexOf('.')));
}

export function readStatus(state: ReadingState, event: ServerEvent, out: Output): void {
  const { type, id, properties, record } = event;
  const native = record.native(type, id);
  const session = sessionOf(state, properties['sessionID']);
  // After an abort the server says twice that it is idle.
  if (type === 'session.idle' && session.turn) {
    out.add({ id, type: 'turn', phase: 'ended', turn: session.turn, native });
    session.turn = undefined;
    return;
  }
  const status = objectOf(properties['status']);
  if (status['type'] === 'retry') {
    const attempt = numberOf(status['attempt']);
    const error = { message: stringOf(status['message']) ?? 'retry', willRetry: true, details: status };
    out.add({ id, type: 'error', error: { ...error, ...(attempt ? { attempt: Math.round(attempt) } : {}) }, native });
    return;
  }
  const label = stringOf(status['type']) ?? type.slice('session.'.length);
  out.add({ id, type: 'status', status: { label }, native });
}

export function readSessionError(state: ReadingState, event: ServerEvent, out: Output): void {
  const error = errorOf(event.properties['error']);
  const native = event.record.native(event.type, event.id);
  const id = out.add({
    id: event.id,
    type: 'error',
    turn: sessionOf(state, event.properties['sessionID']).turn,
    error,
    native,
  });
  state.error = { event: id, key: errorKey(error) };
}
