/**
 * Pi's records as seen in versions 0.9 to 0.87: session files v1 (2025, a list without ids) and v3 (a tree of
 * entries with ids), the events of `--mode json`, and the commands and responses of `--mode rpc`. They are
 * untrusted: every field is checked where it is used.
 */
import { isObject as isJson } from '../../reading/native-values.ts';

// biome-ignore lint/suspicious/noExplicitAny: native records are untrusted; readers check what they use
export type Native = Record<string, any>;

/** Entries of a session file, beside `session` (its header) and `message`. */
export const ENTRY_TYPES: ReadonlySet<string> = new Set([
  'message',
  'model_change',
  'thinking_level_change',
  'compaction',
  'context_edit',
  'session_info',
  'branch_summary',
  'label',
  'custom',
  'custom_message',
]);

/** Events of a running agent. */
export const STREAM_TYPES: ReadonlySet<string> = new Set([
  'agent_start',
  'agent_end',
  'agent_settled',
  'turn_start',
  'turn_end',
  'message_start',
  'message_update',
  'message_end',
  'tool_execution_start',
  'tool_execution_update',
  'tool_execution_end',
]);

export { allBut as restOf, numberOf, stringOf as textOf } from '../../reading/native-values.ts';

export const isObject = isJson as (value: unknown) => value is Native;

const LONGEST_ID = 64;

/** An entry's own id; anything longer is none, because ids are kept in the saved state. */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_ID ? value : undefined;
}

/** A name short enough for the saved state. */
export function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 120) : undefined;
}
