/**
 * Marks of known values: four characters, hashed to a place in a filter. The kernels are made with the same numbers, so a
 * change here takes `npm run generate`.
 */

/** Characters of a mark. */
export const MARK = 4;
/** Makes small letters of four capitals at once. Other characters change as well: a mark only says where to look. */
export const SMALL = 0x20202020;
export const SPREAD = 0x9e3779b1;

/** The upper bits are the place in a filter. */
export const hashMark = (mark: number): number => Math.imul(mark, SPREAD);

/** Of the characters before `end`. */
export function markOf(text: string, end: number): number {
  let mark = 0;
  for (let i = end - MARK; i < end; i++) mark = (mark >>> 8) | (text.charCodeAt(i) << 24);
  return mark | SMALL;
}
