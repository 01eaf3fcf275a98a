import { beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../testing/damage.ts';
import { ENGINES, loadedIn } from '../../testing/engines.ts';
import { PIECE } from '../kernels/scan-layout.ts';
import type { KnownValues as AnyKnownValues, KnownValue } from './known-values.ts';

const known = (text: string, more: Partial<KnownValue> = {}): KnownValue => ({
  text,
  caseless: false,
  whole: false,
  ...more,
});

let KnownValues: typeof AnyKnownValues;

function placesOf(values: readonly KnownValue[], text: string): string[] {
  const all = new KnownValues<KnownValue>();
  for (const value of values) all.add(value);
  const places: string[] = [];
  all.find(text, (value, start, end) => {
    expect(text.slice(start, end).toLowerCase()).toBe(value.text.toLowerCase());
    places.push(`${value.text}@${start}`);
  });
  return places.sort();
}

describe.each(Object.keys(ENGINES))('known values, by %s,', (name) => {
  beforeAll(async () => {
    ({ KnownValues } = await loadedIn(name, () => import('./known-values.ts')));
  });

  it('are found wherever they stand, also over the border of two pieces', () => {
    for (const before of [0, 1, PIECE - 3, PIECE, 2 * PIECE - 1]) {
      expect(placesOf([known('s3cr3tvalue')], `${'x'.repeat(before)}s3cr3tvalue`)).toEqual([`s3cr3tvalue@${before}`]);
    }
  });

  it('mind case, unless told not to', () => {
    expect(placesOf([known('Alice')], 'alice ALICE Alice')).toEqual(['Alice@12']);
    expect(placesOf([known('Alice', { caseless: true })], 'alice ALICE Alice')).toHaveLength(3);
  });

  it('can be asked to stand alone', () => {
    expect(placesOf([known('alice', { whole: true })], 'malice alices alice.txt \\nalice_x')).toEqual([
      'alice@14',
      'alice@26',
    ]);
  });

  it('can be asked for more', () => {
    const where = (text: string, start: number) => text[start - 1] === '/';
    expect(placesOf([known('work', { where })], 'work /work')).toEqual(['work@6']);
  });

  it('may hold any letters', () => {
    expect(placesOf([known('José Ñandú'), known('名前は秘密')], 'x José Ñandú 名前は秘密')).toHaveLength(2);
  });

  it('are all found among thousands with the same beginning and end', () => {
    const random = randomFrom(7);
    const values = Array.from({ length: 5000 }, () => {
      const middle = Array.from({ length: 20 }, () => String.fromCharCode(97 + random(26))).join('');
      return known(`ghp_${middle}AAAA`);
    });
    expect(placesOf(values, values.map((value) => value.text).join(' '))).toHaveLength(5000);
  });

  it('are not taken when they are too short', () => {
    expect(placesOf([known('abc')], 'abc')).toEqual([]);
  });

  it('are those that a plain search finds', () => {
    const random = randomFrom(3);
    const word = (length: number) => Array.from({ length }, () => 'abAB_@\nî한'[random(9)]).join('');
    const values = [...new Set(Array.from({ length: 60 }, () => word(4 + random(6))))].map((text) => known(text));
    for (const length of [3, 4, 5, 7, 8, 11, 400, PIECE + 20]) {
      const text = word(length);
      const places = values.flatMap((value) => {
        const found: string[] = [];
        for (let at = text.indexOf(value.text); at >= 0; at = text.indexOf(value.text, at + 1))
          found.push(`${value.text}@${at}`);
        return found;
      });
      expect(placesOf(values, text)).toEqual(places.sort());
    }
  });
});
