/**
 * Lines that an agent wrote and somebody then changed: of no line of the file, but like one of it. The index holds no text,
 * so the edits that come into question are read; there are few of them.
 */
import type { Claim, HashedLine } from './claims.ts';
import { likeness, weightOf, wordsOfLine, worth } from './common-lines.ts';
import { doubtful, type FileHistory } from './correlate.ts';
import { type Edit, isBefore, type LineAuthor } from './line-author.ts';
import { hashLine } from './line-hash.ts';

/** Two lines are versions of one another from this share of common words on. */
const ALIKE = 0.6;
const MOST_EDITS = 40;
const MOST_LINES = 2000;

/** Edits of which lines are in the file no more, latest first: those whose texts are wanted. */
export function changedEdits(
  { lines, commits, edits }: FileHistory,
  authors: readonly LineAuthor[],
  claims: ReadonlyMap<number, Claim>,
): Edit[] {
  const open = lines.filter((line, index) => isOpen(line, authors[index]) || isReplaced(line, authors[index]));
  if (open.length === 0) return [];
  const latest = Math.max(...open.map(({ commit }) => commits.get(commit)?.time ?? Number.POSITIVE_INFINITY));
  const found = new Map<Edit, number>();
  for (const { position } of claims.values()) found.set(position.edit, (found.get(position.edit) ?? 0) + 1);
  return edits
    .filter((edit) => isBefore(edit, { time: latest }))
    .filter((edit) => (found.get(edit) ?? 0) < edit.hunks.reduce((sum, { lines: written }) => sum + written.length, 0))
    .toSorted((a, b) => (b.time ?? 0) - (a.time ?? 0))
    .slice(0, MOST_EDITS);
}

const isOpen = ({ weight }: HashedLine, author: LineAuthor | undefined): boolean =>
  weight !== 'common' && author?.evidence === 'same-file';

/** It stands where the agent had another line: which may be the same one, in another shape. */
const isReplaced = ({ weight }: HashedLine, author: LineAuthor | undefined): boolean =>
  weight !== 'common' && author?.evidence === 'changed';

interface Written {
  readonly edit: Edit;
  readonly words: readonly string[];
}

/** Marks the lines that are versions of what was written. `texts`: the written lines of each edit. */
export function markChanged(
  { lines, commits }: Pick<FileHistory, 'lines' | 'commits'>,
  authors: LineAuthor[],
  texts: ReadonlyMap<Edit, readonly string[]>,
): void {
  // A line that was only indented otherwise is there.
  const present = new Set(lines.map(({ hash }) => hash.loose));
  const gone: Written[] = [];
  for (const [edit, written] of texts) {
    for (const text of written.slice(0, MOST_LINES)) {
      if (present.has(hashLine(text).loose) || weightOf(text) === 'common') continue;
      gone.push({ edit, words: wordsOfLine(text) });
    }
  }
  markRewrapped(lines, commits, authors, texts);
  const sharing = sharingWords(gone);
  const pairs = [];
  for (const [index, line] of lines.entries()) {
    if (!isOpen(line, authors[index]) && !isReplaced(line, authors[index])) continue;
    const words = wordsOfLine(line.text);
    for (const one of sharing(words)) {
      if (!isBefore(one.edit, commits.get(line.commit))) continue;
      // Far from as long as each other, they cannot be alike.
      if (one.words.length > 3 * words.length || words.length > 3 * one.words.length) continue;
      const alike = likeness(words, one.words);
      if (alike >= ALIKE) pairs.push({ index, one, alike });
    }
  }
  pairs.sort((a, b) => b.alike - a.alike);
  // Each written line became one line, and each line comes of one.
  const used = new Set<Written>();
  const told = new Set<number>();
  for (const { index, one } of pairs) {
    if (used.has(one) || told.has(index)) continue;
    used.add(one);
    told.add(index);
    authors[index] = doubtful(one.edit, 'changed', 'medium');
  }
}

/** A word that more of the written lines have tells none from the others. */
const MOST_SHARE = 0.25;
/** Of fewer lines every word tells something. */
const FEW = 12;

/**
 * Written lines that may be alike: of two lines that are, the one has at least three sevenths of its weight in common with the
 * other. So one of its rarest words, up to four sevenths of its weight, is among these; and it is one that tells something.
 */
function sharingWords(gone: readonly Written[]): (words: readonly string[]) => ReadonlySet<Written> {
  const byWord = new Map<string, Written[]>();
  for (const one of gone) {
    for (const word of new Set(one.words)) {
      const known = byWord.get(word);
      if (known) known.push(one);
      else byWord.set(word, [one]);
    }
  }
  const commonness = (word: string) => byWord.get(word)?.length ?? 0;
  return (words) => {
    const found = new Set<Written>();
    let left = (words.reduce((sum, word) => sum + worth(word), 0) * 4) / 7;
    for (const word of words.toSorted((a, b) => commonness(a) - commonness(b))) {
      if (left < 0 || (gone.length >= FEW && commonness(word) > MOST_SHARE * gone.length)) break;
      left -= worth(word);
      for (const one of byWord.get(word) ?? []) found.add(one);
    }
    return found;
  };
}

/** Characters that a piece of a line must have to be known again. */
const LONG_ENOUGH = 16;

/**
 * A formatter breaks lines in two and joins them, and adds commas and brackets: without these, what is left of the line is
 * a piece of what the agent wrote, and of nothing that anybody else did.
 */
function markRewrapped(
  lines: readonly HashedLine[],
  commits: FileHistory['commits'],
  authors: LineAuthor[],
  texts: ReadonlyMap<Edit, readonly string[]>,
): void {
  const written = Array.from(texts, ([edit, all]) => ({ edit, text: bare(all.join('\n')) }));
  const anywhere = written.map(({ text }) => text).join('\n');
  for (const [index, line] of lines.entries()) {
    if (!isOpen(line, authors[index]) && !isReplaced(line, authors[index])) continue;
    const piece = bare(line.text);
    if (piece.length < LONG_ENOUGH || !anywhere.includes(piece)) continue;
    const found = written.find(({ edit, text }) => isBefore(edit, commits.get(line.commit)) && text.includes(piece));
    if (!found) continue;
    const { edit } = found;
    authors[index] = { author: 'agent', tier: 'tool_emitted', confidence: 'medium', evidence: 'formatted', edit };
  }
}

/** Without what formatters add and take away. */
export const bare = (text: string): string => text.replaceAll(/[\s;,()]/g, '').replaceAll(/['`]/g, '"');
