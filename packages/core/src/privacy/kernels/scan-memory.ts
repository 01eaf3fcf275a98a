/**
 * The memory that texts are scanned in, for all scanners of the program, which take turns: none is interrupted. It is the
 * kernels' own where the engine has WebAssembly and lets it run, so that both they and scripts can look at all of it.
 */
import { KERNELS } from './kernels.gen.ts';
import { HELD_AT, MOST_HELD, PIECE, PIECE_AT, TABLES_AT } from './scan-layout.ts';

/** Loops in WebAssembly. */
export interface Kernels {
  /** See `LaneWalker`; `table` is an address. */
  walk(table: number, special: number, before: number, words: number, step: number): number;
  /** See `KnownValues`; `filter` is an address. */
  mayBeKnown(filter: number, shift: number, from: number, words: number): number;
  /** See `nextRun`; `kinds` is an address. */
  nextRun(kinds: number, from: number, length: number, shortest: number): number;
}

interface Engine {
  readonly Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

const PAGE = 65_536;
/** Addresses, not memory: what nobody has written to takes none. All rules together need a tenth of it. */
const ROOM = 64 * 1024 * 1024;

function open(): { memory: ArrayBuffer; kernels?: Kernels } {
  const { WebAssembly: engine } = globalThis as unknown as { WebAssembly?: Engine };
  try {
    if (engine) {
      const memory = new engine.Memory({ initial: ROOM / PAGE, maximum: ROOM / PAGE });
      const module = new engine.Module(Uint8Array.from(atob(KERNELS), (character) => character.charCodeAt(0)));
      const { exports } = new engine.Instance(module, { scan: { memory } });
      return { memory: memory.buffer, kernels: exports as Kernels };
    }
  } catch {
    // A page's policy forbids it, or there are too few addresses: scripts do the same.
  }
  return { memory: new ArrayBuffer(TABLES_AT) };
}

const opened = open();
export const { kernels } = opened;
export const scanMemory = opened.memory;

/** With room to move a part of it to the next multiple of four. */
export const pieceBytes = new Uint8Array(scanMemory, PIECE_AT, PIECE + 4);
/** The same, four bytes at a time, in the order in which the machine keeps them. */
export const pieceWords = new Uint32Array(scanMemory, PIECE_AT, PIECE / 4 + 1);
/** What a walk over the piece noticed. */
export const held = new Int32Array(scanMemory, HELD_AT, MOST_HELD);
