/**
 * A key of 104 bits for a text: four 32-bit lanes of multiply and shift over its UTF-16 units. It tells texts of one
 * conversation apart and runs in any runtime at once; it is no security hash.
 */
export function hash(text: string): string {
  let a = 0x9e3779b1;
  let b = 0x85ebca6b;
  let c = 0xc2b2ae35;
  let d = 0x27d4eb2f;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5bd1e995);
    c = Math.imul((c ^ unit) + (a >>> 15), 0x2c1b3c6d);
    d = Math.imul((d ^ unit) + (b >>> 13), 0x297a2d39);
  }
  const length = text.length;
  return lane(a ^ length) + lane(b ^ (a >>> 16)) + lane(c ^ (b >>> 15)) + lane(d ^ (c >>> 14));
}

function lane(value: number): string {
  const mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 6).toString(36).padStart(6, '0');
}
