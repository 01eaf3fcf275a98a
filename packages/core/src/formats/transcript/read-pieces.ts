/**
 * Reads Transcripts from a stream, in each of their forms: one document, several (one a line, or in a list), or JSON
 * Lines (a header, which is a document without its events, then one event a line). Never more than an event and a
 * header are held. What is read is kept as it is, unknown fields and types included. In a document something wrong is
 * wrong with all of it; of JSON Lines the other lines are read, as files are cut off and disks fill up.
 */
import { Event } from '../../transcript.ts';
import type { FormatProblem, Pieces, ReadPiece, TranscriptHeader } from '../contract.ts';
import { offsetOf, type Position, positionAt } from '../json-position.ts';
import { syntaxProblemOf } from '../json-syntax.ts';
import { type Check, checkerOf, type ShapeProblem } from '../shape-check.ts';
import { decoded } from '../text-pieces.ts';
import { type Cut, DocumentSplitter, type Placed } from './split-documents.ts';
import { transcriptCheck } from './validate.ts';

export async function* readTranscriptPieces(pieces: Pieces): AsyncIterable<ReadPiece> {
  const reader = new PieceReader(await transcriptCheck(), await eventCheck());
  const splitter = new DocumentSplitter();
  for await (const text of decoded(pieces)) for (const cut of splitter.feed(text)) yield* reader.take(cut);
  for (const cut of splitter.finish()) yield* reader.take(cut);
  yield* reader.close();
}

let eventChecker: Promise<Check> | undefined;
const eventCheck = (): Promise<Check> => {
  eventChecker ??= checkerOf(Event);
  return eventChecker;
};

/** Turns cuts into what readers give. */
class PieceReader {
  readonly #checkDocument: Check;
  readonly #checkEvent: Check;
  /** JSON Lines: the header whose events follow. */
  #header: TranscriptHeader | undefined;
  /** Something of a transcript was read, and something of it was wrong. */
  #begun = false;
  #wrong = false;
  #items = 0;
  /** JSON Lines: a line was wrong, which may have been the next header; the number of the event before it. */
  #broken = false;
  #seq = 0;

  constructor(checkDocument: Check, checkEvent: Check) {
    this.#checkDocument = checkDocument;
    this.#checkEvent = checkEvent;
  }

  *take(cut: Cut): Iterable<ReadPiece> {
    if (cut.kind === 'item') yield* this.#item(cut.value, cut.index);
    else if (cut.kind === 'document') yield* this.#value(cut.pieces, cut.index);
    else {
      const { message, line, column } = cut;
      yield this.#problem({ message: `not JSON: ${message}`, pointer: '', line, column });
    }
  }

  /** Ends the transcript that is open. */
  *close(): Iterable<ReadPiece> {
    if (this.#begun) yield { kind: 'transcript', header: this.#wrong ? undefined : this.#header };
    [this.#header, this.#begun, this.#wrong, this.#items] = [undefined, false, false, 0];
    [this.#broken, this.#seq] = [false, 0];
  }

  /** An event inside a document. */
  *#item(value: Placed, index: number | undefined): Iterable<ReadPiece> {
    if (this.#items === 0) yield* this.close();
    const pointer = `${index === undefined ? '' : `/${index}`}/events/${this.#items++}`;
    yield* this.#event([value], parsed(value.text), pointer);
  }

  *#event(pieces: readonly Placed[], value: unknown, pointer: string): Iterable<ReadPiece> {
    this.#begun = true;
    if (value === NOT_JSON) return yield this.#notJson(pieces);
    const problems = this.#checkEvent(value);
    for (const problem of problems) yield this.#misshapen(problem, pieces, pointer);
    if (problems.length > 0 || this.#wrong) return;
    const event = value as Event;
    if (this.#broken && event.seq <= this.#seq) yield* this.#loseRest(pieces);
    else yield { kind: 'event', event };
    this.#seq = event.seq;
  }

  /** Numbers that begin again are those of another transcript, whose header was the line that was wrong. */
  *#loseRest(pieces: readonly Placed[]): Iterable<ReadPiece> {
    const header = this.#header;
    yield* this.close();
    yield this.#misshapen(NO_HEADER, pieces, '');
    [this.#header, this.#begun] = [header, true];
  }

  /** A document, a header or, below a header, an event. */
  *#value(pieces: readonly Placed[], index: number | undefined): Iterable<ReadPiece> {
    const value = parsed(textOf(pieces));
    if (this.#header && index === undefined && pieces.length === 1 && !startsDocument(value)) {
      return yield* this.#event(pieces, value, '');
    }
    if (pieces.length === 1) yield* this.close();
    this.#begun = true;
    if (value === NOT_JSON) return yield this.#notJson(pieces);
    const document = isObject(value) && startsDocument(value) ? { ...value, events: value['events'] ?? [] } : value;
    const prefix = index === undefined ? '' : `/${index}`;
    for (const problem of this.#checkDocument(document)) yield this.#misshapen(problem, pieces, prefix);
    if (this.#wrong) return yield* this.close();
    const { events, ...header } = document as { events: Event[] } & TranscriptHeader;
    if (pieces.length > 1 && events.length > 0) yield this.#misshapen(TWICE, pieces, prefix);
    else for (const event of events) yield { kind: 'event', event };
    this.#header = header;
    const isHeader = index === undefined && pieces.length === 1 && !('events' in (value as object));
    if (!isHeader) yield* this.close();
  }

  #misshapen({ message, pointer }: ShapeProblem, pieces: readonly Placed[], prefix: string): ReadPiece {
    return this.#problem({ message, pointer: prefix + pointer, ...placeIn(pieces, offsetOf(textOf(pieces), pointer)) });
  }

  #notJson(pieces: readonly Placed[]): ReadPiece {
    const { offset, message } = syntaxProblemOf(textOf(pieces)) ?? { offset: 0, message: 'expected JSON' };
    return this.#problem({ message: `not JSON: ${message}`, pointer: '', ...placeIn(pieces, offset) });
  }

  #problem(problem: FormatProblem): ReadPiece {
    if (this.#header) this.#broken = true;
    else this.#wrong = true;
    return { kind: 'problem', problem };
  }
}

const NOT_JSON = Symbol('not JSON');
const NO_HEADER: ShapeProblem = { pointer: '', message: 'expected the header of a transcript before its events' };
const TWICE: ShapeProblem = { pointer: '/events', message: 'expected one list of events, found two' };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

const textOf = (pieces: readonly Placed[]): string => pieces.map(({ text }) => text).join('');

/** Where in the input an offset in the joined pieces is. */
function placeIn(pieces: readonly Placed[], offset: number): Position {
  let rest = offset;
  for (const piece of pieces) {
    if (rest < piece.text.length || piece === pieces.at(-1)) {
      const { line, column } = positionAt(piece.text, rest);
      return { line: piece.line + line - 1, column: line === 1 ? piece.column + column - 1 : column };
    }
    rest -= piece.text.length;
  }
  return { line: 1, column: 1 };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const startsDocument = (value: unknown): boolean => isObject(value) && 'schemaVersion' in value;
