/** Reads inputs that come as parts rather than lines: documents that are rewritten whole, and rows of a database. */
import type {
  DocumentDialect,
  DocumentPart,
  InputContext,
  ProblemKind,
  Sink,
  StoreDialect,
} from '../adapters/contract.ts';
import type { StoreDatabase } from '../host.ts';
import type { Native } from '../transcript.ts';
import { fingerprint } from './fingerprint.ts';
import { guardedRead } from './guarded-read.ts';
import { type PlacedRecord, type ReadingClock, RecordOutput } from './record-output.ts';
import { readTime } from './time.ts';

export interface PartsRead {
  readonly key: string;
  readonly records: number;
}

/** The beginning of a text that is too large to be read. */
export interface TooLarge {
  readonly beginning: string;
  readonly message: string;
}

export function readDocument(dialect: DocumentDialect, text: string, sink: Sink, context: InputContext): PartsRead {
  return beginDocument(dialect, text, sink, context).read;
}

/** Reads a document; the reader that is returned takes what lies in other files. */
export function beginDocument(
  dialect: DocumentDialect,
  given: string | TooLarge,
  sink: Sink,
  context: InputContext,
): PartReader {
  const parsed = parseDocument(given, dialect.parse);
  const start = typeof given === 'string' ? given : given.beginning;
  const reader = new PartReader(dialect, fingerprint(new TextEncoder().encode(start.slice(0, 4096))), sink, context);
  if ('error' in parsed) reader.keep({ value: start, pointer: '' }, parsed.error, parsed.kind);
  else for (const part of dialect.records(parsed.value)) reader.push(part);
  return reader;
}

/** A part that lies in a file of its own. */
export function pushMember(reader: PartReader, pointer: string, given: string | TooLarge): void {
  const parsed = parseDocument(given);
  const value = typeof given === 'string' ? given : given.beginning;
  if ('error' in parsed) reader.keep({ value, pointer }, parsed.error, parsed.kind);
  else reader.push({ value: parsed.value, pointer });
}

export function readStoreSession(
  dialect: StoreDialect,
  database: StoreDatabase,
  nativeId: string,
  sink: Sink,
  context: InputContext,
): PartsRead {
  const reader = new PartReader(dialect, fingerprint(new TextEncoder().encode(nativeId)), sink, context);
  const rows = dialect.records(database, nativeId)[Symbol.iterator]();
  for (;;) {
    let next: IteratorResult<DocumentPart>;
    try {
      next = rows.next();
    } catch (error) {
      // A damaged page or a table of another shape: what was read so far stands.
      sink.problem({ kind: 'unreadable', message: `the database: ${(error as Error).message}`, pointer: nativeId });
      break;
    }
    if (next.done) break;
    reader.push(next.value);
  }
  return reader.read;
}

export class PartReader {
  readonly #dialect: DocumentDialect | StoreDialect;
  readonly #key: string;
  readonly #clock: ReadingClock;
  readonly #out: RecordOutput;
  readonly #state: unknown;
  #records = 0;

  constructor(dialect: DocumentDialect | StoreDialect, key: string, sink: Sink, context: InputContext) {
    this.#dialect = dialect;
    this.#key = key;
    this.#clock = { touched: 0, since: readTime(context.facts?.startedAt), fallback: context.modifiedAt };
    this.#out = new RecordOutput(sink, this.#clock);
    this.#state = dialect.begin(context);
  }

  get read(): PartsRead {
    return { key: this.#key, records: this.#records };
  }

  push(part: DocumentPart): void {
    const record = this.#next(part);
    const before = this.#clock.touched;
    const isRecord = isObject(part.value);
    if (isRecord) guardedRead(this.#dialect, this.#state, record, this.#out);
    if (this.#clock.touched > before) return;
    this.#out.unparsed(record, isRecord ? 'unknown-record' : 'not-an-object', 'no reader for this record', part.value);
  }

  /** Keeps a part that cannot be read. */
  keep(part: DocumentPart, message: string, kind: ProblemKind): void {
    this.#out.unparsed(this.#next(part), kind, message, part.value);
  }

  #next(part: DocumentPart): PartRecord {
    this.#records++;
    const record = new PartRecord(this.#key, part);
    this.#clock.record = record;
    return record;
  }
}

class PartRecord implements PlacedRecord {
  readonly value: unknown;
  readonly #key: string;
  readonly #pointer: string;

  constructor(key: string, part: DocumentPart) {
    this.#key = key;
    this.#pointer = part.pointer;
    this.value = part.value;
  }

  get ref(): string {
    return `${this.#key}@${this.#pointer}`;
  }

  native(type: string, id?: string): Native {
    return { type, ...(id === undefined ? {} : { id }), input: this.#key, pointer: this.#pointer };
  }

  place() {
    return { pointer: this.#pointer };
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function parseDocument(
  given: string | TooLarge,
  parse: (text: string) => unknown = JSON.parse,
): { value: unknown } | { error: string; kind: ProblemKind } {
  if (typeof given !== 'string') return { error: given.message, kind: 'record-too-large' };
  try {
    return { value: parse(given.charCodeAt(0) === 0xfeff ? given.slice(1) : given) };
  } catch (error) {
    return { error: `not a JSON document: ${(error as Error).message}`, kind: 'invalid-json' };
  }
}
