/**
 * Texts cut so that whatever a search may find in them is one of the words: whole words, the words inside identifiers one by
 * one and side by side, and the single characters of scripts without spaces. Finding too much does no harm, every session
 * is looked at again; finding too little would.
 */
import { fold } from '../words/fold.ts';
import { isUnspaced, UNSPACED } from '../words/index-text.ts';
import { isWordEdge } from '../words/words.ts';

/** A hit deeper inside a text is not looked for (see `search/highlight.ts`). */
const DEEPEST = 512 * 1024;
const RUN = /[\p{L}\p{N}\p{Co}]+/gu;
/** An identifier of more parts than these is data: it is kept whole and by its parts. */
const MOST_PARTS = 8;

export function words(whole: string, use: (word: string) => void): void {
  const text = whole.length > DEEPEST ? whole.slice(0, DEEPEST) : whole;
  const plain = fold(text);
  for (const match of text.matchAll(RUN)) {
    const [start, end] = [match.index, match.index + match[0].length];
    if (end - start <= LONG) insideRun(text, plain, start, end, use);
    else use(plain.slice(start, end));
  }
}

/** Runs longer than this have no words inside. */
const LONG = 400;

function insideRun(text: string, plain: string, start: number, end: number, use: (word: string) => void): void {
  const edges = [start];
  for (let at = start + 1; at < end; at++) {
    if (isWordEdge(text, at) || isUnspaced(text.charAt(at)) || isUnspaced(text.charAt(at - 1))) edges.push(at);
  }
  edges.push(end);
  const parts = edges.length - 1;
  for (let from = 0; from < parts; from++) {
    const furthest = parts <= MOST_PARTS ? parts : from + 1;
    for (let to = from + 1; to <= furthest; to++) use(plain.slice(edges[from], edges[to]));
    // What only begins there is found by its beginning.
    if (furthest < parts) use(plain.slice(edges[from], end));
  }
}

/** What must be there of a term, which is folded already. */
export function pieces(term: string): string[] {
  return (term.match(RUN) ?? []).flatMap((run) => run.match(BY_SCRIPT) ?? []);
}

const BY_SCRIPT = new RegExp(`[${UNSPACED}]|[^${UNSPACED}]+`, 'gu');
