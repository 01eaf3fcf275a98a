import { describe, expect, it } from 'vitest';
import { type NumberedLine, numberedDiff } from './numbered-diff.ts';

const line = (sign: NumberedLine['sign'], content: string, before?: number, after?: number): NumberedLine => ({
  sign,
  content,
  before,
  after,
});

describe('a diff of numbered lines', () => {
  it('begins another hunk where the numbers jump', () => {
    const lines = [
      line('-', 'a', 1),
      line('+', 'b', undefined, 1),
      line(' ', 'c', 2, 2),
      line(' ', 'x', 9, 9),
      line('+', 'y', undefined, 10),
    ];
    expect(numberedDiff('f', lines)).toBe('--- f\n+++ f\n@@ -1,2 +1,2 @@\n-a\n+b\n c\n@@ -9,1 +9,2 @@\n x\n+y\n');
  });

  it('is none without lines', () => {
    expect(numberedDiff('f', [])).toBeUndefined();
  });
});
