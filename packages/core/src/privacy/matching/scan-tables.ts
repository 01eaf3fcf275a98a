/**
 * Room for the tables of automata in the memory of the kernels. What is no longer used is given to the next of the same
 * size; where there is no room, a table lies elsewhere and is walked by a script.
 */
import { TABLES_AT } from './scan-layout.ts';
import { kernels, scanMemory } from './scan-memory.ts';

interface Place {
  readonly at: number;
  readonly length: number;
}

const free = new Map<number, number[]>();
let next = TABLES_AT;

const released = new FinalizationRegistry<Place>(({ at, length }) => {
  const same = free.get(length);
  if (same) same.push(at);
  else free.set(length, [at]);
});

/** So many numbers, all of them to be written. */
export function newTable(length: number): Int32Array {
  const at = kernels && placeFor(length);
  if (at === undefined) return new Int32Array(length);
  const table = new Int32Array(scanMemory, at, length);
  released.register(table, { at, length });
  return table;
}

function placeFor(length: number): number | undefined {
  const known = free.get(length)?.pop();
  if (known !== undefined) return known;
  const end = next + 4 * length;
  if (end > scanMemory.byteLength) return undefined;
  const at = next;
  next = end;
  return at;
}
