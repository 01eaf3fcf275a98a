/**
 * JSON in the one form that signatures and hashes are made of (RFC 8785): members sorted by UTF-16 units, nothing between
 * tokens, numbers and strings as ECMAScript writes them.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return scalar(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

function scalar(value: unknown): string {
  const text = JSON.stringify(value);
  if (text !== undefined && !(typeof value === 'number' && !Number.isFinite(value))) return text;
  throw new TypeError(`no JSON: ${typeof value}`);
}
