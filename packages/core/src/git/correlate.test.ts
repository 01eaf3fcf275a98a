import { expect, it } from 'vitest';
import { hashedLines } from './claims.ts';
import { correlate } from './correlate.ts';
import type { Edit } from './line-author.ts';
import { hashLine } from './line-hash.ts';

const edit = (time: number, ...lines: string[]): Edit =>
  ({
    session: 1,
    event: 1,
    time,
    path: 'sum.js',
    kind: 'edit',
    hunks: [{ lines: lines.map(hashLine) }],
  }) as unknown as Edit;

function authorsOf(lines: readonly string[], edits: readonly Edit[]) {
  const commits = new Map([['c1', { time: 2_000_000 }]]);
  const hashed = hashedLines(lines.map((text) => ({ text, commit: 'c1' })));
  return correlate({ lines: hashed, commits, edits }).authors.map(({ author, evidence }) => `${author} ${evidence}`);
}

it('doubts everyday words that a session wrote before the commit, and gives them to nobody', () => {
  const written = edit(1_000_000, '  return result;');
  expect(authorsOf(['  return result;', '}'], [written])).toEqual(['uncertain common', 'human same-file']);
});

it('leaves them to people when the session wrote them afterwards', () => {
  const written = edit(3_000_000, '  return result;');
  expect(authorsOf(['  return result;'], [written])).toEqual(['human none']);
});

it('doubts the last lines of every script, which a person types as well', () => {
  const lines = ['if __name__ == "__main__":', '    main()'];
  const written = edit(1_000_000, 'def main():', '    printTheTimetable(departures)', '', ...lines);
  expect(authorsOf(['def main():', '    sellTheTickets(passengers)', '', ...lines], [written]).slice(-2)).toEqual([
    'uncertain common',
    'uncertain common',
  ]);
});
