/**
 * Writes a Transcript: as one document or as JSON Lines, in pieces, so that a long session never has to be one string.
 * Fields keep their order, and unknown ones are written like the rest.
 */
import type { Transcript } from '../../transcript.ts';
import { jsonText } from '../json-text.ts';

export interface WriteOptions {
  /** Spaces of indentation; none gives one line. */
  readonly indent?: number;
}

/** The document, ending in a newline. The same text as `JSON.stringify` gives. */
export function* writeTranscript(transcript: Transcript, options: WriteOptions = {}): Iterable<string> {
  const indent = Math.max(0, options.indent ?? 0);
  const [line, colon] = indent > 0 ? [`\n${' '.repeat(indent)}`, ': '] : ['', ':'];
  let before = '{';
  for (const [name, value] of Object.entries(transcript)) {
    if (value === undefined) continue;
    yield `${before}${line}${JSON.stringify(name)}${colon}`;
    before = ',';
    if (name === 'events') yield* writeArray(transcript.events, indent);
    else yield indentedJson(value, indent, line);
  }
  yield indent > 0 ? '\n}\n' : '}\n';
}

/** JSON Lines: the document without its events, then one event a line. */
export function* writeTranscriptLines(transcript: Transcript): Iterable<string> {
  const { events, ...header } = transcript;
  yield `${jsonText(header)}\n`;
  for (const event of events) yield `${jsonText(event)}\n`;
}

function* writeArray(items: readonly unknown[], indent: number): Iterable<string> {
  if (items.length === 0) return yield '[]';
  const line = indent > 0 ? `\n${' '.repeat(indent * 2)}` : '';
  let before = '[';
  for (const item of items) {
    yield `${before}${line}${indentedJson(item, indent, line)}`;
    before = ',';
  }
  yield indent > 0 ? `\n${' '.repeat(indent)}]` : ']';
}

/** Newlines inside strings are escaped in JSON, so every newline is one of the layout. */
export function indentedJson(value: unknown, indent: number, line: string): string {
  const text = jsonText(value, indent);
  return indent > 0 ? text.replaceAll('\n', line) : text;
}
