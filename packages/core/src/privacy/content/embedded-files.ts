/**
 * File contents that stand inside a command: bodies of patches and of here documents. The commands and the names of the
 * files stay; what is put into the files is marked to go.
 */
import type { Range } from '../texts/placeholder.ts';

export function embeddedFiles(text: string): readonly Range[] {
  if (!text.includes('\n')) return [];
  const patches = [...patchBodies(text)];
  const documents = [...hereDocuments(text)].filter(
    (document) => !patches.some((patch) => patch.start < document.end && document.start < patch.end),
  );
  return [...patches, ...documents].sort((a, b) => a.start - b.start);
}

const PATCH_START = '*** Begin Patch';
const PATCH_END = '*** End Patch';
const PATCH_HEADER = /^\*\*\* (?:Add File|Update File|Delete File|Move to|Begin Patch|End Patch|End of File)/;

function* patchBodies(text: string): Generator<Range> {
  for (let from = text.indexOf(PATCH_START); from >= 0; ) {
    const end = text.indexOf(PATCH_END, from);
    const stop = end < 0 ? text.length : end;
    yield* betweenHeaders(text, from, stop);
    from = text.indexOf(PATCH_START, stop);
  }
}

/** Stretches of lines that are no headers. */
function* betweenHeaders(text: string, from: number, stop: number): Generator<Range> {
  let start = -1;
  for (let at = from; at < stop; ) {
    const line = text.indexOf('\n', at);
    const next = line < 0 || line >= stop ? stop : line + 1;
    const header = PATCH_HEADER.test(text.slice(at, Math.min(next, at + 40)));
    if (!header && start < 0) start = at;
    if (header && start >= 0) {
      yield { start, end: at - 1 };
      start = -1;
    }
    at = next;
  }
  if (start >= 0 && start < stop) yield { start, end: text[stop - 1] === '\n' ? stop - 1 : stop };
}

const HERE = /<<-?[ \t]{0,4}(['"]?)([A-Za-z_][\w-]{0,40})\1[^\n]{0,300}\n/g;

function* hereDocuments(text: string): Generator<Range> {
  HERE.lastIndex = 0;
  for (let found = HERE.exec(text); found; found = HERE.exec(text)) {
    const start = HERE.lastIndex;
    const end = closingLine(text, start, found[2]!);
    if (end > start) yield { start, end };
    HERE.lastIndex = Math.max(start, end);
  }
}

/** The end of the last line before the one that closes the document; the end of the text when none does. */
function closingLine(text: string, start: number, word: string): number {
  for (let at = start; at < text.length; ) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const line = text.slice(at, Math.min(end, at + 200)).trim();
    if (line === word || line === `${word}'` || line === `${word}"` || line === `${word})`)
      return Math.max(start, at - 1);
    at = end + 1;
  }
  return text.length;
}
