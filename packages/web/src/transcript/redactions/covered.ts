/** What a profile takes out, by the rows that show it; and which of these pieces the reader has looked at. */
import type { PreviewAnswer } from '@hansard/client';

/** More of one event are not looked for in its row. */
const MOST_PIECES = 500;
/** Shorter lines of a long text, such as a number, stand elsewhere in a row by chance. */
const LEAST = 5;

/** By event id: texts as they may stand in its row, longest first. Lines are shown apart, so they are sought apart. */
export function piecesByEvent({ changes }: Pick<PreviewAnswer, 'changes'>): ReadonlyMap<string, readonly string[]> {
  const pieces = new Map<string, Set<string>>();
  for (const { event, before } of changes) {
    if (event === null || before === undefined) continue;
    const own = pieces.get(event) ?? new Set<string>();
    pieces.set(event, own);
    const lines = before.split('\n');
    const least = lines.length === 1 ? 2 : LEAST;
    for (const line of lines) {
      const text = line.trim();
      if (text.length >= least && own.size < MOST_PIECES) own.add(text);
    }
  }
  return new Map([...pieces].map(([event, own]) => [event, [...own].sort((a, b) => b.length - a.length)]));
}

export interface Part {
  readonly start: number;
  readonly end: number;
}

/** Where the pieces stand in a row's text. What lies within another, or runs into it, is covered with it. */
export function coveredParts(text: string, pieces: readonly string[]): Part[] {
  const found: Part[] = [];
  for (const piece of pieces) {
    for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + piece.length)) {
      found.push({ start: at, end: at + piece.length });
    }
  }
  found.sort((a, b) => a.start - b.start);
  const joined: Part[] = [];
  for (const part of found) {
    const last = joined.at(-1);
    if (last && part.start <= last.end) joined[joined.length - 1] = { ...last, end: Math.max(last.end, part.end) };
    else joined.push(part);
  }
  return joined;
}
