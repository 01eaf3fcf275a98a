/**
 * Whether what was said now is what was said then. Ids, times and folders are never the same twice: what stands in their place now is
 * remembered, so that what the agent says later can name it.
 */
type Json = unknown;

/** Values of then by what stands for them now. */
export type Renamed = Map<string, Json>;

const OWN_NAMES =
  /(?:^|_)(?:id|uuid|at|time|timestamp|token|cwd|directory|version)$|(?:Id|Ids|ID|Uuid|At|Path|Directory|Version)$/;
/** Whoever speaks introduces itself in its own words. */
const INTRODUCTIONS: ReadonlySet<string> = new Set([
  'clientInfo',
  'clientCapabilities',
  'capabilities',
  '_meta',
  'env',
]);

/** The first place where the two differ; undefined when they mean the same. */
export function difference(then: Json, now: Json, renamed: Renamed, path = ''): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (INTRODUCTIONS.has(name)) return undefined;
  if (isObject(then) && isObject(now)) return objectDifference(then, now, renamed, path);
  if (Array.isArray(then) && Array.isArray(now)) {
    if (then.length !== now.length) return `${path}: ${then.length} items then, ${now.length} now`;
    return first(then.map((one, i) => () => difference(one, now[i], renamed, `${path}/${i}`)));
  }
  if (Object.is(then, now)) return undefined;
  if (OWN_NAMES.test(name) && isScalar(then) && isScalar(now)) {
    renamed.set(keyOf(then), now);
    return undefined;
  }
  if (isScalar(then) && Object.is(renamed.get(keyOf(then)), now)) return undefined;
  return `${path || '/'}: ${shown(then)} then, ${shown(now)} now`;
}

function objectDifference(then: Record<string, Json>, now: Record<string, Json>, renamed: Renamed, path: string) {
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])];
  return first(
    names.map((name) => () => {
      const [before, after] = [then[name], now[name]];
      // Fields that say nothing may be left out.
      if (isNothing(before) && isNothing(after)) return undefined;
      return difference(before, after, renamed, `${path}/${name}`);
    }),
  );
}

const isNothing = (value: Json): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** What was said then, with the names of now. */
export function withNames(value: Json, renamed: Renamed): Json {
  if (Array.isArray(value)) return value.map((one) => withNames(one, renamed));
  if (isObject(value)) {
    // Numbers stand for something only where they are ids.
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        typeof one === 'number' && !OWN_NAMES.test(name) ? one : withNames(one, renamed),
      ]),
    );
  }
  const known = isScalar(value) ? renamed.get(keyOf(value)) : undefined;
  return known === undefined ? value : known;
}

type Look = () => string | undefined;

function first(looks: readonly Look[]): string | undefined {
  for (const look of looks) {
    const found = look();
    if (found !== undefined) return found;
  }
  return undefined;
}

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: Json): boolean => typeof value === 'string' || typeof value === 'number';
const keyOf = (value: Json): string => `${typeof value} ${String(value)}`;
const LONGEST = 120;

function shown(value: Json): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
