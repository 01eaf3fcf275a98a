/** Whatever finds things in a text as it is written: rules, or values that are already known. */
import type { Finding } from './finding.ts';

export interface Finder {
  /** It can find nothing at all: there is no need to ask. */
  readonly isIdle?: boolean;
  /** Whether a field of this name may hold something that only the name gives away. */
  isNamed?(name: string): boolean;
  /** Adds what the name of a field says of all of its text. */
  runField?(name: string, text: string, found: Finding[]): void;
  /** Adds what it finds to `found`, in any order; findings may overlap. */
  run(text: string, found: Finding[], owner?: Owner): void;
}

/**
 * For a text that was joined from several: the one that a match lies in, and where that begins, so that checks see no
 * neighbour. `undefined` when the match lies in no single one; it then counts unchecked.
 */
export type Owner = (start: number, end: number) => { readonly text: string; readonly offset: number } | undefined;
