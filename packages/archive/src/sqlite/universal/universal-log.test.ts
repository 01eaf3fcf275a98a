import { type EventSource, UniversalLog } from '@hansard/core/universal/universal-log.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { erase, planErase } from '../../maintenance/erase.ts';
import { rebuild } from '../../maintenance/rebuild.ts';
import { EventArchive, eventAgent } from '../../testing/event-log.ts';
import { idOf as archiveId } from '../../testing/session-views.ts';
import { universalPages, violationsOf } from '../../testing/universal-pages.ts';
import { SessionIds } from '../session-ids.ts';
import { findSession } from '../sessions/find-session.ts';
import { ToldTables } from './told-tables.ts';

const now = '2026-10-01T00:00:00.000Z';
const said = (count: number) => Array.from({ length: count }, (_, at) => ({ text: `Message ${at}` }));

let kept: EventArchive;
beforeEach(async () => {
  kept = await EventArchive.open();
});
afterEach(() => kept.remove());

const idOf = (nativeId: string) => archiveId(kept.archive.store, nativeId);
const toldIn = ({ sql }: EventArchive['archive']) => new ToldTables(sql, new SessionIds(sql));

/** Counts what is read of events. */
function counted(source: EventSource): EventSource & { readonly pages: number[] } {
  const pages: number[] = [];
  return {
    at: (...of) => source.at(...of),
    header: (...of) => source.header(...of),
    pages,
    page: async (...of) => {
      const page = await source.page(...of);
      pages.push(page.length);
      return page;
    },
  };
}

describe('pages of the universal stream', () => {
  it('cost the same anywhere in a long session', async () => {
    await kept.add({ long: { events: said(3000) } });
    const { sql } = kept.archive;
    const source = counted(kept.archive.store.events);
    const log = new UniversalLog(toldIn(kept.archive), source);
    const id = await idOf('long');
    const { tellings, hasMore } = await log.page(id, 0, 50);
    expect(tellings.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
    expect(hasMore).toBe(true);
    // The beginning is told without reading what comes later.
    expect(source.pages).toEqual([400]);
    expect(await log.page(id, 20_000, 50)).toEqual({ tellings: [], hasMore: false });
    source.pages.length = 0;
    let statements = 0;
    const prepare = sql.prepare.bind(sql);
    sql.prepare = (text) => {
      statements++;
      return prepare(text);
    };
    const costs: number[] = [];
    for (const offset of [0, 256 * 11, 256 * 23, 256 * 40]) {
      statements = 0;
      const page = await log.page(id, offset, 100);
      expect(page.tellings.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: 100 }, (_, at) => offset + at + 1),
      );
      costs.push(statements);
    }
    expect(new Set(costs).size).toBe(1);
    expect(costs[0]).toBeLessThan(5);
    expect(source.pages).toEqual([]);
  });

  it('read as little of the originals in the middle of a long session as at its ends', async () => {
    const long = Array.from({ length: 3000 }, (_, at) => ({ text: `Message ${at} ${'and more of it '.repeat(100)}` }));
    await kept.add({ long: { events: long } });
    const { archive } = kept;
    await universalPages(archive, 1, 20_000);
    const { originals } = archive;
    const unit = originals.unit.bind(originals);
    let units = 0;
    originals.unit = (...of) => {
      units++;
      return unit(...of);
    };
    const source = archive.store.events;
    const log = new UniversalLog(toldIn(archive), source);
    const id = await idOf('long');
    for (const offset of [0, 3000, 6000, 9000, 11_900]) {
      archive.events.forget();
      units = 0;
      const { tellings } = await log.page(id, offset, 100);
      const seqs = tellings.flatMap(({ telling: { about } }) => about ?? []);
      expect(await source.at(id, [...new Set(seqs)])).toHaveLength(new Set(seqs).size);
      expect(units).toBeGreaterThan(0);
      expect(units).toBeLessThanOrEqual(2);
    }
    expect(archive.sql.get('SELECT count(*) AS n FROM manifest WHERE checkpoint IS NOT NULL')?.['n']).toBeGreaterThan(
      8,
    );
  });

  it('are told once when several ask at the same time', async () => {
    await kept.add({ long: { events: said(1000) } });
    const source = counted(kept.archive.store.events);
    const log = new UniversalLog(toldIn(kept.archive), source);
    const id = await idOf('long');
    const pages = await Promise.all([log.page(id, 0, 500), log.page(id, 0, 500), log.page(id, 100, 500)]);
    expect(pages[1]).toEqual(pages[0]);
    expect(pages[2]?.tellings.slice(0, 400)).toEqual(pages[0]?.tellings.slice(100));
    expect(source.pages).toEqual([400]);
  });

  it('let go what another process has told meanwhile', async () => {
    await kept.add({ one: { events: said(10) } });
    const source = kept.archive.store.events;
    const first = new UniversalLog(toldIn(kept.archive), source);
    const second = new UniversalLog(toldIn(kept.archive), source);
    const id = await idOf('one');
    const [one, other] = await Promise.all([first.page(id, 0, 100), second.page(id, 0, 100)]);
    expect(other).toEqual(one);
    expect(violationsOf(await universalPages(kept.archive, 1))).toEqual([]);
  });

  it('do not end a session whose log is there, and end it once when it is gone', async () => {
    await kept.add({ one: { events: [...said(2), { type: 'session', phase: 'ended' }] } });
    const types = async () => (await universalPages(kept.archive, 1)).map(({ type }) => type);
    expect(await types()).not.toContain('session.ended');
    kept.archive.sql.run('UPDATE input SET missing_since = ?', now);
    const ended = await types();
    expect(ended.at(-1)).toBe('session.ended');
    expect(await types()).toEqual(ended);
    expect(violationsOf(await universalPages(kept.archive, 1))).toEqual([]);
  });

  it('tell what came back with a call as an item of its own, and not twice', async () => {
    const tool = { name: 'Bash', callId: 'c1', input: {}, output: 'done' };
    const other = { ...tool, callId: 'c2' };
    await kept.add({
      one: {
        events: [
          { type: 'tool_call', tool },
          { type: 'tool_call', tool: other },
          { type: 'tool_result', tool: other },
          ...said(1),
        ],
      },
    });
    const events = await universalPages(kept.archive, 1);
    expect(violationsOf(events)).toEqual([]);
    const items = events.flatMap(({ type, data }) => (type === 'item.completed' && 'item' in data ? [data.item] : []));
    const kinds = items.map(({ kind }) => kind);
    expect(kinds).toEqual(['tool_call', 'tool_result', 'tool_call', 'tool_result', 'message']);
    expect(items[1]).toMatchObject({ parent_id: items[0]?.item_id, content: [{ call_id: 'c1', output: 'done' }] });
  });

  it('do not write when they are read again, whatever happens elsewhere', async () => {
    await kept.add({ one: { events: said(10) } });
    await universalPages(kept.archive, 1);
    kept.archive.sql.run("UPDATE counter SET value = value + 1 WHERE name = 'change'");
    const changes = () => kept.archive.sql.get('SELECT total_changes() AS n')?.['n'];
    const before = changes();
    await universalPages(kept.archive, 1);
    expect(changes()).toBe(before);
  });

  it('stay when everything is rebuilt, and are gone when the session is erased', async () => {
    await kept.add({ one: { events: said(30) }, two: { events: said(3) } });
    const before = [await universalPages(kept.archive, 1), await universalPages(kept.archive, 2)];
    const options = { host: kept.host, adapters: [eventAgent], now };
    await rebuild(kept.archive, options);
    expect([await universalPages(kept.archive, 1), await universalPages(kept.archive, 2)]).toEqual(before);
    const plan = await planErase(kept.archive, options, [findSession(kept.archive, '#1')]);
    await erase(kept.archive, plan, options);
    for (const table of ['universal_block', 'universal_log']) {
      const rows = kept.archive.sql.all(`SELECT DISTINCT session_id FROM ${table}`);
      expect(rows).toEqual([{ session_id: 2 }]);
    }
  });
});
