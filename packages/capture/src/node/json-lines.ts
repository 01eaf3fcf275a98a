/** The lines of a file, piece by piece, split on newlines alone: a file may be longer than any string. */
import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const PIECE = 256 * 1024;

export function* jsonLines(path: string): Iterable<string> {
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.alloc(PIECE);
    const decoder = new StringDecoder('utf8');
    let rest: string[] = [];
    for (let size = readSync(file, piece); size > 0; size = readSync(file, piece)) {
      const [first = '', ...others] = decoder.write(piece.subarray(0, size)).split('\n');
      rest.push(first);
      const last = others.pop();
      if (last === undefined) continue;
      yield rest.join('');
      yield* others;
      rest = [last];
    }
    const end = rest.join('') + decoder.end();
    if (end !== '') yield end;
  } finally {
    closeSync(file);
  }
}
