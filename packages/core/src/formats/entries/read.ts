/**
 * Reads entries, one a line. A file of ours gives its transcripts back; the entries of somebody else become one
 * transcript, in which each source has the order of its sequence numbers, as entries may arrive out of order.
 */
import { measure } from '../../reading/metrics.ts';
import { isObject } from '../../reading/native-values.ts';
import { Event, SCHEMA_VERSION, Transcript } from '../../transcript.ts';
import { uuidFrom } from '../../uuid.ts';
import type { FormatContext, Pieces, ReadPiece, TranscriptHeader } from '../contract.ts';
import { problemAt, readLine } from '../json-line.ts';
import { type Check, checkerOf, type ShapeProblem } from '../shape-check.ts';
import { type Line, linesOf } from '../text-pieces.ts';
import { type LooseEntry, TranscriptEntry } from './entry.ts';
import { FOREIGN, foreignEvent, HEADER, isOwn, modelsOf, ownEvent, sessionIdOf } from './read-event.ts';

export async function* readEntries(pieces: Pieces, context: FormatContext): AsyncIterable<ReadPiece> {
  const reader = new EntriesReader(await checksOf(), context);
  for await (const line of linesOf(pieces)) if (line.text.trim() !== '') yield* reader.read(line);
  yield* reader.close();
}

interface Checks {
  readonly entry: Check;
  readonly event: Check;
  readonly transcript: Check;
}

let checks: Promise<Checks> | undefined;
function checksOf(): Promise<Checks> {
  checks ??= Promise.all([checkerOf(TranscriptEntry), checkerOf(Event), checkerOf(Transcript)]).then(
    ([entry, event, transcript]) => ({ entry, event, transcript }),
  );
  return checks;
}

class EntriesReader {
  readonly #checks: Checks;
  readonly #context: FormatContext;
  /** Ours: the header of the transcript that is being read; its events are given as they come. */
  #header: TranscriptHeader | undefined;
  /** Entries of somebody else, held until all are there. */
  #foreign: LooseEntry[] = [];

  constructor(checks: Checks, context: FormatContext) {
    this.#checks = checks;
    this.#context = context;
  }

  *read(line: Line): Iterable<ReadPiece> {
    const read = readLine(line);
    if ('problem' in read) return yield { kind: 'problem', problem: read.problem };
    const wrong = this.#checks.entry(read.value);
    if (wrong.length > 0) return yield* problems(line, wrong);
    const entry = read.value as LooseEntry;
    const header = entry.metadata?.[HEADER];
    if (isObject(header)) yield* this.#begin(line, header);
    if (!this.#header) this.#foreign.push(entry);
    else if (isOwn(entry)) yield* this.#own(line, entry);
  }

  /** Ends the transcript that is open. */
  *close(): Iterable<ReadPiece> {
    if (this.#header) yield { kind: 'transcript', header: this.#header };
    if (this.#foreign.length > 0) {
      const events = orderedEvents(this.#foreign);
      for (const event of events) yield { kind: 'event', event };
      yield { kind: 'transcript', header: headerOf(this.#foreign, events, this.#context) };
    }
    [this.#header, this.#foreign] = [undefined, []];
  }

  *#begin(line: Line, header: Record<string, unknown>): Iterable<ReadPiece> {
    yield* this.close();
    const wrong = this.#checks.transcript({ ...header, events: [] });
    if (wrong.length > 0) return yield* problems(line, wrong, `/metadata/${HEADER}`);
    this.#header = header as unknown as TranscriptHeader;
  }

  *#own(line: Line, entry: LooseEntry): Iterable<ReadPiece> {
    const event = ownEvent(entry);
    const wrong = this.#checks.event(event);
    if (wrong.length > 0) yield* problems(line, wrong, '/metadata');
    else yield { kind: 'event', event };
  }
}

function* problems(line: Line, wrong: readonly ShapeProblem[], above = ''): Iterable<ReadPiece> {
  for (const shape of wrong) yield { kind: 'problem', problem: problemAt(line, shape, above) };
}

/** Each source keeps the places that it has in the file, and fills them in its own order. */
function orderedEvents(entries: readonly LooseEntry[]): Event[] {
  const queues = new Map<string, { own: LooseEntry[]; next: number }>();
  for (const entry of entries) {
    const { source = 'primary' } = entry;
    const queue = queues.get(source);
    if (queue) queue.own.push(entry);
    else queues.set(source, { own: [entry], next: 0 });
  }
  for (const { own } of queues.values()) own.sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
  const ids = new Set<string>();
  return entries.map(({ source = 'primary' }, index) => {
    const queue = queues.get(source) as { own: LooseEntry[]; next: number };
    const entry = queue.own[queue.next++] as LooseEntry;
    const id = entry.entry_id !== undefined && !ids.has(entry.entry_id) ? entry.entry_id : `entry-${index + 1}`;
    ids.add(id);
    const { id: _id, ...rest } = foreignEvent(entry, id);
    return { id, seq: index + 1, ...rest, sourceSeq: queue.next };
  });
}

function headerOf(entries: readonly LooseEntry[], events: readonly Event[], context: FormatContext): TranscriptHeader {
  const times = events.flatMap((event) => (event.timestampSource ? [] : [event.timestamp])).toSorted();
  const startedAt = times[0] ?? '1970-01-01T00:00:00.000Z';
  const endedAt = times.at(-1) ?? startedAt;
  const nativeId = entries.map(sessionIdOf).find((id) => id !== undefined);
  const models = [...new Set(entries.flatMap(modelsOf))];
  return {
    schemaVersion: SCHEMA_VERSION,
    transcriptId: uuidFrom(context.digest(JSON.stringify(['entries', nativeId ?? events[0]?.id]))),
    source: { agent: 'unknown', adapter: FOREIGN, adapterVersion: '1.1.0' },
    session: {
      startedAt,
      endedAt,
      capturedAt: endedAt,
      environment: {},
      ...(nativeId === undefined ? {} : { nativeId }),
      ...(models.length > 0 ? { models } : {}),
      state: 'open',
    },
    submitter: null,
    privacy: {
      profile: 'none',
      redactionApplied: false,
      anonymizationApplied: false,
      rulesApplied: [],
      redactionCount: 0,
    },
    metrics: measure(events),
  };
}
