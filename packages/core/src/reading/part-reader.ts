/** Reads inputs that come as parts rather than lines: documents that are rewritten whole, and rows of a database. */
import type { DocumentDialect, DocumentPart, InputContext, Sink, StoreDialect } from '../adapters/contract.ts';
import type { StoreDatabase } from '../host.ts';
import type { Native } from '../transcript.ts';
import { fingerprint } from './fingerprint.ts';
import { type PlacedRecord, type ReadingClock, RecordOutput } from './record-output.ts';

export interface PartsRead {
  readonly key: string;
  readonly records: number;
}

export function readDocument(dialect: DocumentDialect, text: string, sink: Sink, context: InputContext): PartsRead {
  const parsed = parseDocument(text);
  const key = fingerprint(new TextEncoder().encode(text.slice(0, 4096)));
  if ('error' in parsed) {
    const clock: ReadingClock = { touched: 0, fallback: context.modifiedAt };
    const record = new PartRecord(key, { value: text, pointer: '' });
    new RecordOutput(sink, clock).unparsed(record, 'invalid-json', parsed.error, text);
    return { key, records: 1 };
  }
  return readParts(dialect, dialect.records(parsed.value), key, sink, context);
}

export function readStoreSession(
  dialect: StoreDialect,
  database: StoreDatabase,
  nativeId: string,
  sink: Sink,
  context: InputContext,
): PartsRead {
  const key = fingerprint(new TextEncoder().encode(nativeId));
  return readParts(dialect, dialect.records(database, nativeId), key, sink, context);
}

function readParts(
  dialect: DocumentDialect | StoreDialect,
  parts: Iterable<DocumentPart>,
  key: string,
  sink: Sink,
  context: InputContext,
): PartsRead {
  const clock: ReadingClock = { touched: 0, fallback: context.modifiedAt };
  const out = new RecordOutput(sink, clock);
  const state = dialect.begin(context);
  let records = 0;
  for (const part of parts) {
    records++;
    const record = new PartRecord(key, part);
    clock.record = record;
    const before = clock.touched;
    if (isObject(part.value)) dialect.read(state, record, out);
    if (clock.touched === before) {
      const kind = isObject(part.value) ? 'unknown-record' : 'not-an-object';
      out.unparsed(record, kind, 'no reader for this record', part.value);
    }
  }
  return { key, records };
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

function parseDocument(text: string): { value: unknown } | { error: string } {
  try {
    return { value: JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) };
  } catch (error) {
    return { error: `not a JSON document: ${(error as Error).message}` };
  }
}
