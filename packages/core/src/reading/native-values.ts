/** Checks with which native records are read: they are untrusted, and every field is `unknown` until tested. */

/** A native record or a part of one. */
export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const nothing: Json = Object.freeze({});

/** The object, or an empty one. */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : nothing;
}

/** The object, if it is one. */
export function maybeObject(value: unknown): Json | undefined {
  return isObject(value) ? value : undefined;
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Any string, the empty one too. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A string with something in it. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const LONGEST_WORD = 160;

/** An id or name short enough for the saved state. */
export function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_WORD ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function wholeOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

/** A number of tokens or the like: zero when there is none. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? Math.round(value) : 0;
}

/** The fields that have no place of their own in an event; empty ones are left out. */
export function restOf(value: Json, known: ReadonlySet<string>): Json | undefined {
  let rest: Json | undefined;
  for (const key in value) {
    if (known.has(key) || value[key] === undefined || value[key] === null) continue;
    rest ??= {};
    rest[key] = value[key];
  }
  return rest;
}

/** The same, with those that are null: there it says something that nothing does not. */
export function allBut(value: Json, known: ReadonlySet<string>): Json | undefined {
  let rest: Json | undefined;
  for (const key in value) {
    if (known.has(key) || value[key] === undefined) continue;
    rest ??= {};
    rest[key] = value[key];
  }
  return rest;
}
