/**
 * The mark of what may leave. `Redacted<T>` is a type that only this pipeline makes, so that the compiler refuses to
 * share, export or publish anything else; `isRedacted` asks the same at run time, of objects that came from elsewhere.
 */
declare const redacted: unique symbol;

/** Something whose every string went through a profile. */
export type Redacted<T> = T & { readonly [redacted]: true };

const made = new WeakSet<object>();

/** For the pipeline alone; the import rules keep it in this folder. */
export function markRedacted<T extends object>(value: T): Redacted<T> {
  made.add(value);
  return value as Redacted<T>;
}

export const isRedacted = (value: unknown): boolean => typeof value === 'object' && value !== null && made.has(value);
