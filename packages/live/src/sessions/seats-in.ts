/** Which sessions a wire that many share tells of. Their notes are found among all the rest without reading it. */
import { closeSync, openSync, readSync } from 'node:fs';
import { isObject } from '@hansard/core/reading/native-values.ts';
import { type JoinedNote, seatOfNote } from './seat.ts';

export interface SeatFound {
  readonly seat: number;
  readonly joined: JoinedNote;
  /** How the session left the process. */
  exit?: { readonly paused?: boolean };
}

const PIECE = 1024 * 1024;
const LF = 0x0a;
/** As the holder writes it, and nobody else: quotes inside of a message are escaped. */
const NOTE = Buffer.from('"dir":"note","msg":{"seat":');

export function seatsIn(path: string): SeatFound[] {
  const seats = new Map<number, SeatFound>();
  for (const line of noteLines(path)) readLine(seats, line);
  return [...seats.values()];
}

function readLine(seats: Map<number, SeatFound>, line: string): void {
  let msg: unknown;
  try {
    ({ msg } = JSON.parse(line) as { msg?: unknown });
  } catch {
    return;
  }
  const note = seatOfNote(msg);
  if (!note || !isObject(msg)) return;
  if (note.joined) seats.set(note.seat, { seat: note.seat, joined: note.joined });
  const found = seats.get(note.seat);
  if (found && isObject(msg['exit'])) found.exit = msg['exit'];
}

function* noteLines(path: string): Iterable<string> {
  const file = openSync(path, 'r');
  const piece = Buffer.allocUnsafe(PIECE);
  let rest = Buffer.alloc(0);
  try {
    for (;;) {
      const length = readSync(file, piece, 0, PIECE, null);
      if (length === 0) return;
      const data = Buffer.concat([rest, piece.subarray(0, length)]);
      const end = data.lastIndexOf(LF) + 1;
      for (let at = data.indexOf(NOTE); at >= 0 && at < end; at = data.indexOf(NOTE, at + 1)) {
        yield data.toString('utf8', data.lastIndexOf(LF, at) + 1, data.indexOf(LF, at));
      }
      rest = Buffer.from(data.subarray(end));
    }
  } finally {
    closeSync(file);
  }
}
