/**
 * Reads Transcripts from text, in each of their forms: one document, several (one a line, or in an array), or JSON
 * Lines (a header, which is a document without its events, then one event a line). What is read is kept as it
 * is, unknown fields and types included; what is not a Transcript is told with its place.
 */
import type { Transcript } from '../../transcript.ts';
import { offsetOf, positionAt } from '../json-position.ts';
import { syntaxProblemOf } from '../json-syntax.ts';
import type { Check } from '../shape-check.ts';
import { transcriptCheck } from './validate.ts';

export interface TranscriptProblem {
  readonly message: string;
  /** JSON pointer into the document (or, in JSON Lines, into the value of the line). */
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
}

export interface TranscriptsRead {
  readonly transcripts: Transcript[];
  readonly problems: TranscriptProblem[];
}

export async function readTranscripts(text: string): Promise<TranscriptsRead> {
  const check = await transcriptCheck();
  const whole = parse(text);
  return whole === undefined ? readLines(text, check) : readWhole(text, whole.value, check);
}

function readWhole(text: string, value: unknown, check: Check): TranscriptsRead {
  const read: TranscriptsRead = { transcripts: [], problems: [] };
  const documents = Array.isArray(value) ? value : [value];
  documents.forEach((document, index) => {
    const complete = isHeader(document) ? { ...document, events: [] } : document;
    const problems = check(complete);
    if (problems.length === 0) read.transcripts.push(complete as Transcript);
    for (const { message, pointer } of problems) {
      const full = Array.isArray(value) ? `/${index}${pointer}` : pointer;
      read.problems.push({ message, pointer: full, ...positionAt(text, offsetOf(text, full)) });
    }
  });
  return read;
}

interface Line {
  readonly text: string;
  readonly number: number;
}

function readLines(text: string, check: Check): TranscriptsRead {
  const read: TranscriptsRead = { transcripts: [], problems: [] };
  const lines = text.split('\n').map((line, index) => ({ text: line, number: index + 1 }));
  const values: { line: Line; value: unknown }[] = [];
  for (const line of lines) {
    if (line.text.trim() === '') continue;
    const parsed = parse(line.text);
    if (parsed) values.push({ line, value: parsed.value });
    else if (values.length === 0) return { transcripts: [], problems: [syntaxProblem(text)] };
    else read.problems.push({ ...syntaxProblem(line.text), line: line.number });
  }
  for (let at = 0; at < values.length; ) at = readFrom(values, at, check, read);
  if (values.length === 0) read.problems.push(syntaxProblem(text));
  return read;
}

/** Reads the document that begins at a line and returns where the next one does. */
function readFrom(values: { line: Line; value: unknown }[], at: number, check: Check, read: TranscriptsRead): number {
  const { line, value } = values[at]!;
  const lines = [line];
  let document = value;
  if (isHeader(value)) {
    const events: unknown[] = [];
    for (let next = at + 1; next < values.length && !startsDocument(values[next]!.value); next++) {
      events.push(values[next]!.value);
      lines.push(values[next]!.line);
    }
    document = { ...value, events };
  }
  const problems = check(document);
  if (problems.length === 0) read.transcripts.push(document as Transcript);
  for (const { message, pointer } of problems) {
    const [, index, rest = ''] = lines.length > 1 ? (/^\/events\/(\d+)(.*)$/s.exec(pointer) ?? []) : [];
    const place = index === undefined ? line : (lines[Number(index) + 1] ?? line);
    const inLine = index === undefined ? pointer : rest;
    const { column } = positionAt(place.text, offsetOf(place.text, inLine));
    read.problems.push({ message, pointer: inLine, line: place.number, column });
  }
  return at + lines.length;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const startsDocument = (value: unknown): boolean => isObject(value) && 'schemaVersion' in value;

const isHeader = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && 'schemaVersion' in value && !('events' in value);

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function syntaxProblem(text: string): TranscriptProblem {
  const { offset, message } = syntaxProblemOf(text) ?? { offset: 0, message: 'expected JSON' };
  return { message: `not JSON: ${message}`, pointer: '', ...positionAt(text, offset) };
}
