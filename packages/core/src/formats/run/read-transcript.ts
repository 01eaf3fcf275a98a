/** A transcript file of a run, line by line. A line that is not understood is kept as an `unparsed` event. */
import type { FolderFile, FormatProblem } from '../contract.ts';
import { offsetOf, positionAt } from '../json-position.ts';
import { type Check, checkerOf } from '../shape-check.ts';
import { linesOf } from '../text-pieces.ts';
import { MessageLine, ToolLine } from './line.ts';
import { parsed, problemAt } from './read-events.ts';
import { type Draft, LineReader } from './read-line.ts';

export interface LinesRead {
  readonly drafts: Draft[];
  readonly dialect: string | undefined;
}

export async function readTranscript(file: FolderFile, problems: FormatProblem[]): Promise<LinesRead> {
  const reader = new LineReader();
  checks ??= compileChecks();
  const { message, tool } = await checks;
  const drafts: Draft[] = [];
  for await (const { text, number, cut } of linesOf(file.pieces())) {
    if (text.trim() === '') continue;
    const value = cut ? 'expected a line of a transcript, found one too long to hold' : parsed(text);
    const read = typeof value === 'string' ? undefined : reader.read(value, number);
    if (read) drafts.push(...read);
    else drafts.push(unparsed(typeof value === 'string' ? text : value, number));
    if (typeof value === 'string' || !read) {
      problems.push(problemAt(file.path, number, text, typeof value === 'string' ? value : EXPECTED));
    } else if (value['type'] === undefined) {
      for (const { pointer, message: expected } of (value['role'] === 'tool' ? tool : message)(value)) {
        const { column } = positionAt(text, offsetOf(text, pointer));
        problems.push({ message: expected, pointer, line: number, column, path: file.path });
      }
    }
  }
  return { drafts, dialect: reader.dialect };
}

const EXPECTED = 'expected a role (system, user, assistant, tool) or a known type';

const unparsed = (raw: unknown, line: number): Draft => ({
  id: `line-${line}`,
  type: 'unparsed',
  raw,
  native: { type: 'line', pointer: `/${line - 1}` },
});

let checks: Promise<{ message: Check; tool: Check }> | undefined;

/** Lines of the documented dialect are checked; the others have no document. */
async function compileChecks(): Promise<{ message: Check; tool: Check }> {
  return { message: await checkerOf(MessageLine), tool: await checkerOf(ToolLine) };
}
