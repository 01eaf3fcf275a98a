import { describe, expect, it } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

describe('a unified diff of two texts', () => {
  it('shows what changed with three lines around it', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\ni\n';
    expect(unifiedDiff('/x/y.ts', before, before.replace('e\n', 'E\nEE\n'))).toBe(
      '--- a/x/y.ts\n+++ b/x/y.ts\n@@ -2,7 +2,8 @@\n b\n c\n d\n-e\n+E\n+EE\n f\n g\n h\n',
    );
  });

  it('shows a new file whole', () => {
    expect(unifiedDiff('new.ts', undefined, 'a\nb\n')).toBe('--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1,2 @@\n+a\n+b\n');
  });

  it('shows a file that was emptied', () => {
    expect(unifiedDiff('old.ts', 'a\n', '')).toBe('--- a/old.ts\n+++ b/old.ts\n@@ -1,1 +0,0 @@\n-a\n');
  });

  it('has no hunk where nothing changed', () => {
    expect(unifiedDiff('same.ts', 'a\n', 'a\n')).toBe('--- a/same.ts\n+++ b/same.ts\n');
  });
});
