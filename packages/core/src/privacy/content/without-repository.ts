/**
 * An answer about a session without what it says of the repository, for profiles that leave it out. In a transcript it has
 * one place; answers and native records have it under several names, which stay, with nothing in them. A native record may
 * be there as the text that it is written in.
 */
import { DEEPEST } from '../walk/rewrite-strings.ts';

const NAMES = '(?:repo|repository|(?:git_?)?branch|(?:git_?)?remote(?:_?url)?)';
const OF_REPOSITORY = new RegExp(`^${NAMES}$`, 'i');
const WRITTEN = new RegExp(`("${NAMES}"[ \\t]{0,4}:[ \\t]{0,4})"(?:[^"\\\\]|\\\\.){0,400}"`, 'gi');

/** What is nested deeper is not told at all, by whoever rewrites the strings. */
export function withoutRepository<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return value.startsWith('{') ? (value.replace(WRITTEN, '$1null') as T) : value;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => withoutRepository(item, depth + 1)) as T;
  const entries = Object.entries(value).map(([name, inner]) => {
    return [name, OF_REPOSITORY.test(name) ? null : withoutRepository(inner, depth + 1)];
  });
  return Object.fromEntries(entries) as T;
}
