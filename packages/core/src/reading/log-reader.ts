/**
 * Reads a log as its bytes arrive and hands each record to the dialect. It can stop at any byte: `finish` gives
 * what must be saved to go on later, and reading the rest then gives the same events as reading the whole.
 * Memory is bounded by the largest record.
 */
import type { InputContext, LogDialect, ProblemKind, Sink } from '../adapters/contract.ts';
import type { Native } from '../transcript.ts';
import { toBase64 } from './base64.ts';
import { decodeText, isLossy } from './decode-text.ts';
import { fingerprint } from './fingerprint.ts';
import { guardedRead } from './guarded-read.ts';
import { LineTexts } from './line-texts.ts';
import { type PlacedRecord, type ReadingClock, RecordOutput } from './record-output.ts';
import { parseObject, recoverLine } from './recover-line.ts';

/** What to keep between two readings of a log: at most 64 KiB as JSON. */
export interface SavedLog {
  /** First byte that was not read. */
  offset: number;
  line: number;
  records: number;
  /** Fingerprint of the first record, once there is one. */
  key?: string;
  time?: string;
  /** Start of the session, where no record had a time yet. */
  since?: string;
  /** The last record had no newline behind it (yet). */
  open?: boolean;
  state: unknown;
}

export interface FinishOptions {
  /** The input will not grow: what is left over is kept as an unparsed event (not part of the saved state). */
  final?: boolean;
}

export const MAX_RECORD_BYTES = 128 * 1024 * 1024;
const KEPT_OF_TOO_LARGE = 64 * 1024;
const NEWLINE = 10;

const STUMP_MESSAGES: Partial<Record<ProblemKind, string>> = {
  'not-an-object': 'a JSON value that is no object',
  'invalid-json': 'not a JSON record',
  truncated: 'the input ends inside this record',
};

export class LogReader {
  readonly #dialect: LogDialect;
  readonly #out: RecordOutput;
  readonly #clock: ReadingClock;
  readonly #record = new LineRecord();
  readonly #texts = new LineTexts();
  readonly #maxBytes: number;
  readonly #prefix: Uint8Array;
  #state: unknown;
  #records: number;
  #line: number;
  #open: boolean;
  /** Byte offset of the line under way. */
  #start: number;
  /** Beginning of the line under way, from earlier chunks. */
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  /** The line under way is over the limit: only its beginning is kept. */
  #tooLong = false;

  constructor(dialect: LogDialect, sink: Sink, context: InputContext, saved?: SavedLog, maxBytes = MAX_RECORD_BYTES) {
    this.#dialect = dialect;
    this.#clock = { touched: 0, time: saved?.time, since: saved?.since, fallback: context.modifiedAt };
    this.#out = new RecordOutput(sink, this.#clock);
    this.#maxBytes = maxBytes;
    this.#prefix = new TextEncoder().encode(dialect.prefix ?? '');
    this.#state = saved ? structuredClone(saved.state) : dialect.begin(context);
    this.#start = saved?.offset ?? 0;
    this.#line = saved?.line ?? 0;
    this.#records = saved?.records ?? 0;
    this.#open = saved?.open ?? false;
    this.#record.key = saved?.key ?? '';
    this.#clock.record = this.#record;
  }

  push(chunk: Uint8Array): void {
    this.#texts.begin(chunk);
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(NEWLINE, from);
      if (at < 0) break;
      if (this.#pendingBytes > 0) {
        this.#hold(chunk, from, at);
        this.#endPending();
      } else {
        this.#readLine(chunk, from, at);
        this.#start += at - from;
      }
      this.#start++;
      this.#open = false;
      from = at + 1;
    }
    if (from < chunk.length) this.#hold(chunk, from, chunk.length);
  }

  /** Ends this reader: what it returns is all that another one needs. */
  finish(options: FinishOptions = {}): SavedLog {
    const rest = !this.#tooLong ? joinBytes(this.#pending) : undefined;
    const text = rest ? decodeText(rest, this.#afterPrefix(rest, 0), rest.length) : '';
    const value = this.#pendingBytes > 0 ? parseObject(text.replace(/^\ufeff/, '')) : undefined;
    if (rest && value) {
      this.#readLine(rest, 0, rest.length);
      this.#start += this.#pendingBytes;
      this.#line--;
      this.#open = true;
      this.#clear();
    }
    const hasTail = options.final === true && this.#pendingBytes > 0;
    const saved = this.#save(hasTail);
    if (hasTail) {
      if (rest) this.#readTail(rest);
      else this.#tooLarge();
    }
    return saved;
  }

  /**
   * What another reader needs to go on from here, while this one goes on too. Undefined inside a record: there is
   * nothing to go on from.
   */
  checkpoint(): SavedLog | undefined {
    return this.#pendingBytes > 0 ? undefined : this.#save(true);
  }

  /** A copy of the state is only needed where reading goes on behind what is saved. */
  #save(goesOn: boolean): SavedLog {
    return {
      offset: this.#start,
      line: this.#line,
      records: this.#records,
      key: this.#record.key || undefined,
      time: this.#clock.time,
      since: this.#clock.since,
      open: this.#open || undefined,
      state: goesOn ? structuredClone(this.#state) : this.#state,
    };
  }

  #hold(chunk: Uint8Array, from: number, to: number): void {
    const bytes = to - from;
    this.#pendingBytes += bytes;
    if (this.#tooLong) return;
    this.#pending.push(copyBytes(chunk, from, Math.min(to, from + Math.max(KEPT_OF_TOO_LARGE, this.#maxBytes))));
    if (this.#pendingBytes <= this.#maxBytes) return;
    this.#pending = [joinBytes(this.#pending).slice(0, KEPT_OF_TOO_LARGE)];
    this.#tooLong = true;
  }

  #endPending(): void {
    if (this.#tooLong) {
      this.#line++;
      this.#tooLarge();
    } else {
      const bytes = joinBytes(this.#pending);
      this.#readLine(bytes, 0, bytes.length);
    }
    this.#start += this.#pendingBytes;
    this.#clear();
  }

  #clear(): void {
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#tooLong = false;
  }

  /** Reads `bytes[from, to)`, a line that begins at `#start` in the input. */
  #readLine(bytes: Uint8Array, from: number, to: number): void {
    this.#line++;
    let begin = from;
    if (this.#start === 0 && bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf) begin += 3;
    begin = this.#afterPrefix(bytes, begin);
    const text = this.#texts.of(bytes, begin, to);
    if (isBlank(text)) return;
    const start = this.#start + (begin - from);
    const end = this.#start + (to - from);
    const value = quickParse(text);
    if (!value) {
      this.#recover(bytes.subarray(begin, to), start);
      return;
    }
    this.#know(bytes, begin, to);
    if (this.#open) this.#glued(start, end);
    if (text.includes('\ufffd')) this.#warnIfLossy(bytes.subarray(begin, to), start);
    this.#read(value, start, end);
  }

  #afterPrefix(bytes: Uint8Array, at: number): number {
    const prefix = this.#prefix;
    return prefix.length > 0 && prefix.every((byte, i) => bytes[at + i] === byte) ? at + prefix.length : at;
  }

  /** The first record, or what stands in its place, gives the input its key. */
  #know(bytes: Uint8Array, start: number, end: number): void {
    if (this.#record.key === '') this.#record.key = fingerprint(bytes, start, end);
  }

  #read(value: object, start: number, end: number): void {
    this.#records++;
    const record = this.#record;
    record.set(value, start, end, this.#line);
    const before = this.#clock.touched;
    guardedRead(this.#dialect, this.#state, record, this.#out);
    if (this.#clock.touched === before) {
      this.#out.unparsed(record, 'unknown-record', 'no reader for this record', value);
    }
  }

  #recover(bytes: Uint8Array, start: number, lastStump?: ProblemKind): void {
    let records = this.#open ? 1 : 0;
    for (const piece of recoverLine(bytes)) {
      const from = start + piece.start;
      const to = start + piece.end;
      const part = bytes.subarray(piece.start, piece.end);
      this.#know(part, 0, part.length);
      if (piece.value) {
        if (records++ > 0) this.#glued(from, to);
        else if (bytes[0] === 0) this.#problem('nul-bytes', 'NUL bytes before this record', start, from);
        this.#warnIfLossy(part, from);
        this.#read(piece.value, from, to);
      } else this.#stump(part, from, to, piece.end === bytes.length ? lastStump : undefined);
    }
  }

  #glued(start: number, end: number): void {
    this.#problem('glued-records', 'this record follows another on the same line', start, end);
  }

  #warnIfLossy(bytes: Uint8Array, start: number): void {
    if (!isLossy(decodeText(bytes, 0, bytes.length), bytes)) return;
    this.#problem('invalid-utf8', 'bytes that are not UTF-8 were replaced by U+FFFD', start, start + bytes.length);
  }

  /** Keeps what is no record. */
  #stump(bytes: Uint8Array, start: number, end: number, kind?: ProblemKind): void {
    this.#records++;
    this.#record.set(undefined, start, end, this.#line);
    const text = decodeText(bytes, 0, bytes.length);
    const raw = isLossy(text, bytes) ? { base64: toBase64(bytes) } : text;
    const found = kind ?? (isJson(text) ? 'not-an-object' : 'invalid-json');
    this.#out.unparsed(this.#record, found, STUMP_MESSAGES[found] ?? 'not a record', raw);
  }

  /** The rest of an input that will not grow: its last piece was being written when the agent stopped. */
  #readTail(bytes: Uint8Array): void {
    this.#line++;
    if (!isBlank(decodeText(bytes, 0, bytes.length))) this.#recover(bytes, this.#start, 'truncated');
  }

  #tooLarge(): void {
    const head = joinBytes(this.#pending);
    this.#know(head, 0, head.length);
    this.#records++;
    this.#record.set(undefined, this.#start, this.#start + this.#pendingBytes, this.#line);
    const message = `a record of ${this.#pendingBytes} bytes; the limit is ${this.#maxBytes}`;
    this.#out.unparsed(this.#record, 'record-too-large', message, decodeText(head, 0, head.length));
  }

  #problem(kind: 'glued-records' | 'invalid-utf8' | 'nul-bytes', message: string, start: number, end: number): void {
    this.#record.set(undefined, start, end, this.#line);
    this.#out.problem(kind, message);
  }
}

/** One object serves every line: dialects use it during the call and never keep it. */
class LineRecord implements PlacedRecord {
  #key = '';
  /** Every record without an id asks for its ref: what they share is joined once. */
  #prefix = '@';
  value: unknown;
  #start = 0;
  #end = 0;
  #line = 0;

  set(value: unknown, start: number, end: number, line: number): void {
    this.value = value;
    this.#start = start;
    this.#end = end;
    this.#line = line;
  }

  get key(): string {
    return this.#key;
  }

  set key(key: string) {
    this.#key = key;
    this.#prefix = `${key}@`;
  }

  get ref(): string {
    return this.#prefix + this.#start;
  }

  native(type: string, id?: string): Native {
    return id === undefined
      ? { type, input: this.#key, start: this.#start, end: this.#end }
      : { type, id, input: this.#key, start: this.#start, end: this.#end };
  }

  place() {
    return { line: this.#line, start: this.#start, end: this.#end };
  }
}

function quickParse(text: string): object | undefined {
  const first = text.charCodeAt(0);
  // Arrays, strings and numbers are no records; leading blanks are rare enough for the slow path.
  return first === 123 ? parseObject(text) : undefined;
}

function isBlank(text: string): boolean {
  return text.length === 0 || (text.charCodeAt(0) <= 32 && text.trim() === '');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Buffer.slice would be a view into a chunk that is about to be reused. */
function copyBytes(chunk: Uint8Array, from: number, to: number): Uint8Array {
  return Uint8Array.prototype.slice.call(chunk, from, to);
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
