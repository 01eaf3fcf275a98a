/**
 * The lines of a log that tell of tokens, found without parsing the others: most of a log is output of tools, and looking
 * for a few bytes takes a tenth of the time. The first lines are always given: they say whose session it is.
 */
import type { UsageRecords } from '@hansard/core';

const NEWLINE = 10;
/** Lines that are given whatever they hold. */
const FIRST = 40;
/** How much of a line tells what it is. */
const BEGINNING = 200;

export class UsageLines {
  readonly #mark: Buffer | undefined;
  readonly #hollow: readonly Buffer[] | undefined;
  readonly #skips: RegExp | undefined;
  #pending: Buffer[] = [];
  #first = FIRST;

  constructor(records: UsageRecords) {
    this.#mark = 'mark' in records ? Buffer.from(records.mark) : undefined;
    this.#hollow = 'mark' in records ? records.hollow?.map((text) => Buffer.from(text)) : undefined;
    this.#skips = 'skips' in records ? records.skips : undefined;
  }

  /** The wanted lines of a chunk. They are parts of it, and valid as long as it is. */
  *push(chunk: Uint8Array): Iterable<Uint8Array> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      this.#pending.push(Buffer.from(bytes));
      return;
    }
    let from = 0;
    if (this.#pending.length > 0) {
      from = bytes.indexOf(NEWLINE) + 1;
      yield* this.#wanted(Buffer.concat([...this.#pending, bytes.subarray(0, from)]));
      this.#pending = [];
    }
    yield* this.#wanted(bytes.subarray(from, end));
    if (end < bytes.length) this.#pending.push(Buffer.from(bytes.subarray(end)));
  }

  /** What is left without an end of line. */
  rest(): Uint8Array {
    return Buffer.concat(this.#pending);
  }

  /** Of whole lines. */
  *#wanted(lines: Buffer): Iterable<Uint8Array> {
    let at = 0;
    while (this.#first > 0 && at < lines.length) {
      const end = lines.indexOf(NEWLINE, at) + 1;
      this.#first--;
      yield lines.subarray(at, end);
      at = end;
    }
    yield* this.#mark ? marked(lines, at, this.#mark, this.#hollow) : unskipped(lines, at, this.#skips);
  }
}

function* marked(lines: Buffer, from: number, mark: Buffer, hollow?: readonly Buffer[]): Iterable<Uint8Array> {
  for (let at = from; at < lines.length; ) {
    const found = lines.indexOf(mark, at);
    if (found < 0) return;
    const begin = lines.lastIndexOf(NEWLINE, found) + 1;
    at = lines.indexOf(NEWLINE, found) + 1;
    const hole = hollow && at - begin > WORTH ? holeIn(lines, begin, found, hollow) : undefined;
    if (!hole) yield lines.subarray(begin, at);
    else yield Buffer.concat([lines.subarray(begin, hole[0]), lines.subarray(hole[1], at)]);
  }
}

/** Shorter lines are parsed as quickly as they are cut. */
const WORTH = 1024;

function holeIn(
  lines: Buffer,
  begin: number,
  found: number,
  [from, to]: readonly Buffer[],
): [number, number] | undefined {
  const start = from ? lines.subarray(begin, found).indexOf(from) : -1;
  const end = to ? lines.subarray(begin, found).lastIndexOf(to) : -1;
  return start < 0 || end < start || !from ? undefined : [begin + start + from.length, begin + end];
}

/** Lines that follow one another are given as one piece. */
function* unskipped(lines: Buffer, from: number, skips: RegExp | undefined): Iterable<Uint8Array> {
  let begin = from;
  for (let at = from; at < lines.length; ) {
    const end = lines.indexOf(NEWLINE, at) + 1;
    const isSkipped = skips?.test(lines.toString('latin1', at, Math.min(end, at + BEGINNING))) === true;
    if (isSkipped) {
      if (begin < at) yield lines.subarray(begin, at);
      begin = end;
    }
    at = end;
  }
  if (begin < lines.length) yield lines.subarray(begin);
}
