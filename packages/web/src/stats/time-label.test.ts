/** Labels of times below the bars. */
import { expect, it } from 'vitest';
import { timeLabels } from './time-label.ts';

it('names days within a year, also across its end', () => {
  const label = timeLabels(['2025-12-22', '2026-01-19']);
  expect(['2025-12-29', '2026-01-05'].map(label)).toEqual(['29 Dec', '5 Jan']);
});

it('names months with their years where the same day would be there twice', () => {
  const label = timeLabels(['2024-03-04', '2026-11-16']);
  expect(['2024-03-04', '2026-03-02'].map(label)).toEqual(['Mar 2024', 'Mar 2026']);
  expect(timeLabels(['2026-01', '2026-02'])('2026-02')).toBe('Feb 2026');
});
