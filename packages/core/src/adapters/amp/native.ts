/**
 * Amp's records: threads as `amp threads export` and the local files of 2025 write them, and the messages of
 * `amp --execute --stream-json`. They are untrusted: every field is checked where it is used.
 */
import { isObject as isJson, stringOf as textOf } from '../../reading/native-values.ts';

// biome-ignore lint/suspicious/noExplicitAny: native records are untrusted; readers check what they use
export type Native = Record<string, any>;

export { allBut as restOf, listOf } from '../../reading/native-values.ts';
export { textOf };

export const isObject = isJson as (value: unknown) => value is Native;

/** A name short enough for the saved state. */
export function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 120) : undefined;
}

/** Message ids are numbers in older threads and `M-…` in newer ones. */
export function messageIdOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' && value.length <= 120 ? value : undefined;
}

/** The path in a `file://` address; anything else stays as it is. */
export function pathOf(uri: unknown): string | undefined {
  const text = textOf(uri);
  if (!text?.startsWith('file://')) return text;
  const path = text.slice('file://'.length);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
