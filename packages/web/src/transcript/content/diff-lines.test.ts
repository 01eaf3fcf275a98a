import { describe, expect, it } from 'vitest';
import { changedWords } from './changed-words.ts';
import { changeCounts, diffLines, sideBySide } from './diff-lines.ts';

const DIFF = `--- a/x.ts
+++ b/x.ts
@@ -3,4 +3,5 @@ function start
 const a = 1;
-const port = 80;
-gone();
+const port = 8080;
+
+const more = true;
 end();
\\ No newline at end of file
@@ -40,1 +41,1 @@
-old
+new
`;

describe('diffLines', () => {
  it('numbers the lines of both files, and leaves the file names out', () => {
    expect(diffLines(DIFF).map(({ kind, before, after, text }) => [kind, before, after, text])).toEqual([
      ['gap', undefined, undefined, 'function start'],
      ['same', 3, 3, 'const a = 1;'],
      ['removed', 4, undefined, 'const port = 80;'],
      ['removed', 5, undefined, 'gone();'],
      ['added', undefined, 4, 'const port = 8080;'],
      ['added', undefined, 5, ''],
      ['added', undefined, 6, 'const more = true;'],
      ['same', 6, 7, 'end();'],
      ['gap', undefined, undefined, ''],
      ['removed', 40, undefined, 'old'],
      ['added', undefined, 41, 'new'],
    ]);
    expect(changeCounts(diffLines(DIFF))).toEqual({ added: 4, removed: 3 });
  });

  it('marks the words that differ in lines that were replaced', () => {
    const [, , removed, , added] = diffLines(DIFF);
    expect(removed?.words?.map(([start, end]) => removed.text.slice(start, end))).toEqual(['80']);
    expect(added?.words?.map(([start, end]) => added.text.slice(start, end))).toEqual(['8080']);
  });

  it('puts what was removed beside what replaced it', () => {
    const rows = sideBySide(diffLines(DIFF)).map(([left, right]) => [left?.text, right?.text]);
    expect(rows).toEqual([
      ['function start', 'function start'],
      ['const a = 1;', 'const a = 1;'],
      ['const port = 80;', 'const port = 8080;'],
      ['gone();', ''],
      [undefined, 'const more = true;'],
      ['end();', 'end();'],
      ['', ''],
      ['old', 'new'],
    ]);
  });

  it('makes bidi controls visible, and reads what is no diff as nothing', () => {
    expect(diffLines('@@ -1 +1 @@\n+a\u202eb')[0]?.text).toBe('a\\u{202e}b');
    expect(diffLines('no diff at all')).toEqual([]);
  });
});

describe('changedWords', () => {
  it('marks nothing in lines that have little in common, or are very long', () => {
    expect(changedWords('alpha beta gamma', 'one two three')).toEqual([[], []]);
    expect(changedWords('x'.repeat(2000), `${'x'.repeat(2000)}y`)).toEqual([[], []]);
  });
});
