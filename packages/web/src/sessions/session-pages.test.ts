import { describe, expect, it } from 'vitest';
import { summaryOf } from '../testing/summary.ts';
import { SessionPages } from './session-pages.ts';

type Ask = ConstructorParameters<typeof SessionPages>[0];

function archiveOf(count: number, page: number) {
  const all = Array.from({ length: count }, (_, index) => summaryOf(`s${index}`));
  const asked: string[] = [];
  const ask: Ask = async ({ q, cursor = '0' }) => {
    asked.push(`${q}@${cursor}`);
    if (q.includes('session:')) return { sessions: q.includes('fits') ? [all[0]!] : [], next: null, total: 1 };
    const from = Number(cursor);
    const next = from + page < count ? String(from + page) : null;
    return { sessions: all.slice(from, from + page), next, total: count };
  };
  return { pages: new SessionPages(ask), asked };
}

const ids = (pages: SessionPages) => pages.view().sessions.map(({ id }) => id);

describe('the loaded sessions', () => {
  it('grow page by page until all are there', async () => {
    const { pages, asked } = archiveOf(5, 2);
    await pages.start({ q: '', sort: 'newest' });
    expect(pages.view()).toMatchObject({ total: 5, complete: false, loading: false });
    await Promise.all([pages.more(), pages.more()]);
    await pages.more();
    await pages.more();
    expect(ids(pages)).toEqual(['s0', 's1', 's2', 's3', 's4']);
    expect(pages.view().complete).toBe(true);
    expect(asked).toEqual(['@0', '@2', '@4']);
  });

  it('change in place when a session grows, and take new ones at the top', async () => {
    const { pages } = archiveOf(3, 3);
    await pages.start({ q: '', sort: 'newest' });
    await pages.take([{ ...summaryOf('s2'), events: 99 }, summaryOf('new')]);
    expect(ids(pages)).toEqual(['new', 's0', 's1', 's2']);
    expect(pages.view()).toMatchObject({ total: 4, added: ['new'] });
    expect(pages.view().sessions[3]?.events).toBe(99);
    pages.seen();
    expect(pages.view().added).toEqual([]);
  });

  it('take a session where its time puts it, if that is loaded', async () => {
    const at = (id: string, hour: number) => summaryOf(id, { endedAt: `2026-03-04T${hour}:00:00.000Z` });
    const pages = new SessionPages(async () => ({
      sessions: [at('late', 20), at('early', 12)],
      next: 'more',
      total: 9,
    }));
    await pages.start({ q: '', sort: 'newest' });
    await pages.take([at('between', 15), at('before', 10)]);
    expect(ids(pages)).toEqual(['late', 'between', 'early']);
    expect(pages.view()).toMatchObject({ total: 11, added: [] });
  });

  it('ask the server whether a new session fits the query', async () => {
    const { pages, asked } = archiveOf(2, 2);
    await pages.start({ q: 'other', sort: 'newest' });
    await pages.take([summaryOf('new')]);
    expect(ids(pages)).toEqual(['s0', 's1']);
    await pages.start({ q: 'fits', sort: 'newest' });
    await pages.take([summaryOf('new')]);
    expect(ids(pages)).toEqual(['new', 's0', 's1']);
    expect(asked.at(-1)).toBe('fits session:new@0');
  });

  it('drop an answer that comes after another question', async () => {
    const answers: ((list: string[]) => void)[] = [];
    const pages = new SessionPages(
      () =>
        new Promise((resolve) =>
          answers.push((list) =>
            resolve({ sessions: list.map((id) => summaryOf(id)), next: null, total: list.length }),
          ),
        ),
    );
    const first = pages.start({ q: 'a', sort: 'newest' });
    const second = pages.start({ q: 'b', sort: 'newest' });
    answers[1]?.(['b']);
    answers[0]?.(['a']);
    await Promise.all([first, second]);
    expect(ids(pages)).toEqual(['b']);
  });

  it('say what went wrong, and keep what is shown', async () => {
    let broken = false;
    const pages = new SessionPages(async () => {
      if (broken) throw new TypeError('gone');
      return { sessions: [summaryOf('s')], next: null, total: 1 };
    });
    await pages.start({ q: '', sort: 'newest' });
    broken = true;
    await pages.start({ q: 'x', sort: 'newest' });
    expect(pages.view()).toMatchObject({ loading: false, error: new TypeError('gone') });
    expect(ids(pages)).toEqual(['s']);
  });
});
