/**
 * The innermost loop of looking for base64 and for numbers in WebAssembly text: from a place of the piece on, the next run
 * of so many bytes of a kind. The last of so many is looked at first, and then those before it: most of what is no run is
 * passed with one look. The script that does the same is `src/privacy/matching/byte-runs.ts`.
 */
import { MATTERS, PIECE_AT } from '../src/privacy/kernels/scan-layout.ts';

/** `nextRun(kinds, from, length, shortest)`, where `kinds` is an address. */
export const nextRun = `
  (func (export "nextRun") (param $kinds i32) (param $from i32) (param $length i32) (param $shortest i32) (result i32)
    (local $last i32) (local $kind i32) (local $seen i32)
    (loop $run
      (local.set $seen (i32.const 0))
      (local.set $last (i32.sub (i32.add (local.get $from) (local.get $shortest)) (i32.const 1)))
      (if (i32.ge_s (local.get $last) (local.get $length))
        (then (return (i32.sub (i32.const -1) (local.get $from)))))
      (loop $back
        (local.set $kind (i32.load8_u (i32.add (local.get $kinds) (i32.load8_u offset=${PIECE_AT} (local.get $last)))))
        (if (i32.eqz (local.get $kind))
          (then
            (local.set $from (i32.add (local.get $last) (i32.const 1)))
            (br $run)))
        (local.set $seen (i32.or (local.get $seen) (local.get $kind)))
        (local.set $last (i32.sub (local.get $last) (i32.const 1)))
        (br_if $back (i32.ge_s (local.get $last) (local.get $from))))
      (if (i32.eqz (i32.and (local.get $seen) (i32.const ${MATTERS})))
        (then
          (local.set $from (i32.add (local.get $from) (local.get $shortest)))
          (br $run))))
    (local.get $from))`;
