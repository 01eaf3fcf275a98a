/**
 * A text as bytes, one for each UTF-16 unit, so that places in the bytes are places in the text. Units above 255 lose
 * their upper half: that can suggest a keyword where there is none, but never hide one. Walking bytes is twice as fast
 * as asking a string for its units.
 */
import { PIECE } from './scan-layout.ts';
import { pieceBytes, pieceWords, scanMemory } from './scan-memory.ts';

interface FastBuffer extends Uint8Array {
  latin1Write(text: string, offset: number): number;
}

/** A call out of the engine costs more than copying so few. */
export const SHORT = 24;

const node = (
  globalThis as unknown as { Buffer?: { from(memory: ArrayBuffer, at: number, length: number): FastBuffer } }
).Buffer;
const buffer = node?.from(scanMemory, pieceBytes.byteOffset, pieceBytes.length);
pieceBytes.set([1, 0, 0, 0]);
/** The first of four bytes is the lowest; on the few machines where it is not, bytes are taken one by one. */
export const LOWEST_FIRST = pieceWords[0] === 1;

/** What the piece holds: several look at the same text one after the other, and it is copied for the first of them. */
let loadedText = '';
let loadedStart = 0;

/** Fills the piece with the text from `start` on and says how many units it took. */
export function loadPiece(text: string, start: number): number {
  const length = Math.min(PIECE, text.length - start);
  if (start === loadedStart && text === loadedText) return length;
  loadedText = text;
  loadedStart = start;
  if (buffer && length > SHORT) {
    buffer.latin1Write(start === 0 && length === text.length ? text : text.slice(start, start + length), 0);
    return length;
  }
  for (let i = 0; i < length; i++) pieceBytes[i] = text.charCodeAt(start + i);
  return length;
}
