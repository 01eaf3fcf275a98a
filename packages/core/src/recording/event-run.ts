/**
 * Events of a stream that differ in one text alone, as a model's words do: `…"content":"one "…`, `…"content":"two "…`. Once
 * the two ends around the text are known, events are taken from the stream by comparing, and told as one event with all of
 * their texts; to parse each of them would be most of what recording a stream costs.
 */
import { isObject, type Json } from '../reading/native-values.ts';

/** Whether events that differ in the text at this path alone mean the same as one event with all of their texts. */
export type Joins = (event: Json, path: readonly string[]) => boolean;

const LONGEST = 4096;
const MOST_ATTEMPTS = 32;
const MOST_DEPTH = 12;
/** Stands for the text while it is looked for. */
const PROBE = '\u2063hansard\u2063';

interface Ends {
  readonly opening: string;
  readonly closing: string;
  readonly path: readonly string[];
  readonly event: Json;
}

export class EventRun {
  readonly #joins: Joins;
  readonly #tell: (event: Json) => void;
  #ends: Ends | undefined;
  #before = '';
  #attempts = 0;
  #texts: string[] = [];

  constructor(joins: Joins, tell: (event: Json) => void) {
    this.#joins = joins;
    this.#tell = tell;
  }

  /** Takes events from where one begins, and gives the place behind them. */
  take(stream: string, from: number): number {
    if (!this.#ends) return from;
    const { opening, closing } = this.#ends;
    let at = from;
    while (isAt(stream, at, opening)) {
      const start = at + opening.length;
      const end = endOfText(stream, start);
      if (end < 0 || !isAt(stream, end, closing)) break;
      this.#texts.push(stream.slice(start, end));
      at = end + closing.length;
    }
    return at;
  }

  /** Tells what was taken, before anything else is told. */
  flush(): void {
    if (!this.#ends || this.#texts.length === 0) return;
    const text = this.#texts.join('');
    this.#texts = [];
    this.#tell(withText(this.#ends.event, this.#ends.path, text) as Json);
  }

  /** One event was not taken; it is compared with the one before it. */
  missed(raw: string): void {
    const before = this.#before;
    this.#before = raw.length <= LONGEST ? raw : '';
    if (before === '' || this.#before === '' || this.#attempts >= MOST_ATTEMPTS || before === raw) return;
    const ends = endsOf(before, raw);
    if (!ends) return;
    this.#attempts++;
    const found = checked(ends, this.#joins);
    if (found) this.#ends = found;
  }
}

/** As `startsWith`, which compares one character after the other and takes ten times as long. */
const isAt = (stream: string, at: number, part: string): boolean => stream.slice(at, at + part.length) === part;

const QUOTE = 34;
const BACKSLASH = 92;
const FIRST_PLAIN = 32;

/** Where a text in quotes ends; less than 0 for one that is not written as it is. */
function endOfText(stream: string, start: number): number {
  for (let at = start; at < stream.length; at++) {
    const unit = stream.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === BACKSLASH || unit < FIRST_PLAIN) return -1;
  }
  return -1;
}

/** What is before and behind the one text in quotes in which two events differ. */
function endsOf(one: string, other: string): readonly [string, string] | undefined {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one[same] === other[same]) same++;
  let behind = 0;
  while (behind < most - same && one[one.length - 1 - behind] === other[other.length - 1 - behind]) behind++;
  const opens = other.lastIndexOf('"', same - 1);
  const closes = other.indexOf('"', other.length - behind);
  return opens < 0 || closes <= opens ? undefined : [other.slice(0, opens + 1), other.slice(closes)];
}

/** With another text between them they are an event again, with that text in one place: they are its ends. */
function checked([opening, closing]: readonly [string, string], joins: Joins): Ends | undefined {
  const lines = `${opening}${PROBE}${closing}`.split(/\r?\n/);
  const data = lines.filter((line) => line.startsWith('data:'));
  if (data.length !== 1 || !closing.endsWith('\n') || lines.at(-1) !== '' || lines.at(-2) !== '') return undefined;
  try {
    const event: unknown = JSON.parse((data[0] as string).slice(5));
    const path = pathTo(PROBE, event);
    return isObject(event) && path && joins(event, path) ? { opening, closing, path, event } : undefined;
  } catch {
    return undefined;
  }
}

function pathTo(text: string, value: unknown, depth = 0): string[] | undefined {
  if (value === text) return [];
  if (typeof value !== 'object' || value === null || depth > MOST_DEPTH) return undefined;
  for (const [name, item] of Object.entries(value)) {
    const rest = pathTo(text, item, depth + 1);
    if (rest) return [name, ...rest];
  }
  return undefined;
}

/** A copy along the path: readers keep parts of events. */
function withText(value: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  if (Array.isArray(value)) return value.with(Number(name), withText(value[Number(name)], rest, text));
  const fields = value as Json;
  return { ...fields, [name]: withText(fields[name], rest, text) };
}
