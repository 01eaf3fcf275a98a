/**
 * Which addresses say something about a person or a network. Loopback, unspecified, broadcast, multicast, masks and
 * the ranges kept for documentation say nothing, and stay readable.
 */
type Reach = 'public' | 'private' | 'nobody';

/** Whose address it is; `undefined` when it is none. */
export function reachOfV4(text: string): Reach | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every(isOctet)) return undefined;
  const [a, b, c, d] = parts.map(Number) as [number, number, number, number];
  if (a === 0 || a === 127 || a >= 224 || isMask(a, b, c, d)) return 'nobody';
  if (isDocumentation(a, b, c)) return 'nobody';
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

/** RFC 5737 and RFC 2544. */
function isDocumentation(a: number, b: number, c: number): boolean {
  const net = `${a}.${b}.${c}`;
  return net === '192.0.2' || net === '198.51.100' || net === '203.0.113' || (a === 198 && (b === 18 || b === 19));
}

/** Whose address it is; `undefined` when it is none. */
export function reachOfV6(text: string): Reach | undefined {
  const groups = groupsOf(text);
  if (groups === undefined) return undefined;
  const [first, second] = groups as [number, number];
  const tail = groups.slice(0, 7).every((group) => group === 0);
  if (tail && (groups[7] as number) < 2) return 'nobody';
  if (first === 0x2001 && second === 0xdb8) return 'nobody';
  if (first === 0x3fff && second < 0x1000) return 'nobody';
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
