/** Runs of base64 are looked for in bytes, piece by piece: none is lost at their borders or among other alphabets. */
import { beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../testing/damage.ts';
import { ENGINES, loadedIn } from '../../testing/engines.ts';
import { PIECE } from '../kernels/scan-layout.ts';
import { type eachBase64Run as EachBase64Run, LONGEST_BASE64_RUN, SHORTEST_BASE64_RUN } from './base64-runs.ts';

let eachBase64Run: typeof EachBase64Run;

const encoded = (text: string): string => Buffer.from(text).toString('base64');

function runsIn(text: string, meanwhile: () => void = () => {}) {
  const runs: { start: number; end: number; decoded: string }[] = [];
  eachBase64Run(text, (run) => {
    runs.push(run);
    meanwhile();
  });
  return runs;
}

/** Runs on one line that begin like text, by a plain expression. */
function searched(text: string): string[] {
  return [...text.matchAll(/[A-Za-z0-9+/_-]{24,}/g)]
    .filter(([run]) => run.startsWith('c2VjcmV0'))
    .map(({ index, 0: run }) => `${index} ${run}`);
}

describe.each(Object.keys(ENGINES))('runs of base64, by %s,', (name) => {
  beforeAll(async () => {
    ({ eachBase64Run } = await loadedIn(name, () => import('./base64-runs.ts')));
  });

  it('are found wherever they stand, also over the border of two pieces', () => {
    const run = encoded('secret number 12345 of many');
    for (const before of [0, 1, 23, 24, PIECE - 40, PIECE - 24, PIECE - 1, PIECE, 2 * PIECE - 10]) {
      for (const filler of [' ', 'ab ', '한', 'š', '.']) {
        const text = `${filler.repeat(before).slice(0, before)} ${run} ${run}`;
        const starts = runsIn(text).map(({ start, decoded }) => `${start} ${decoded}`);
        const [first, second] = [before + 1, before + 2 + run.length];
        expect(starts).toEqual([`${first} secret number 12345 of many`, `${second} secret number 12345 of many`]);
      }
    }
  });

  it('are those of a plain search among words, paths and other alphabets', () => {
    const random = randomFrom(23);
    const pieces = [
      '한글',
      'áé',
      ' ',
      '.',
      'word',
      'src/a/long/path/to/some_file-name',
      '\n',
      '=',
      'x',
      encoded('secret: a b c d e f'),
    ];
    for (let i = 0; i < 400; i++) {
      const text = Array.from({ length: 1 + random(30) }, () => pieces[random(pieces.length)]).join('');
      const found = runsIn(text).filter(
        ({ start }) => text.startsWith('c2VjcmV0', start) && !/[A-Za-z0-9+/_-]/.test(text.charAt(start - 1)),
      );
      const lines = searched(text).filter((run) => run.split(' ')[1]!.length < 56);
      for (const line of lines) expect(found.map(({ start }) => start)).toContain(Number(line.split(' ')[0]));
    }
  });

  it('do not depend on what is done with them', () => {
    const text = `${encoded('secret one, long enough')} ${'y '.repeat(50)}${encoded('secret two, long enough')}`;
    const other = () => runsIn('z'.repeat(PIECE + 100));
    expect(runsIn(text, other)).toEqual(runsIn(text));
    expect(runsIn(text)).toHaveLength(2);
  });

  it('end somewhere, and are not too short', () => {
    expect(runsIn('c2VjcmV0'.repeat(3).slice(0, SHORTEST_BASE64_RUN - 1))).toEqual([]);
    const [first] = runsIn(encoded('secret '.repeat(10_000)));
    expect(first!.end - first!.start).toBe(LONGEST_BASE64_RUN);
  });
});
