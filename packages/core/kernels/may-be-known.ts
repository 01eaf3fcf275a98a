/**
 * The innermost loop of looking for known values in WebAssembly text: from a word of the piece on, the next word at one
 * of whose four bytes a mark may begin, by the filter. `KnownValues` has the script that does the same.
 */

import { PIECE_AT } from '../src/privacy/kernels/scan-layout.ts';
import { SMALL, SPREAD } from '../src/privacy/matching/known-marks.ts';

const BYTES = [0, 1, 2, 3];

/** `mayBeKnown(filter, shift, from, words)`: `words` when there is none before. `filter` is an address. */
export const mayBeKnown = `
  (func (export "mayBeKnown") (param $filter i32) (param $shift i32) (param $from i32) (param $words i32) (result i32)
    (local $at i32) (local $end i32)
    (local.set $at (i32.shl (local.get $from) (i32.const 2)))
    (local.set $end (i32.shl (local.get $words) (i32.const 2)))
    (block $found
      (loop $next
        (br_if $found (i32.ge_u (local.get $at) (local.get $end)))
        (br_if $found ${BYTES.map(isIn).reduce((a, b) => `(i32.or ${a} ${b})`)})
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $next)))
    (i32.shr_u (local.get $at) (i32.const 2)))`;

function isIn(byte: number): string {
  const mark = `(i32.or (i32.load offset=${PIECE_AT + byte} align=1 (local.get $at)) (i32.const ${SMALL}))`;
  const place = `(i32.shr_u (i32.mul ${mark} (i32.const ${SPREAD})) (local.get $shift))`;
  return `(i32.load8_u (i32.add (local.get $filter) ${place}))`;
}
