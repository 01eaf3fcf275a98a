import type { ArchivedEvent } from '@hansard/client';
import { describe, expect, it } from 'vitest';
import { EventPages, type LoadPage, PAGE_SIZE } from './event-pages.ts';

const eventAt = (logSeq: number): ArchivedEvent => ({
  logSeq,
  event: { id: `e${logSeq}`, seq: logSeq, type: 'meta', timestamp: '2026-01-01T00:00:00Z' },
});

function pagesOf(lastSeq: number, fail: (asked: number) => boolean = () => false) {
  const asked: number[] = [];
  const errors: unknown[] = [];
  const load: LoadPage = async ({ after, limit }) => {
    asked.push(after);
    if (fail(asked.length)) throw new Error('no');
    const count = Math.max(0, Math.min(limit, lastSeq - after));
    return { events: Array.from({ length: count }, (_, at) => eventAt(after + at + 1)), hasMore: false, lastSeq };
  };
  const pages = new EventPages(load, { loaded: () => {}, failed: (error) => errors.push(error), again: () => {} });
  return { pages, asked, errors };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('EventPages', () => {
  it('asks once for a page, however often it is wanted', async () => {
    const { pages, asked } = pagesOf(200);
    pages.want([1, 2, 3], 200);
    pages.want([2], 200);
    await settled();
    pages.want([PAGE_SIZE], 200);
    await settled();
    expect(asked).toEqual([0]);
    expect(pages.get(PAGE_SIZE)?.event.id).toBe(`e${PAGE_SIZE}`);
  });

  it('forgets what was wanted before and has not begun', async () => {
    const { pages, asked } = pagesOf(100_000);
    pages.want([1, 1001, 2001, 3001, 4001, 5001], 100_000);
    pages.want([90_001], 100_000);
    await settled();
    expect(asked).toEqual([0, 1000, 2000, 3000, 90_000]);
  });

  it('keeps few pages, those that were wanted last', async () => {
    const { pages } = pagesOf(100_000);
    for (let page = 0; page < 60; page++) {
      pages.want([page * PAGE_SIZE + 1, 1], 100_000);
      await settled();
    }
    expect(pages.get(1)).toBeDefined();
    expect(pages.get(PAGE_SIZE + 1)).toBeUndefined();
    expect(pages.get(59 * PAGE_SIZE + 1)).toBeDefined();
  });

  it('tells of a failure, and does not ask again by itself at once', async () => {
    const { pages, asked, errors } = pagesOf(10, (nth) => nth === 1);
    pages.want([1], 10);
    await settled();
    expect(errors).toHaveLength(1);
    pages.want([1], 10);
    await settled();
    expect(asked).toEqual([0]);
    pages.retry();
    pages.want([1], 10);
    await settled();
    expect(asked).toEqual([0, 0]);
    expect(pages.get(10)).toBeDefined();
  });

  it('loads a page again that has become longer', async () => {
    const { pages, asked } = pagesOf(20);
    pages.want([20], 20);
    await settled();
    pages.want([21], 30);
    await settled();
    expect(asked).toEqual([0, 0]);
  });
});
