/**
 * The shapes that Codex writes, as far as they are read here, and the few checks that make hostile input safe.
 * A rollout is read from 2025's bare items to 0.166; every field may be missing or of another type.
 */
import { maybeObject, restOf } from '../../reading/native-values.ts';

// biome-ignore lint/suspicious/noExplicitAny: native records are untrusted; every use checks the type
export type Fields = Record<string, any>;

/** `{timestamp, ordinal?, type, payload, metadata?}`: one line of a rollout since September 2025. */
export interface Envelope {
  timestamp?: unknown;
  type: string;
  payload: Fields;
}

/** Keys of response items and turn items that are shown elsewhere in the event, or only serve the client's sync. */
export const SHOWN = new Set([
  'type',
  'id',
  'call_id',
  'role',
  'content',
  'status',
  'name',
  'arguments',
  'input',
  'output',
  'summary',
  'summary_text',
  'raw_content',
  'encrypted_content',
  'internal_chat_message_metadata_passthrough',
  'metadata',
  'turn_id',
]);

export {
  listOf as list,
  stringOf as word,
  textOf as text,
  wholeOf as integer,
} from '../../reading/native-values.ts';

export const fields = maybeObject as (value: unknown) => Fields | undefined;

export const count = (value: unknown): number => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0);

/** Ids go into state and become event ids: long ones, which no agent writes, are cut. */
export function idOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return value.length <= 100 ? value : `${value.slice(0, 80)}~${value.length}`;
}

/** Whether an id takes no more room in saved state than it seems: control characters and surrogates are escaped. */
export const isPlainId = (id: string): boolean => PLAIN_ID.test(id);

const PLAIN_ID = /^[ -~]{0,128}$/;

/** What a record holds beside the keys that are shown, or nothing. */
export function leftovers(value: Fields, shown: ReadonlySet<string> = SHOWN): Fields | undefined {
  return restOf(value, shown);
}

/** `{secs, nanos}` in milliseconds. */
export function durationOf(value: unknown): number | undefined {
  const duration = fields(value);
  if (!duration || typeof duration['secs'] !== 'number') return undefined;
  const nanos = typeof duration['nanos'] === 'number' ? duration['nanos'] : 0;
  const milliseconds = Math.round(duration['secs'] * 1000 + nanos / 1e6);
  return milliseconds >= 0 ? milliseconds : undefined;
}

export function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
