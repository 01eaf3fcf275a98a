/** Writes a Transcript from a source of events, one at a time. The same text as `write.ts` gives for one in memory. */
import type { TranscriptSource } from '../contract.ts';
import { gather } from '../gather.ts';
import { jsonText } from '../json-text.ts';
import { indentedJson } from './write.ts';

/** The document, with its events at the end. */
export async function* writeDocument({ header, events }: TranscriptSource, indent: number): AsyncIterable<string> {
  const [line, colon] = indent > 0 ? [`\n${' '.repeat(indent)}`, ': '] : ['', ':'];
  let before = '{';
  for (const [name, value] of Object.entries(header)) {
    if (value === undefined) continue;
    yield `${before}${line}${JSON.stringify(name)}${colon}${indentedJson(value, indent, line)}`;
    before = ',';
  }
  yield `${before}${line}"events"${colon}[`;
  const inner = indent > 0 ? `\n${' '.repeat(indent * 2)}` : '';
  let count = 0;
  yield* gather(events(), (event) => `${count++ > 0 ? ',' : ''}${inner}${indentedJson(event, indent, inner)}`);
  yield `${count > 0 ? line : ''}]${indent > 0 ? '\n' : ''}}\n`;
}

/** JSON Lines: the header, then one event a line. */
export async function* writeLines({ header, events }: TranscriptSource): AsyncIterable<string> {
  yield `${jsonText(header)}\n`;
  yield* gather(events(), (event) => `${jsonText(event)}\n`);
}
