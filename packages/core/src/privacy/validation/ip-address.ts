/**
 * Which addresses say something about a person or a network. Loopback, unspecified, broadcast, multicast, masks, whole
 * networks and the well-known resolvers say nothing, and stay readable. Addresses kept for documentation are removed
 * like others: they are nobody's, but nothing is lost.
 */
import type { Check } from '../rule.ts';

type Reach = 'public' | 'private' | 'nobody';

/** Whose address it is; `undefined` when it is none. */
export function reachOfV4(text: string): Reach | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every(isOctet)) return undefined;
  const [a, b, c, d] = parts.map(Number) as [number, number, number, number];
  if (a === 0 || a === 127 || a >= 224 || isMask(a, b, c, d)) return 'nobody';
  if ((c === 0 && d === 0) || RESOLVERS.has(text)) return 'nobody';
  if (a === 10 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168)) return 'private';
  if ((a === 100 && b >= 64 && b < 128) || (a === 169 && b === 254)) return 'private';
  return 'public';
}

function isOctet(part: string): boolean {
  return /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256;
}

/** 255.255.255.0 and its like, which are no addresses of anything. */
function isMask(a: number, b: number, c: number, d: number): boolean {
  const inverted = ~((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  return a === 255 && (inverted & (inverted + 1)) === 0;
}

const RESOLVERS = new Set(['1.1.1.1', '1.0.0.1', '8.8.8.8', '8.8.4.4', '9.9.9.9', '208.67.222.222', '208.67.220.220']);

/** What is written before a version: a product and its slash or dash, an operator of a package manager, a word. */
const BEFORE_VERSION =
  /(?:[A-Za-z][\w.]{0,40}[/-]|[=<>~^]=? ?|version[\w"']{0,12}[\s:=("']{0,5}|release[\s-]?|build[\s-]?|(?:upgraded?|updated?|bump(?:ed)?|patch(?:ed)?) (?:[\w-]{1,20} )?(?:to )?|\b(?:oid|section|v8)["']?:? ["']?)$/i;
/** Numbers of a drawing stand side by side: `2.83-2.12 3.51.98.32 2.03.5`. */
const BEFORE_COORDINATE = /\d\.\d{1,6}[\s,-]$/;
const BEFORE_ADDRESS =
  /(?:host|ip|addr(?:ess)?|server|inet|from|peer|listen|bind|ping|ssh|dns|gateway)[\w"']{0,12}[\s:=("'[]{1,5}$/i;

/** `8.2.4.44` is a version or a section of a standard; hardly an address is as short. */
const LONGEST_SECTION = 8;
const isShort = (value: string): boolean => value.length <= LONGEST_SECTION && reachOfV4(value) === 'public';

/** Four parts that are a version: after a product or the word, or small enough to be one. */
export const isVersionNumber: Check = (value, text, start) => {
  const before = text.slice(Math.max(0, start - 48), start);
  if (before.endsWith('//') || BEFORE_ADDRESS.test(before)) return false;
  if (isShort(value) || BEFORE_VERSION.test(before) || BEFORE_COORDINATE.test(before)) return true;
  return /^-[a-z]/i.test(text.slice(start + value.length, start + value.length + 2));
};

/** Whose address it is; `undefined` when it is none. */
export function reachOfV6(text: string): Reach | undefined {
  const groups = groupsOf(text);
  if (groups === undefined) return undefined;
  const first = groups[0] as number;
  if (text.endsWith('::')) return 'nobody';
  const tail = groups.slice(0, 7).every((group) => group === 0);
  if (tail && (groups[7] as number) < 2) return 'nobody';
  if (first >= 0xff00) return 'nobody';
  if ((first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80) return 'private';
  return 'public';
}

/** The eight groups, with `::` filled in and a dotted tail taken as two. */
function groupsOf(text: string): number[] | undefined {
  const halves = text.replace(/%[\w.-]{1,32}$/, '').split('::');
  if (halves.length > 2) return undefined;
  const parts = halves.map((half) => (half === '' ? [] : half.split(':').flatMap(groupOf)));
  const known = parts.flat();
  if (known.some((group) => group < 0)) return undefined;
  const missing = 8 - known.length;
  if (halves.length === 1) return missing === 0 ? known : undefined;
  if (missing < 1) return undefined;
  return [...(parts[0] as number[]), ...new Array<number>(missing).fill(0), ...(parts[1] as number[])];
}

function groupOf(part: string): number[] {
  if (/^[\da-f]{1,4}$/i.test(part)) return [Number.parseInt(part, 16)];
  if (!part.includes('.') || reachOfV4(part) === undefined) return [-1];
  const [a, b, c, d] = part.split('.').map(Number) as [number, number, number, number];
  return [(a << 8) | b, (c << 8) | d];
}
