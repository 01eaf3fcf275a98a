/**
 * Amp's records: threads as `amp threads export` and the local files of 2025 write them, and the messages of
 * `amp --execute --stream-json`. They are untrusted: every field is checked where it is used.
 */

// biome-ignore lint/suspicious/noExplicitAny: native records are untrusted; readers check what they use
export type Native = Record<string, any>;

export function isObject(value: unknown): value is Native {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

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

/** The fields that no other part of the event holds. */
export function restOf(value: Native, known: ReadonlySet<string>): Native | undefined {
  let rest: Native | undefined;
  for (const key in value) {
    if (known.has(key) || value[key] === undefined) continue;
    rest ??= {};
    rest[key] = value[key];
  }
  return rest;
}
