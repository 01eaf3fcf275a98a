import { describe, expect, it } from 'vitest';
import { progressLine, secondsInWords } from './sync-progress.ts';

const progress = { path: '/x', files: 5, bytes: 250_000_000, totalFiles: 20, totalBytes: 1_000_000_000 };

describe('the line of progress', () => {
  it('tells files, bytes, rate and what is left', () => {
    expect(progressLine(progress, 10_000)).toBe(
      '[#####---------------]  25%  5/20 files  250 MB of 1.0 GB  25 MB/s  30 s left',
    );
  });

  it('gives no rate before there is one', () => {
    expect(progressLine(progress, 100)).toBe('[#####---------------]  25%  5/20 files  250 MB of 1.0 GB');
  });

  it('is never beyond the end, and knows nothing of division by zero', () => {
    expect(progressLine({ ...progress, bytes: 2e9 }, 0)).toContain('100%');
    expect(progressLine({ ...progress, files: 0, totalFiles: 0, bytes: 0, totalBytes: 0 }, 0)).toContain('  0%');
  });

  it('has words for long times', () => {
    expect([59.2, 61, 3599, 7260].map(secondsInWords)).toEqual(['1 min 0 s', '1 min 1 s', '59 min 59 s', '2 h 1 min']);
  });
});
