/**
 * What the agent wrote about an event, as values: the records of a log by their bytes, the parts of a document and the
 * rows of a database by their pointers. A reader serves one request: the documents that it has parsed are shared by all
 * events of it.
 */
import type { Adapter, Dialect, Event } from '@hansard/core';
import { integer, rowReader } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import type { ArchivedPlace } from '../events/event-place.ts';
import type { Originals } from '../originals/originals.ts';

/** A record or a document that is larger is not given. */
const LARGEST = 32 * 1024 * 1024;

const readThread = rowReader({ input_id: integer });

type Written = Pick<NonNullable<Event['native']>, 'start' | 'end' | 'pointer'>;

/** The file that a thread was read from. */
interface Input {
  readonly versionId: number;
  readonly dialect: Dialect | undefined;
}

export class PayloadReader {
  readonly #sql: Sql;
  readonly #originals: Originals;
  readonly #adapters: readonly Adapter[];
  readonly #parts = new Map<number, ReadonlyMap<string, unknown>>();

  constructor(sql: Sql, originals: Originals, adapters: readonly Adapter[]) {
    this.#sql = sql;
    this.#originals = originals;
    this.#adapters = adapters;
  }

  /** A list where several records were merged into the event. */
  payloadOf(place: ArchivedPlace, { native }: Event): unknown {
    const input = native && native.synthetic !== true ? this.#inputOf(place) : undefined;
    if (!native || !input) return undefined;
    const { merged = [] } = native;
    const payloads = inOrder([native, ...merged]).flatMap((record) => {
      const payload = this.#read(input, record);
      return payload === undefined ? [] : [payload];
    });
    return merged.length > 0 && payloads.length > 1 ? payloads : payloads[0];
  }

  #inputOf({ threadId, versionId }: ArchivedPlace): Input | undefined {
    const row = this.#sql.get('SELECT input_id FROM thread WHERE id = ?', threadId);
    const input = row && this.#originals.inputById(readThread(row).input_id);
    const version = versionId ?? (input && this.#originals.latest(input.id)?.id);
    if (!input || version === undefined) return undefined;
    const adapter = this.#adapters.find(({ id }) => id === input.agent);
    return { versionId: version, dialect: adapter?.dialects.find(({ id }) => id === input.dialect) };
  }

  #read(input: Input, { start, end, pointer }: Written): unknown {
    if (start !== undefined && end !== undefined) {
      return end - start > LARGEST ? undefined : recordIn(this.#bytes(input.versionId, start, end));
    }
    return pointer === undefined ? undefined : this.#partsOf(input).get(pointer);
  }

  #partsOf({ versionId, dialect }: Input): ReadonlyMap<string, unknown> {
    const known = this.#parts.get(versionId);
    if (known) return known;
    const whole = this.#bytes(versionId, 0, LARGEST + 1);
    const parts = new Map(whole.length > LARGEST || !dialect ? [] : partsIn(whole.toString('utf8'), dialect));
    this.#parts.set(versionId, parts);
    return parts;
  }

  #bytes(id: number, start: number, end: number): Buffer {
    return Buffer.concat([...this.#originals.read({ id }, start, end)]);
  }
}

/** As the agent wrote them: what came later may be what the event was made from in the end. */
function inOrder(records: readonly Written[]): readonly Written[] {
  return records.every(({ start }) => start !== undefined)
    ? [...records].sort((a, b) => (a.start as number) - (b.start as number))
    : records;
}

/** A record that is no JSON is given as the text that it is; one that is no text is not given. */
function recordIn(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) return undefined;
  return parsed(text) ?? text;
}

/** Rows are kept one a line, with their pointers; a document as it was written. */
function partsIn(text: string, dialect: Dialect): [string, unknown][] {
  if (dialect.kind === 'store') {
    return text.split('\n').flatMap((line) => {
      const row = parsed(line) as { pointer?: unknown; value?: unknown } | undefined;
      return typeof row?.pointer === 'string' ? [[row.pointer, row.value] as [string, unknown]] : [];
    });
  }
  const document = dialect.kind === 'document' && !dialect.transcripts ? parsed(text, dialect.parse) : undefined;
  if (document === undefined || dialect.kind !== 'document') return [];
  return [...dialect.records(document)].map(({ pointer, value }) => [pointer, value]);
}

function parsed(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
