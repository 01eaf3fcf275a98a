/**
 * Where things lie in the memory that texts are scanned in. The kernels (`packages/core/kernels`) are made with the same
 * numbers, so a change here takes `npm run generate`.
 */

/** The class of each byte. */
export const CLASSES_AT = 0;
/** What each byte is in a number, whether it is one of base64, and what it is in a list of bytes. */
export const NUMBER_BYTES_AT = 256;
export const BASE64_BYTES_AT = 512;
export const LIST_BYTES_AT = 768;
/** Of a run of bytes of a kind, one must be marked with this: others only stand between. */
export const MATTERS = 1;
/** The piece of text that is looked at. Texts are cut into pieces of this size, which stay in the processor's cache. */
export const PIECE_AT = 1_024;
export const PIECE = 16_384;
/** Behind the piece, so that four bytes can be read at its last. */
const SLACK = 256;

/** Parts of a piece that are walked side by side, at most, and how much they may overlap. */
export const MOST_LANES = 4;
export const LONGEST_OVERLAP = 128;

/** What happened, three numbers each, and one behind the last. */
export const HELD_AT = PIECE_AT + PIECE + SLACK;
export const MOST_HELD = 3 * (PIECE + MOST_LANES * LONGEST_OVERLAP) + 1;

/** From here on lie tables of automata. */
export const TABLES_AT = (HELD_AT + 4 * MOST_HELD + 255) & ~255;
