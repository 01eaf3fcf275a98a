/** Readers by the type of what they read, each with the name that events of the log keep: one look finds both. */
import type { Fields } from './native.ts';
import type { Reading } from './thread-state.ts';

export type TypeReader = (r: Reading, payload: Fields, native: string) => unknown;

export interface NamedReader {
  readonly read: TypeReader;
  /** `event_msg/token_count`. */
  readonly native: string;
}

export function readersByType(
  envelope: string,
  readers: Record<string, TypeReader>,
): ReadonlyMap<unknown, NamedReader> {
  return new Map(Object.entries(readers).map(([type, read]) => [type, { read, native: `${envelope}/${type}` }]));
}
