/** A value that stands behind a name, and how it is written there. What it is worth is judged in `validation/`. */

/**
 * - `quoted`: a string in quotes.
 * - `environment`: `NAME=value`, in capitals, as shells and `.env` files write it.
 * - `bare`: without quotes, behind any other operator.
 * - `told`: behind a word of a sentence: `the password is …`.
 * - `cell`: in a table, under or beside its name.
 * - `near`: beside the name with nothing that ties them together, or the argument of a call: only what chance has made counts.
 * - `field`: the whole text of a field in structured data.
 */
export type ValueKind = 'quoted' | 'environment' | 'bare' | 'told' | 'cell' | 'near' | 'field';

export interface NamedValue {
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
  readonly kind: ValueKind;
  /** The name before it, whole. */
  readonly name: string;
}

/** What checks learn of the place of a value. */
export type NamedPlace = Pick<NamedValue, 'kind' | 'name'>;
