/**
 * The innermost loop of looking for numbers in WebAssembly text: from a place of the piece on, the next number that has
 * enough digits. One with so many digits is at least as long, so that only one byte in so many is looked at until it may
 * be part of a number. The expression that says the same is in `src/privacy/matching/number-rules.ts`.
 */
import { NUMBER_BYTES_AT, PIECE_AT } from '../src/privacy/matching/scan-layout.ts';

const kindAt = (place: string): string =>
  `(i32.load8_u offset=${NUMBER_BYTES_AT} (i32.load8_u offset=${PIECE_AT} ${place}))`;

/**
 * `nextNumber(from, length, fewest)`: the place behind the last of so many digits. Where there are none, less than
 * nought: minus one less where a number begins that the piece cuts off, or `length` where none does.
 */
export const nextNumber = `
  (func (export "nextNumber") (param $from i32) (param $length i32) (param $fewest i32) (result i32)
    (local $at i32) (local $start i32) (local $digits i32) (local $kind i32)
    (block $out
      (loop $run
        (local.set $at (i32.sub (i32.add (local.get $from) (local.get $fewest)) (i32.const 1)))
        (block $inside
          (loop $skip
            (br_if $out (i32.ge_s (local.get $at) (local.get $length)))
            (br_if $inside ${kindAt('(local.get $at)')})
            (local.set $from (i32.add (local.get $at) (i32.const 1)))
            (local.set $at (i32.add (local.get $at) (local.get $fewest)))
            (br $skip)))
        (local.set $start (local.get $at))
        (block $begun
          (loop $back
            (br_if $begun (i32.le_s (local.get $start) (local.get $from)))
            (br_if $begun (i32.eqz ${kindAt('(i32.sub (local.get $start) (i32.const 1))')}))
            (local.set $start (i32.sub (local.get $start) (i32.const 1)))
            (br $back)))
        (local.set $at (local.get $start))
        (local.set $digits (i32.const 0))
        (block $ended
          (loop $on
            (if (i32.ge_s (local.get $at) (local.get $length))
              (then (return (i32.sub (i32.const -1) (local.get $start)))))
            (local.set $kind ${kindAt('(local.get $at)')})
            (br_if $ended (i32.eqz (local.get $kind)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (if (i32.eq (local.get $kind) (i32.const 1)) (then
              (local.set $digits (i32.add (local.get $digits) (i32.const 1)))
              (if (i32.ge_s (local.get $digits) (local.get $fewest)) (then (return (local.get $at))))))
            (br $on)))
        (local.set $from (i32.add (local.get $at) (i32.const 1)))
        (br $run)))
    (local.set $start (local.get $length))
    (block $cut
      (loop $tail
        (br_if $cut (i32.le_s (local.get $start) (local.get $from)))
        (br_if $cut (i32.eqz ${kindAt('(i32.sub (local.get $start) (i32.const 1))')}))
        (local.set $start (i32.sub (local.get $start) (i32.const 1)))
        (br $tail)))
    (i32.sub (i32.const -1) (local.get $start)))`;
