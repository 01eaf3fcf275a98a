import { fc } from '@hansard/core/testing/property.ts';
import { applyPatch, structuredPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { netDiff } from './net-diff.ts';

/** As agents record an edit. */
function patchOf(before: string, after: string): string {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 3 });
  return hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) => {
      const range = (start: number, count: number) => `${count === 0 ? start - 1 : start},${count}`;
      return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.join('\n')}`;
    })
    .join('\n');
}

const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

describe('what several edits made of a file', () => {
  it('is one diff of the file before and after', () => {
    const versions = ['a b c d e f g h i j', 'a b X d e f g h i j', 'a b X d e f g h Y j', 'a b Z d e f g h Y j'];
    const texts = versions.map((version) => text(version.split(' ')));
    const diffs = texts.slice(1).map((after, nth) => patchOf(texts[nth] as string, after));
    expect(netDiff(diffs)).toBe(
      ['@@ -1,10 +1,10 @@', ' a', ' b', '-c', '+Z', ' d', ' e', ' f', ' g', ' h', '-i', '+Y', ' j'].join('\n'),
    );
  });

  it('is nothing where all was taken back', () => {
    const [one, other] = [text(['a', 'b', 'c']), text(['a', 'x', 'c'])];
    expect(netDiff([patchOf(one, other), patchOf(other, one)])).toBe('');
  });

  it('of a new file is all that is in it', () => {
    const [one, other] = [text(['a', 'b']), text(['a', 'c'])];
    expect(netDiff([patchOf('', one), patchOf(one, other)])).toBe('@@ -0,0 +1,2 @@\n+a\n+c');
  });

  it('is not known where edits do not fit one another, or do not tell what they changed', () => {
    expect(netDiff(['@@ -1,1 +1,1 @@\n-a\n+b', '@@ -1,1 +1,1 @@\n-other\n+c'])).toBeUndefined();
    expect(netDiff(['@@ -1,1 +1,1 @@\n-a\n+b', null])).toBeUndefined();
    expect(netDiff(['no diff'])).toBeUndefined();
  });

  it('makes the last version of the first, whatever was edited', () => {
    const line: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd', '');
    const version = fc.array(line, { maxLength: 30 });
    const edit = fc.record({ at: fc.nat(30), remove: fc.nat(4), add: fc.array(line, { maxLength: 4 }) });
    fc.assert(
      fc.property(version, fc.array(edit, { minLength: 1, maxLength: 8 }), (first, edits) => {
        const versions = [first];
        for (const { at, remove, add } of edits) {
          const last = versions.at(-1) as string[];
          const next = last.toSpliced(Math.min(at, last.length), remove, ...add);
          if (text(next) !== text(last)) versions.push(next);
        }
        const diffs = versions.slice(1).map((after, nth) => patchOf(text(versions[nth] as string[]), text(after)));
        if (diffs.length === 0) return;
        const net = netDiff(diffs);
        expect(net).toBeDefined();
        const patch = `--- a\n+++ b\n${net}\n`;
        const made = net === '' ? text(first) : applyPatch(text(first), patch);
        expect(made).toBe(text(versions.at(-1) as string[]));
      }),
      { numRuns: 300 },
    );
  });
});
