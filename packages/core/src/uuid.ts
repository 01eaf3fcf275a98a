/** A UUID of version 4's form made from a hash, for identities that must come out the same every time. */
export function uuidFrom(hexDigest: string): string {
  const h = hexDigest;
  const variant = ((Number.parseInt(h[16] ?? '0', 16) & 3) | 8).toString(16);
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-${variant}${h.slice(17, 20)}-${h.slice(20, 32)}`;
}
