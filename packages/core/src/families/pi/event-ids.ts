/**
 * Ids of the events of a message, the same in a session file and in the stream of a running agent. The ids of entries
 * are only in the file, so they come from what both have: the role and the time of a message to the millisecond, the id
 * of a call, the words of a summary or of a command.
 */
import { fingerprint } from '../../reading/fingerprint.ts';
import { recall, remember } from '../../reading/recent.ts';
import { idOf, type Native, textOf } from './native.ts';
import type { ReaderState } from './state.ts';

const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'custom']);
const MOST_COMMANDS = 32;

/** Id of a message's first event; undefined for one that has nothing to name it by. */
export function messageBase(state: ReaderState, message: Native): string | undefined {
  const { role, timestamp } = message;
  if (role === 'toolResult') return resultId(message['toolCallId']);
  if (role === 'bashExecution') return commandBase(state, message['command']);
  return ROLES.has(role) && Number.isSafeInteger(timestamp) && timestamp > 0 ? `${role}-${timestamp}` : undefined;
}

export function resultId(callId: unknown): string | undefined {
  const id = idOf(callId);
  return id === undefined ? undefined : `${id}.result`;
}

/** A user's own command, and which time it is that this one is run. */
export function commandBase(state: ReaderState, command: unknown): string | undefined {
  const words = textOf(command);
  if (words === undefined) return undefined;
  const key = markOf(words);
  const times = (recall(state.commands ?? [], key) ?? 0) + 1;
  state.commands ??= [];
  remember(state.commands, key, times, MOST_COMMANDS);
  return times === 1 ? `bash-${key}` : `bash-${key}-${times}`;
}

export function compactionBase(entry: Native): string | undefined {
  const summary = textOf(entry['summary']);
  return summary === undefined ? undefined : `compaction-${markOf(summary)}`;
}

const encoder = new TextEncoder();

const markOf = (words: string): string => fingerprint(encoder.encode(words.slice(0, 4096)));
