/** Ways in which logs are damaged in real life, for the contract suite. */

/** A small deterministic random source, so that failures repeat. */
export function randomFrom(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * limit);
  };
}

export function linesOf(bytes: Uint8Array): string[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((line) => line.trim() !== '');
}

/** An object that throws where a text is expected. */
export const UNTEXTED = { toString: 1, valueOf: 2 };

/** Replaces one value somewhere in a JSON value by one of another type. */
export function mistype(value: unknown, random: (limit: number) => number): unknown {
  const odd = [null, 0, -1, 1e300, '', 'x', true, [], {}, [null], { a: [] }, '\ud800', '2026-13-45T99:99:99Z'];
  const pick = () => odd[random(odd.length)];
  if (typeof value !== 'object' || value === null || random(5) === 0) return pick();
  const keys = Object.keys(value);
  if (keys.length === 0) return pick();
  const key = keys[random(keys.length)] as string;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  if (random(12) === 0 && !Array.isArray(copy)) delete copy[key];
  else (copy as Record<string, unknown>)[key] = mistype((value as Record<string, unknown>)[key], random);
  return copy;
}

/** The same line as another record would write it: every id-like token gets a number. */
export function renumberIds(line: string, round: number): string {
  const digits = round.toString(16).padStart(8, '0');
  return line
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}-)/g, `${digits}$1`)
    .replaceAll(/\b([a-z]{2,6}_)([0-9A-Za-z]{8,})/g, `$1${digits}$2`);
}
