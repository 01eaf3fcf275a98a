/** A query that cannot be understood. It names the place, for the page that underlines it and for the terminal. */
import { Failure } from '../failure.ts';

export interface Place {
  /** UTF-16 units from the beginning of the query. */
  readonly at: number;
  readonly end: number;
}

export class BadQuery extends Failure {
  readonly at: number;
  readonly end: number;

  constructor(source: string, { at, end }: Place, message: string, remedy?: string) {
    super('bad-query', `${message}\n${underlined(source, at, end)}`, { remedy });
    this.name = 'BadQuery';
    this.at = at;
    this.end = end;
  }
}

/** So much of a long query is shown around the place, and of a long place. */
const AROUND = 50;
const LONGEST_PLACE = 100;

function underlined(source: string, at: number, end: number): string {
  const from = Math.max(0, at - AROUND);
  const shownEnd = Math.min(end, at + LONGEST_PLACE);
  const to = Math.min(source.length, shownEnd < end ? shownEnd : Math.max(end, at + 1) + AROUND);
  const before = from > 0 ? '…' : '';
  const line = source.slice(from, to).replaceAll(/\s/g, ' ');
  const marks = '^'.repeat(Math.max(1, Math.min(shownEnd, to) - at));
  return `  ${before}${line}${to < source.length ? '…' : ''}\n  ${' '.repeat(before.length + at - from)}${marks}`;
}
