/** Texts that are scanned together: every one in which its own scan finds something is handed over, and few others. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../testing/damage.ts';
import { rules } from '../rules/index.ts';
import { BatchScan } from './batch-scan.ts';
import { PlainScan } from './plain-scan.ts';
import { Scanner } from './scanner.ts';

const plain = new PlainScan(rules);
const scanner = new Scanner([plain], [plain]);
const KEY = `ghp_${'0aB1cD2eF3gH4iJ5kL6m'.repeat(2).slice(0, 36)}`;
const escaped = (text: string, sign: string): string =>
  Array.from(text, (character) => sign + character.charCodeAt(0).toString(16).padStart(2, '0')).join('');

const random = randomFrom(31);
const PIECES = [
  'a word',
  'src/a/path.ts',
  '100 %',
  'C:\\temp',
  '한글',
  '한'.repeat(300),
  'x'.repeat(900),
  '\\n',
  KEY,
  KEY.slice(0, 20),
  KEY.slice(20),
  escaped(KEY.slice(0, 8), '\\u00') + KEY.slice(8),
  escaped(KEY.slice(0, 4), '%') + KEY.slice(4),
  Buffer.from(`token=${KEY}`).toString('base64'),
];

function handedOver(texts: readonly string[]): ReadonlySet<string> {
  const handed = new Set<string>();
  const batch = new BatchScan(
    (text, owner) => scanner.scan(text, { owner }),
    (text) => handed.add(text),
  );
  for (const text of texts) if (!batch.add(text)) handed.add(text);
  batch.finish();
  return handed;
}

describe('texts that are scanned together', () => {
  it('are handed over when a scan of their own finds something', () => {
    let found = 0;
    let others = 0;
    for (let i = 0; i < 60; i++) {
      const texts = Array.from({ length: 1 + random(60) }, () => {
        const pieces = Array.from({ length: 1 + random(3) }, () => PIECES[random(PIECES.length)]!);
        return pieces.join(random(2) === 0 ? ' ' : '');
      });
      const handed = handedOver(texts);
      const own = new Set(texts.filter((text) => scanner.scan(text).length > 0));
      expect([...own].filter((text) => !handed.has(text))).toEqual([]);
      found += own.size;
      others += new Set(texts).size - handed.size;
    }
    expect(found).toBeGreaterThan(300);
    expect(others).toBeGreaterThan(300);
  });
});
