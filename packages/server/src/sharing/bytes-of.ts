/** A piece of output as bytes. */
import type { Piece } from '@hansard/core/formats/contract.ts';

export const bytesOf = (piece: Piece): Buffer =>
  typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
