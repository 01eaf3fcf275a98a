/**
 * What several edits made of a file in the end, as one diff. Each edit tells its place in the file as it was just before,
 * so they are put on top of one another: the file is unknown at first, and every edit shows some lines of it. Where an edit
 * does not fit what is known, something else has changed the file in between, and there is no such diff.
 */
import { diffArrays } from 'diff';

/** A line that is known, or a run of lines that no edit has shown. Lines that were removed stay, with no place in the file. */
type Cell =
  | { readonly kind: 'unknown'; readonly first: number; readonly count: number }
  | { readonly kind: 'same'; readonly text: string; readonly line: number }
  | { readonly kind: 'removed'; readonly text: string; readonly line: number }
  | { readonly kind: 'added'; readonly text: string };

interface Hunk {
  readonly start: number;
  readonly lines: readonly string[];
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/;
const CONTEXT = 3;
const MOST_CELLS = 20_000;

/** Undefined where the edits do not tell it; empty when nothing is left of them. */
export function netDiff(diffs: readonly (string | null)[]): string | undefined {
  let cells: Cell[] = [{ kind: 'unknown', first: 1, count: Number.POSITIVE_INFINITY }];
  for (const [nth, diff] of diffs.entries()) {
    const hunks = diff === null ? [] : hunksOf(diff);
    if (hunks.length === 0 || cells.length > MOST_CELLS) return undefined;
    // A file that was not there before has no lines that were not shown.
    if (nth === 0 && hunks.length === 1 && hunks[0]?.start === 0) cells = [];
    // From the end, so that places before are still right.
    for (const hunk of hunks.toReversed()) {
      const changed = applied(cells, hunk);
      if (!changed) return undefined;
      cells = changed;
    }
  }
  return written(cells);
}

function hunksOf(diff: string): Hunk[] {
  const hunks: { start: number; lines: string[] }[] = [];
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const head = HUNK.exec(line);
    // A range without lines names the line before it.
    if (head) hunks.push({ start: Number(head[1]) + (head[2] === '0' && head[1] !== '0' ? 1 : 0), lines: [] });
    else if (!line.startsWith('\\')) hunks.at(-1)?.lines.push(line === '' ? ' ' : line);
  }
  return hunks;
}

function applied(cells: readonly Cell[], { start, lines }: Hunk): Cell[] | undefined {
  const rest = split(cells, Math.max(1, start));
  if (!rest) return undefined;
  const [before, behind] = rest;
  const changed: Cell[] = [];
  for (const line of lines) {
    const [sign, text] = [line[0], line.slice(1)];
    if (sign === '+') {
      changed.push({ kind: 'added', text });
      continue;
    }
    const cell = nextLine(behind, changed, text);
    if (!cell) return undefined;
    if (sign === ' ') changed.push(cell);
    // What was added and is gone again leaves nothing.
    else if (cell.kind === 'same') changed.push({ kind: 'removed', text: cell.text, line: cell.line });
  }
  return [...before, ...changed, ...behind];
}

/** Takes the next line of the file, which has to be this one. Removed lines before it stay where they are. */
function nextLine(behind: Cell[], changed: Cell[], text: string): Exclude<Cell, { kind: 'unknown' }> | undefined {
  while (behind[0]?.kind === 'removed') changed.push(behind.shift() as Cell);
  const cell = behind.shift();
  if (!cell) return undefined;
  if (cell.kind !== 'unknown') return cell.text === text ? cell : undefined;
  if (cell.count > 1) behind.unshift({ kind: 'unknown', first: cell.first + 1, count: cell.count - 1 });
  return { kind: 'same', text, line: cell.first };
}

/** The cells before a line of the file, and from it on. */
function split(cells: readonly Cell[], line: number): [before: Cell[], behind: Cell[]] | undefined {
  const before: Cell[] = [];
  let at = 1;
  for (const [index, cell] of cells.entries()) {
    if (at >= line) return [before, cells.slice(index)];
    if (cell.kind === 'unknown' && at + cell.count > line) {
      const count = line - at;
      before.push({ ...cell, count });
      return [
        before,
        [{ kind: 'unknown', first: cell.first + count, count: cell.count - count }, ...cells.slice(index + 1)],
      ];
    }
    before.push(cell);
    at += cell.kind === 'unknown' ? cell.count : cell.kind === 'removed' ? 0 : 1;
  }
  return at >= line ? [before, []] : undefined;
}

interface OutLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
  readonly before: number;
  readonly after: number;
}

/** Lines with their numbers in runs without gaps. */
function written(cells: readonly Cell[]): string {
  const runs: OutLine[][] = [[]];
  let [before, after] = [1, 1];
  for (const cell of minimal(cells)) {
    if (cell.kind === 'unknown') {
      if (runs.at(-1)?.length) runs.push([]);
      before += cell.count;
      after += cell.count;
      continue;
    }
    const sign = cell.kind === 'same' ? ' ' : cell.kind === 'added' ? '+' : '-';
    runs.at(-1)?.push({ sign, text: cell.text, before, after });
    if (sign !== '+') before++;
    if (sign !== '-') after++;
  }
  return runs.flatMap(hunksIn).map(hunkText).join('\n');
}

/** What was removed and written again as it was is the same. */
function* minimal(cells: readonly Cell[]): Iterable<Cell> {
  for (let at = 0; at < cells.length; ) {
    const block: Cell[] = [];
    for (let cell = cells[at]; cell?.kind === 'removed' || cell?.kind === 'added'; cell = cells[++at]) block.push(cell);
    yield* changes(block);
    const cell = cells[at++];
    if (cell) yield cell;
  }
}

function changes(block: readonly Cell[]): Cell[] {
  const removed = block.filter((cell) => cell.kind === 'removed');
  const added = block.filter((cell) => cell.kind === 'added');
  if (removed.length === 0 || added.length === 0) return [...removed, ...added];
  let line = removed[0]?.line ?? 0;
  const texts = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text);
  return diffArrays(texts(removed), texts(added)).flatMap(({ value, added: isAdded, removed: isRemoved }) =>
    value.map((text): Cell => {
      if (isAdded) return { kind: 'added', text };
      return { kind: isRemoved ? 'removed' : 'same', text, line: line++ };
    }),
  );
}

/** Changes with a few lines around them. */
function hunksIn(run: readonly OutLine[]): OutLine[][] {
  const hunks: OutLine[][] = [];
  let end = -1;
  for (const [at, { sign }] of run.entries()) {
    if (sign === ' ') continue;
    const from = Math.max(0, at - CONTEXT);
    const to = Math.min(run.length, at + CONTEXT + 1);
    if (from <= end) hunks.at(-1)?.push(...run.slice(end, to));
    else hunks.push(run.slice(from, to));
    end = to;
  }
  return hunks;
}

function hunkText(lines: readonly OutLine[]): string {
  const removed = lines.filter(({ sign }) => sign !== '+').length;
  const added = lines.filter(({ sign }) => sign !== '-').length;
  const [first] = lines as [OutLine];
  const start = (line: number, count: number) => (count === 0 ? line - 1 : line);
  const head = `@@ -${start(first.before, removed)},${removed} +${start(first.after, added)},${added} @@`;
  return [head, ...lines.map(({ sign, text }) => sign + text)].join('\n');
}
