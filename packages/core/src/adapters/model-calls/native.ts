/** An entry as it lies in the file. It is untrusted: every field is checked where it is used. */
import { isObject, type Json } from '../../reading/native-values.ts';

/** Versions seen: capture 0.1 (`hansard.capture.TranscriptEntry`) and weakincentives (module and name by dot or colon). */
const TYPE = /(^|[.:])TranscriptEntry$/;

export interface NativeEntry extends Json {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly created_at: string;
}

const ROLES = new Set(['system', 'user', 'assistant', 'tool']);

export function isEntry(value: unknown): value is NativeEntry {
  if (!isObject(value) || typeof value['content'] !== 'string') return false;
  return ROLES.has(value['role'] as string) && typeof value['created_at'] === 'string';
}

/** Entries that were exported have no type, and are a format. */
export const isTyped = (value: Json): boolean => typeof value['__type__'] === 'string' && TYPE.test(value['__type__']);
