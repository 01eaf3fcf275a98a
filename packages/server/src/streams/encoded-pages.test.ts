import { describe, expect, it } from 'vitest';
import { EncodedPages, PAGE } from './encoded-pages.ts';

/** Of a store of which only the version is asked for. */
function pagesOf() {
  const store = { version: '1' };
  const made: number[] = [];
  const pages = new EncodedPages({ version: async () => store.version });
  const make =
    (length: number, text = 'x') =>
    async (first: number) => {
      made.push(first);
      const count = Math.max(0, Math.min(PAGE, length - first + 1));
      return Array.from({ length: count }, (_, at) => `${text}${first + at};`);
    };
  return { pages, store, made, make };
}

describe('encoded pages', () => {
  it('are made once for readers that begin at different places and at the same time', async () => {
    const { pages, made, make } = pagesOf();
    const [whole, part] = await Promise.all([
      pages.behind('a', 0, make(250)),
      pages.behind('a', 198, make(250)),
      pages.behind('a', 7, make(250)),
    ]);
    expect(whole.ends).toHaveLength(PAGE);
    expect(part).toMatchObject({ first: 199, ends: [5, 10] });
    expect(part.bytes.toString()).toBe('x199;x200;');
    expect(made).toEqual([1]);
    expect((await pages.behind('a', 200, make(250))).ends).toHaveLength(50);
    expect((await pages.behind('a', 250, make(250))).ends).toHaveLength(0);
    expect(made).toEqual([1, 201]);
  });

  it('are UTF-8, whether they are small or large', async () => {
    for (const times of [1, 100_000]) {
      const { pages } = pagesOf();
      const messages = ['ä;', '', `😀${'€'.repeat(times)};`, 'z;'];
      const { bytes, ends } = await pages.behind('a', 0, async () => messages);
      expect(bytes.equals(Buffer.from(messages.join('')))).toBe(true);
      expect(ends).toEqual(messages.map((_, at) => Buffer.byteLength(messages.slice(0, at + 1).join(''))));
    }
  });

  it('are put together to any range', async () => {
    const { pages, make } = pagesOf();
    const { pieces, count, content } = await pages.range('a', 199, 3, make(500));
    expect([pieces.join(''), count]).toEqual(['x200;x201;x202;', 3]);
    expect((await pages.range('a', 199, 3, make(500))).content).toBe(content);
    for (const [after, limit] of [
      [198, 3],
      [199, 4],
    ] as const) {
      expect((await pages.range('a', after, limit, make(500))).content).not.toBe(content);
    }
    expect(await pages.range('a', 499, 10, make(500))).toMatchObject({ count: 1 });
    expect(await pages.range('a', 500, 10, make(500))).toMatchObject({ count: 0 });
  });

  it('are gathered once for all who are at the same place, and anew when something was written', async () => {
    const { pages, store, made, make } = pagesOf();
    const all = await Promise.all(Array.from({ length: 100 }, () => pages.ahead('a', 0, make(450))));
    expect(new Set(all.map(({ pieces }) => pieces)).size).toBe(1);
    expect([all[0]?.count, made]).toEqual([450, [1, 201, 401]]);
    expect((await pages.ahead('a', 450, make(450))).count).toBe(0);
    store.version = '2';
    expect((await pages.ahead('a', 450, make(451))).count).toBe(1);
    for (let at = 0; at < 100; at++) expect((await pages.ahead('a', at, make(451))).count).toBe(451 - at);
    expect((await pages.ahead('a', 0, make(451))).pieces.join('')).toBe(`${all[0]?.pieces.join('')}x451;`);
  });

  it('are made again when something was written, and when they could not be made', async () => {
    const { pages, store, made, make } = pagesOf();
    await pages.behind('a', 0, make(3));
    store.version = '2';
    expect((await pages.behind('a', 0, make(4))).ends).toHaveLength(4);
    expect(made).toEqual([1, 1]);
    await expect(pages.behind('b', 0, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await pages.behind('b', 0, make(1))).ends).toHaveLength(1);
  });

  it('are forgotten when there are too many, the oldest first', async () => {
    const { pages, made, make } = pagesOf();
    const large = make(1_000_000, 'x'.repeat(20_000));
    for (let at = 0; at < 10; at++) await pages.behind('a', at * PAGE, large);
    made.length = 0;
    await pages.behind('a', 9 * PAGE, large);
    expect(made).toEqual([]);
    await pages.behind('a', 0, large);
    expect(made).toEqual([1]);
  });
});
