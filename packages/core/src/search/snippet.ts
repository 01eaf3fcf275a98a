/** A stretch of the event around its hit: from the text that has most of what was asked for, where it stands closest. */
import type { EventDraft } from '../adapters/contract.ts';
import { composed } from '../words/fold.ts';
import { eachText, type TextField } from '../words/index-text.ts';
import type { Highlight, Mark } from './highlight.ts';

export interface Snippet {
  /** Where in the event the text is. */
  readonly field: TextField;
  readonly text: string;
  /** What was found in `text`: from and to, in UTF-16 units. */
  readonly marks: readonly (readonly [start: number, end: number])[];
  /** The text goes on before and behind. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

/** Undefined for an event without text. Without a hit it shows the beginning, and has no marks. */
export function snippetOf(event: EventDraft, highlight: Highlight, width: number): Snippet | undefined {
  let best: { field: TextField; text: string; window: Window } | undefined;
  eachText(event, (raw, field) => {
    if (raw === '') return;
    const text = composed(raw);
    const window = bestWindow(highlight(text), width);
    if (!best || window.terms > best.window.terms) best = { field, text, window };
  });
  return best && cut(best.field, best.text, best.window, width);
}

interface Window {
  readonly marks: readonly Mark[];
  /** How many terms are in it. */
  readonly terms: number;
}

/** The marks that are within one width and of the most terms. */
function bestWindow(marks: readonly Mark[], width: number): Window {
  let best: Window = { marks: [], terms: 0 };
  for (let from = 0, to = 0; from < marks.length; from++) {
    const first = marks[from] as Mark;
    while (to < marks.length && ((marks[to] as Mark).end - first.start <= width || to === from)) to++;
    const within = marks.slice(from, to);
    const terms = new Set(within.map(({ term }) => term)).size;
    if (terms > best.terms) best = { marks: within, terms };
  }
  return best;
}

function cut(field: TextField, text: string, { marks }: Window, width: number): Snippet {
  const first = marks[0]?.start ?? 0;
  const last = Math.min(marks.at(-1)?.end ?? 0, first + Math.max(width, (marks[0]?.end ?? 0) - first));
  const room = Math.max(0, width - (last - first));
  const start = atWord(text, Math.max(0, Math.min(first - Math.floor(room / 3), text.length - width)), first, 1);
  const end = atWord(text, Math.min(text.length, Math.max(last, start + width)), last, -1);
  return {
    field,
    // Line breaks are no part of what people look for, and fonts show signs for them badly. Blanks, which most are, stay.
    text: text.slice(start, end).replaceAll(/[^\S ]/g, ' '),
    marks: marks.filter((mark) => mark.end <= end).map((mark) => [mark.start - start, mark.end - start] as const),
    cutBefore: start > 0,
    cutAfter: end < text.length,
  };
}

/** So far a cut moves to stand between words. */
const NEAR = 20;

/** Moves a cut towards `towards`, to the next blank if one is near, and never into a character of two units. */
function atWord(text: string, at: number, towards: number, step: 1 | -1): number {
  if (at <= 0 || at >= text.length) return at;
  for (let i = at, n = 0; n < NEAR && (step > 0 ? i <= towards : i >= towards); i += step, n++) {
    if (/\s/.test(text.charAt(i - 1))) return step > 0 ? i : i - 1;
  }
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + step : at;
}
