/**
 * A regular expression as a tree: just enough to say whether it can run away, how long a match can be, and which texts
 * match it. It knows the part of the language that rules may use, and names the place of everything else.
 */

/** A set of UTF-16 units below 128, plus one flag for all others. */
export interface Characters {
  /** 128 entries, 1 where the unit is in the set. */
  readonly ascii: Uint8Array;
  readonly others: boolean;
}

export type Node =
  | { readonly kind: 'characters'; readonly set: Characters; readonly at: number }
  | { readonly kind: 'sequence'; readonly items: readonly Node[]; readonly at: number }
  | { readonly kind: 'choice'; readonly options: readonly Node[]; readonly at: number }
  | { readonly kind: 'repeat'; readonly item: Node; readonly min: number; readonly max: number; readonly at: number }
  | { readonly kind: 'group'; readonly item: Node; readonly name: string | undefined; readonly at: number }
  | { readonly kind: 'look'; readonly item: Node; readonly behind: boolean; readonly not: boolean; readonly at: number }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' | 'word' | 'inside-word'; readonly at: number };

/** What is wrong with a pattern, and where. */
export interface PatternFault {
  readonly at: number;
  readonly message: string;
}

export class PatternError extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

export const noCharacters = (): { ascii: Uint8Array; others: boolean } => ({
  ascii: new Uint8Array(128),
  others: false,
});

export function union(sets: readonly Characters[]): Characters {
  const all = noCharacters();
  for (const set of sets) {
    for (let i = 0; i < 128; i++) all.ascii[i]! |= set.ascii[i]!;
    all.others ||= set.others;
  }
  return all;
}

export function overlap(a: Characters, b: Characters): boolean {
  if (a.others && b.others) return true;
  for (let i = 0; i < 128; i++) if (a.ascii[i] && b.ascii[i]) return true;
  return false;
}

export function inverse(set: Characters): Characters {
  const rest = noCharacters();
  for (let i = 0; i < 128; i++) rest.ascii[i] = set.ascii[i] ? 0 : 1;
  // What lies above ASCII is not told apart: a class that names some of it may still leave some out.
  rest.others = true;
  return rest;
}

export function charactersIn(first: number, last: number): Characters {
  const set = noCharacters();
  for (let i = first; i <= Math.min(last, 127); i++) set.ascii[i] = 1;
  set.others = last > 127;
  return set;
}
