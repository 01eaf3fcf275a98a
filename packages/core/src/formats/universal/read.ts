/**
 * Reads universal events, one a line. A stream that was written with raw forms gives its transcripts back as they
 * were; any other becomes a transcript made from what it tells. A line that is no event is told with its place, and
 * the rest is read.
 */
import type { TSchema } from 'typebox';
import { isObject, objectOf } from '../../reading/native-values.ts';
import { Event, Transcript } from '../../transcript.ts';
import type { FormatProblem, Pieces, ReadPiece, TranscriptHeader } from '../contract.ts';
import { problemAt, readLine } from '../json-line.ts';
import { type Check, checkerOf, type ShapeProblem } from '../shape-check.ts';
import { type Line, linesOf } from '../text-pieces.ts';
import { DATA, envelope, type UniversalEvent, type UniversalType } from './event.ts';
import { SessionReader } from './read-session.ts';

export async function* readUniversal(pieces: Pieces): AsyncIterable<ReadPiece> {
  const reader = new StreamReader();
  for await (const line of linesOf(pieces)) if (line.text.trim() !== '') yield* await reader.read(line);
  yield* reader.close();
}

interface Reading {
  readonly session: string;
  readonly reader: SessionReader;
  /** The transcript's own header, when the stream has raw forms. */
  readonly header: TranscriptHeader | undefined;
}

class StreamReader {
  #reading: Reading | undefined;

  async read(line: Line): Promise<ReadPiece[]> {
    const read = readLine(line);
    if ('problem' in read) return [problem(read.problem)];
    const problems = await this.#problemsOf(read.value);
    if (problems.length > 0) return problems.map((shape) => problem(problemAt(line, shape)));
    return this.#take(read.value as UniversalEvent, line);
  }

  *close(): Iterable<ReadPiece> {
    const reading = this.#reading;
    this.#reading = undefined;
    if (!reading) return;
    const left = reading.reader.end();
    if (!reading.header) for (const event of left) yield { kind: 'event', event };
    yield { kind: 'transcript', header: reading.header ?? reading.reader.header() };
  }

  async #take(event: UniversalEvent, line: Line): Promise<ReadPiece[]> {
    const pieces: ReadPiece[] = [];
    if (this.#reading?.session !== event.session_id) {
      pieces.push(...this.close());
      const [header, problems] = await this.#headerOf(event);
      pieces.push(...problems.map((shape) => problem(problemAt(line, shape, '/transcript'))));
      this.#reading = { session: event.session_id, reader: new SessionReader(event), header };
    }
    const { reader, header } = this.#reading as Reading;
    if (header) return [...pieces, ...(await this.#wholeEvent(event, line))];
    for (const read of reader.push(event)) pieces.push({ kind: 'event', event: read });
    return pieces;
  }

  async #wholeEvent({ transcript_event, raw }: UniversalEvent, line: Line): Promise<ReadPiece[]> {
    const event = transcript_event ?? objectOf(raw)['event'];
    if (event === undefined) return [];
    const problems = (await checkOf('event', Event))(event);
    const place = transcript_event === undefined ? '/raw/event' : '/transcript_event';
    if (problems.length > 0) return problems.map((shape) => problem(problemAt(line, shape, place)));
    return [{ kind: 'event', event: event as Event }];
  }

  /** Streams of 0.1.0 have the transcript's forms in `raw`. */
  async #headerOf({ transcript, raw }: UniversalEvent): Promise<[TranscriptHeader | undefined, ShapeProblem[]]> {
    const header = transcript ?? objectOf(raw)['transcript'];
    if (!isObject(header)) return [undefined, []];
    const problems = (await checkOf('transcript', Transcript))({ ...header, events: [] });
    return problems.length > 0 ? [undefined, problems] : [header as unknown as TranscriptHeader, []];
  }

  async #problemsOf(value: unknown): Promise<ShapeProblem[]> {
    const type = isObject(value) ? value['type'] : undefined;
    if (typeof type === 'string' && Object.hasOwn(DATA, type)) {
      const known = type as UniversalType;
      return (await checkOf(known, envelope(known)))(value);
    }
    const pointer = isObject(value) && type !== undefined ? '/type' : '';
    return [{ pointer, message: pointer ? `expected ${TYPES}` : 'expected an object with the field type' }];
  }
}

const checks = new Map<string, Promise<Check>>();

/** Compiled once, when something of the kind is met. */
function checkOf(name: string, schema: TSchema): Promise<Check> {
  const check = checks.get(name) ?? checkerOf(schema);
  checks.set(name, check);
  return check;
}

const TYPES = Object.keys(DATA).join(', ');

const problem = (problem: FormatProblem): ReadPiece => ({ kind: 'problem', problem });
