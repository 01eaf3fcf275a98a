/**
 * The innermost loop of the automaton in WebAssembly text: four parts of a piece of text side by side, four bytes of
 * each in a round, written out. The script that does the same is `src/privacy/matching/script-lanes.ts`; without checks
 * of bounds, and with registers for a fourth lane, this one is nearly twice as fast.
 */
import { CLASSES_AT, HELD_AT, MOST_LANES, PIECE_AT } from '../src/privacy/kernels/scan-layout.ts';

const LANES = Array.from({ length: MOST_LANES }, (_, lane) => lane);
const BYTES = [0, 1, 2, 3];

/** `walk(table, special, before, words, step)`, where `table` is an address: see `LaneWalker`. */
export const walk = `
  (func (export "walk") (param $table i32) (param $special i32) (param $before i32) (param $words i32) (param $step i32)
    (result i32)
    (local $at i32) (local $end i32) (local $last i32) (local $count i32)
    ${LANES.map((lane) => `(local $state${lane} i32) (local $word${lane} i32) (local $begin${lane} i32)`).join('\n    ')}
    (local.set $state0 (local.get $before))
    (local.set $end (i32.shl (local.get $words) (i32.const 2)))
    ${LANES.map(begin).join('\n    ')}
    (block $done
      (br_if $done (i32.eqz (local.get $words)))
      (loop $next
        ${LANES.map(load).join('\n        ')}
        ${BYTES.flatMap((byte) => LANES.map((lane) => step(lane, byte))).join('\n        ')}
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br_if $next (i32.lt_u (local.get $at) (local.get $end)))))
    (i32.store offset=${HELD_AT} (i32.shl (local.get $count) (i32.const 2)) (local.get $state${MOST_LANES - 1}))
    (local.get $count))`;

function begin(lane: number): string {
  return `(local.set $begin${lane} (i32.mul (local.get $step) (i32.const ${4 * lane})))`;
}

function load(lane: number): string {
  return `(local.set $word${lane} (i32.load offset=${PIECE_AT} (i32.add (local.get $at) (local.get $begin${lane}))))`;
}

function step(lane: number, byte: number): string {
  const state = `$state${lane}`;
  const to = `(i32.add (local.get $last) (i32.load8_u offset=${CLASSES_AT} ${byteOf(lane, byte)}))`;
  return `(local.set $last (local.get ${state}))
        (local.set ${state} (i32.load (i32.add (local.get $table) (i32.shl ${to} (i32.const 2)))))
        (if (i32.ge_s (local.get ${state}) (local.get $special)) (then ${hold(state, lane, byte)}))`;
}

function byteOf(lane: number, byte: number): string {
  const word = `(local.get $word${lane})`;
  const shifted = byte === 0 ? word : `(i32.shr_u ${word} (i32.const ${8 * byte}))`;
  return byte === 3 ? shifted : `(i32.and ${shifted} (i32.const 255))`;
}

/** The state, the one before it, and where: the place in the lane times four, and the number of the lane. */
function hold(state: string, lane: number, byte: number): string {
  const place = `(i32.add (i32.shl (local.get $at) (i32.const 2)) (i32.const ${4 * byte + lane}))`;
  const to = '(i32.shl (local.get $count) (i32.const 2))';
  return `
          (i32.store offset=${HELD_AT} ${to} (local.get ${state}))
          (i32.store offset=${HELD_AT + 4} ${to} (local.get $last))
          (i32.store offset=${HELD_AT + 8} ${to} ${place})
          (local.set $count (i32.add (local.get $count) (i32.const 3)))`;
}
