/**
 * Room for tables in the memory of the kernels. What is no longer used is given to the next of the same size; where there
 * is no room, a table lies elsewhere and is used by a script.
 */
import { TABLES_AT } from '../kernels/scan-layout.ts';
import { kernels, scanMemory } from '../kernels/scan-memory.ts';

interface Place {
  readonly at: number;
  readonly bytes: number;
}

const free = new Map<number, number[]>();
let next = TABLES_AT;

const released = new FinalizationRegistry<Place>(({ at, bytes }) => {
  const same = free.get(bytes);
  if (same) same.push(at);
  else free.set(bytes, [at]);
});

/** So many numbers, all of them nought. */
export function newTable(length: number): Int32Array {
  return placed(4 * length, (at) => new Int32Array(scanMemory, at, length).fill(0)) ?? new Int32Array(length);
}

/** The same of bytes. */
export function newBytes(length: number): Uint8Array {
  return placed(length, (at) => new Uint8Array(scanMemory, at, length).fill(0)) ?? new Uint8Array(length);
}

export const isInKernels = (table: Int32Array | Uint8Array): boolean =>
  kernels !== undefined && table.buffer === scanMemory;

function placed<T extends object>(length: number, make: (at: number) => T): T | undefined {
  const bytes = (length + 3) & ~3;
  const at = kernels && (free.get(bytes)?.pop() ?? newPlace(bytes));
  if (at === undefined) return undefined;
  const table = make(at);
  released.register(table, { at, bytes });
  return table;
}

function newPlace(bytes: number): number | undefined {
  if (next + bytes > scanMemory.byteLength) return undefined;
  next += bytes;
  return next - bytes;
}
