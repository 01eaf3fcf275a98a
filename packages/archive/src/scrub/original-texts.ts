/**
 * Everything that stands in an original, as values that can be searched: records of logs, the value of a document, rows of
 * a database, and plain text where it is none of these. Memory is bounded by the largest record, or a document.
 */
import { partsOf } from '../originals/rows.ts';
import type { InputRow, Originals, Version } from '../sqlite/originals/originals.ts';

export interface PlacedValue {
  readonly value: unknown;
  /** Line in the file, counted from 1; the row of a database by its pointer. */
  readonly line?: number;
  readonly pointer?: string;
  /** The JSON that the value was read from. */
  readonly json?: string;
}

/** Larger documents are looked at line by line. */
const LARGEST_DOCUMENT = 64 * 1024 * 1024;
/** Lines that are no records are looked at together, as far as this; what stands across an end is seen twice. */
const TEXT_PIECE = 1024 * 1024;
const OVERLAP = 32 * 1024;

export function* valuesIn(originals: Originals, input: InputRow, version: Version): Iterable<PlacedValue> {
  if (input.kind === 'store' && input.part !== '') {
    for (const { value, pointer } of partsOf(originals.read(version))) yield { value, pointer };
    return;
  }
  if (input.kind !== 'log' && version.bytes <= LARGEST_DOCUMENT) {
    const json = Buffer.concat([...originals.read(version)]).toString();
    const value = parsed(json);
    if (value !== undefined) {
      yield { value, json };
      return;
    }
  }
  yield* recordsIn(originals.read(version));
}

/** Records of a log, and stretches of text where there are none. */
export function* recordsIn(chunks: Iterable<Uint8Array>): Iterable<PlacedValue> {
  const pile = new TextPile();
  let line = 0;
  for (const text of linesOf(chunks)) {
    line++;
    const value = /^\s*[[{"]/.test(text) ? parsed(text) : undefined;
    if (value === undefined) yield* pile.add(text, line);
    else {
      yield* pile.flush();
      yield { value, line, json: text };
    }
  }
  yield* pile.flush();
}

class TextPile {
  #text = '';
  #line = 1;

  *add(text: string, line: number): Iterable<PlacedValue> {
    if (this.#text === '') this.#line = line;
    this.#text += `${text}\n`;
    if (this.#text.length < TEXT_PIECE) return;
    yield { value: this.#text, line: this.#line };
    this.#text = this.#text.slice(-OVERLAP);
    this.#line = line;
  }

  *flush(): Iterable<PlacedValue> {
    if (this.#text !== '') yield { value: this.#text, line: this.#line };
    this.#text = '';
  }
}

function* linesOf(chunks: Iterable<Uint8Array>): Iterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Undefined when it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
