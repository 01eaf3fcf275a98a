import { fc } from '@hansard/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { AnchoredRows } from './anchored-rows.ts';

const HEIGHT = 800;

function listOf(heights: readonly number[]): AnchoredRows {
  const rows = new AnchoredRows();
  rows.height = HEIGHT;
  rows.replace(Float64Array.from(heights), 0);
  return rows;
}

const heights = fc.array(fc.integer({ min: 20, max: 700 }), { minLength: 40, maxLength: 120 });
const measures = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 3000 })), { maxLength: 40 });

/** Away from both ends, where nothing can be kept in place. */
const isFree = (rows: AnchoredRows) => rows.share > 0 && rows.share < 1;

describe('AnchoredRows', () => {
  it('never moves the anchor when other rows are measured', () => {
    fc.assert(
      fc.property(heights, fc.integer({ min: 1, max: 20_000 }), measures, (given, distance, changes) => {
        const rows = listOf(given);
        rows.scrollBy(distance);
        const anchor = rows.anchorPlace;
        for (const [at, height] of changes) {
          const before = rows.topOf(anchor);
          const place = at % given.length;
          if (place === anchor || !isFree(rows)) continue;
          rows.measured(place, height);
          if (isFree(rows)) expect(rows.topOf(anchor)).toBeCloseTo(before, 6);
        }
      }),
    );
  });

  it('anchors the first row that begins in sight, so that what is above it can grow', () => {
    const rows = listOf(Array.from({ length: 50 }, () => 100));
    rows.scrollBy(1030);
    expect(rows.anchorPlace).toBe(11);
    expect(rows.topOf(11)).toBe(70);
    rows.measured(10, 900);
    expect(rows.topOf(11)).toBe(70);
    expect(rows.topOf(10)).toBe(-830);
  });

  it('lets rows that come into sight above grow upwards', () => {
    const rows = listOf(Array.from({ length: 50 }, () => 100));
    rows.scrollBy(2000);
    rows.scrollBy(-250);
    expect(rows.topOf(20)).toBe(250);
    rows.measured(18, 400);
    rows.measured(19, 60);
    expect(rows.topOf(20)).toBe(250);
    rows.scrollBy(-900);
    expect(rows.anchorPlace).toBeLessThan(20);
  });

  it('lets a row that the reader opens grow downwards', () => {
    const rows = listOf(Array.from({ length: 50 }, () => 100));
    rows.scrollBy(2000);
    rows.scrollBy(-250);
    rows.hold(18);
    rows.measured(18, 400);
    expect(rows.topOf(18)).toBe(50);
    expect(rows.topOf(20)).toBe(550);
  });

  it('anchors a row that is taller than the screen by its own beginning', () => {
    const rows = listOf([100, 5000, 100, ...Array.from({ length: 20 }, () => 100)]);
    rows.scrollBy(2000);
    expect(rows.anchorPlace).toBe(1);
    expect(rows.topOf(1)).toBe(-1900);
  });

  it('scrolls by what the reader asks for, and covers the screen without gaps', () => {
    fc.assert(
      fc.property(heights, fc.array(fc.integer({ min: -900, max: 900 }), { maxLength: 20 }), (given, steps) => {
        const rows = listOf(given);
        for (const step of steps) {
          const place = rows.anchorPlace;
          const [top, share] = [rows.topOf(place), rows.share];
          rows.scrollBy(step);
          if (rows.share > 0 && rows.share < 1 && share > 0 && share < 1)
            expect(rows.topOf(place)).toBeCloseTo(top - step, 6);
          const { first, end, top: start } = rows.window();
          expect(start).toBeLessThanOrEqual(0.001);
          let bottom = start;
          for (let at = first; at < end; at++) bottom += rows.heightOf(at);
          expect(end === given.length || bottom >= HEIGHT).toBe(true);
        }
      }),
    );
  });

  it('keeps a row in place when rows are added around it', () => {
    const rows = listOf(Array.from({ length: 60 }, () => 50));
    rows.goTo(30, 120);
    rows.replace(
      Float64Array.from({ length: 200 }, () => 70),
      90,
    );
    expect(rows.topOf(90)).toBe(120);
  });

  it('stays at the end while it follows, and yields when the reader scrolls up', () => {
    const rows = listOf(Array.from({ length: 60 }, () => 50));
    rows.goToEnd();
    rows.replace(
      Float64Array.from({ length: 61 }, () => 50),
      0,
    );
    expect(rows.topOf(60)).toBe(HEIGHT - 50);
    rows.scrollBy(-10);
    expect(rows.isAtEnd).toBe(false);
    expect(rows.topOf(60)).toBe(HEIGHT - 40);
    rows.scrollBy(10);
    expect(rows.isAtEnd).toBe(true);
  });

  it('renders few rows of a hundred thousand, and limits what the browser scrolls', () => {
    const rows = listOf(Array.from({ length: 100_000 }, () => 120));
    rows.scrollToShare(0.5);
    const { first, end } = rows.window();
    expect(end - first).toBeLessThan(14);
    expect(first).toBeGreaterThan(49_000);
    expect(rows.scrollHeight).toBe(8_000_000);
    expect(rows.share).toBeCloseTo(0.5, 9);
  });
});
