/** How an event changes a slice: a pure function from what is in it and the event to what is done. */

export type SliceChange<S> =
  | { readonly append: readonly S[] }
  /** For slices of state alone. */
  | { readonly replace: readonly S[] };

export type Reducer<S, E> = (slice: readonly S[], event: E) => SliceChange<S>;

/** Adds the event. */
export const appendAll = <T>(_slice: readonly T[], event: T): SliceChange<T> => ({ append: [event] });

/** The event takes the place of all that was there. */
export const replaceLatest = <T>(_slice: readonly T[], event: T): SliceChange<T> => ({ replace: [event] });

/** The event takes the place of the one with the same key, or is added. */
export const upsertBy =
  <T>(keyOf: (item: T) => unknown): Reducer<T, T> =>
  (slice, event) => {
    const at = slice.findIndex((item) => keyOf(item) === keyOf(event));
    return at < 0 ? { append: [event] } : { replace: slice.toSpliced(at, 1, event) };
  };
