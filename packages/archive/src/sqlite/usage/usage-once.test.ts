/** Usage counts once, and the same whatever the order and the pieces in which the archive learned of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SqlRow } from '@hansard/core';
import { fc } from '@hansard/core/testing/property.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Archive } from '../../archive.ts';
import { linesOf, MeteredArchive, type MeteredRecord, meteredAgent } from '../../testing/metered-agent.ts';
import { decideOwners, type Holding } from './ownership.ts';
import { SessionOrder } from './session-order.ts';

let folder: string;
let opened = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-usage-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const newArchive = () => new MeteredArchive(join(folder, String(++opened)));
const T = Date.UTC(2026, 2, 1, 12);

/** What counts where, by session and response. */
function counted(archive: Archive): Record<string, number[]> {
  const rows = archive.sql.all(
    `SELECT s.native_id, u.* FROM usage u JOIN session s ON s.id = u.session_id ORDER BY s.native_id, u.response`,
  );
  return Object.fromEntries(
    rows.map((row) => [
      `${row['native_id']} ${row['response']}`,
      ['own', 'inferred', 'subagent', 'time', 'input', 'output', 'cache_read'].map((name) => row[name] as number),
    ]),
  );
}

const own = (archive: Archive) =>
  Object.fromEntries(Object.entries(counted(archive)).map(([key, [owned, inferred]]) => [key, [owned, inferred]]));

const response = (session: string, at: number, id: string, tokens: number[] = [10, 5], more = {}): MeteredRecord => ({
  session,
  id: `e-${id}-${at}`,
  at: T + at,
  response: id,
  tokens,
  model: 'm',
  ...more,
});

async function archived(files: Record<string, readonly MeteredRecord[]>): Promise<Archive> {
  const metered = newArchive();
  for (const [name, records] of Object.entries(files)) await metered.write(name, linesOf(records));
  return metered.open();
}

describe('a response in several sessions', () => {
  it('belongs to the one that began first, though it was met last', async () => {
    const archive = await archived({
      fork: [response('fork', 50, 'r1'), response('fork', 60, 'r2')],
      first: [{ session: 'first', id: 'a', at: T }, response('first', 50, 'r1')],
    });
    expect(own(archive)).toEqual({ 'first r1': [1, 0], 'fork r1': [0, 0], 'fork r2': [1, 0] });
    archive.close();
  });

  it('belongs to the one with the smaller key when both began at once', async () => {
    for (const order of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const archive = await archived(Object.fromEntries(order.map((name) => [name, [response(name, 0, 'r')]])));
      expect(own(archive)).toEqual({ 'a r': [1, 0], 'b r': [0, 0] });
      archive.close();
    }
  });

  it('moves when a session turns out to have begun earlier', async () => {
    const metered = newArchive();
    await metered.write('a', linesOf([response('a', 50, 'r')]));
    await metered.write('b', linesOf([{ session: 'b', id: 'x', at: T + 20 }, response('b', 50, 'r')]));
    const archive = await metered.open();
    expect(own(archive)).toEqual({ 'a r': [0, 0], 'b r': [1, 0] });
    await metered.append('a', linesOf([{ session: 'a', id: 'late', at: T + 10 }]));
    expect(own(archive)).toEqual({ 'a r': [1, 0], 'b r': [0, 0] });
    archive.close();
  });

  it('is recognised by time, model and all numbers where its id is another, and marked', async () => {
    const archive = await archived({
      a: [response('a', 50, 'r1'), response('a', 60, 'r2', [7, 7])],
      b: [response('b', 50, 'x1'), response('b', 60, 'x2', [7, 8]), response('b', 61, 'x3', [7, 7])],
    });
    expect(own(archive)).toMatchObject({ 'b x1': [0, 1], 'b x2': [1, 0], 'b x3': [1, 0] });
    archive.close();
  });

  it('is no copy of another in the same session, however alike they are', async () => {
    const archive = await archived({
      a: [response('a', 50, 'r1'), response('a', 50, 'r2')],
      b: [response('b', 50, 'x1'), response('b', 50, 'x2'), response('b', 50, 'x3')],
    });
    expect(own(archive)).toEqual({
      'a r1': [1, 0],
      'a r2': [1, 0],
      'b x1': [0, 1],
      'b x2': [0, 1],
      'b x3': [1, 0],
    });
    archive.close();
  });

  it('is not the same for having the same key when it has no id of its own', async () => {
    const bare = (session: string, at: number, tokens: number[]): MeteredRecord => ({
      session,
      id: 'call_0',
      at: T + at,
      tokens,
    });
    const archive = await archived({ a: [bare('a', 0, [10])], b: [bare('b', 5, [10])], c: [bare('c', 0, [10])] });
    expect(own(archive)).toEqual({ 'a event call_0': [1, 0], 'b event call_0': [1, 0], 'c event call_0': [0, 0] });
    archive.close();
  });

  it('is passed on when its session is erased, and comes back to nobody twice', async () => {
    const archive = await archived({
      a: [response('a', 0, 'r1'), response('a', 5, 'r2')],
      b: [response('b', 0, 'r1'), response('b', 5, 'x2')],
      c: [response('c', 0, 'r1')],
    });
    const idOf = (name: string) =>
      archive.sql.get('SELECT id FROM session WHERE native_id = ?', name)?.['id'] as number;
    archive.sql.transaction(() => archive.committer.usage.remove(idOf('a')));
    expect(own(archive)).toEqual({ 'b r1': [1, 0], 'b x2': [1, 0], 'c r1': [0, 0] });
    expectSums(archive);
    archive.close();
  });
});

describe('what the agent calls inherited', () => {
  const copy = { inherited: true, fork: 'a' };

  it('counts in the session it comes from', async () => {
    const archive = await archived({
      b: [response('b', 0, 'r1', [10], copy), response('b', 90, 'r2')],
      a: [response('a', 0, 'r1', [10])],
    });
    expect(own(archive)).toEqual({ 'a r1': [1, 0], 'b r1': [0, 0], 'b r2': [1, 0] });
    archive.close();
  });

  it('counts nowhere else while that session is there, even if no copy is found in it', async () => {
    const archive = await archived({
      b: [response('b', 70, 'r1', [10], copy)],
      a: [response('a', 0, 'r0', [10])],
    });
    expect(own(archive)).toEqual({ 'a r0': [1, 0], 'b r1': [2, 0] });
    archive.close();
  });

  it('counts with the heir when the session it comes from is not there, or is erased', async () => {
    const metered = newArchive();
    await metered.write('b', linesOf([response('b', 70, 'r1', [10], copy)]));
    const archive = await metered.open();
    expect(own(archive)).toEqual({ 'b r1': [1, 0] });
    await metered.write('a', linesOf([response('a', 0, 'r0')]));
    expect(own(archive)).toEqual({ 'a r0': [1, 0], 'b r1': [2, 0] });
    const { id } = archive.sql.get("SELECT id FROM session WHERE native_id = 'a'") as SqlRow;
    archive.sql.transaction(() => archive.committer.usage.remove(id as number));
    expect(own(archive)).toEqual({ 'b r1': [1, 0] });
    archive.close();
  });
});

describe('numbers of a response', () => {
  it('are the last ones, also when they grow after a copy was made', async () => {
    const metered = newArchive();
    await metered.write('a', linesOf([response('a', 0, 'r', [10, 1])]));
    await metered.write('b', linesOf([response('b', 0, 'r', [10, 1]), response('b', 0, 'x', [10, 1])]));
    await metered.append('a', linesOf([{ ...response('a', 0, 'r', [10, 99]), amends: 'e-r-0' }]));
    const archive = await metered.open();
    expect(counted(archive)['a r']?.slice(4)).toEqual([10, 99, 0]);
    expect(own(archive)).toEqual({ 'a r': [1, 0], 'b r': [0, 0], 'b x': [1, 0] });
    archive.close();
  });

  it('follow the model that is told later', async () => {
    const metered = newArchive();
    const { model: _model, ...unnamed } = response('a', 0, 'r');
    await metered.write('a', linesOf([unnamed]));
    await metered.append('a', linesOf([{ session: 'a', id: 'later', at: T, amends: 'e-r-0', model: 'named' }]));
    const archive = await metered.open();
    const row = archive.sql.get('SELECT n.text FROM usage u JOIN name n ON n.id = u.model');
    expect(row).toEqual({ text: 'named' });
    expectSums(archive);
    archive.close();
  });

  it('beyond all reason are cut, so that sums stay numbers', async () => {
    const archive = await archived({ a: [response('a', 0, 'r', [Number.MAX_SAFE_INTEGER, -5, 1.5])] });
    expect(counted(archive)['a r']?.slice(4)).toEqual([1e11, 0, 1]);
    archive.close();
  });
});

describe('totals of turns and sessions', () => {
  const total = (session: string, at: number, scope: string, tokens: number[]): MeteredRecord => ({
    session,
    id: `${scope}-${at}`,
    at: T + at,
    tokens,
    scope,
  });
  const owned = (archive: Archive) => Object.values(counted(archive)).map(([mine]) => mine);

  it('count where there is nothing finer: the last of the session, and the turns after it', async () => {
    const archive = await archived({
      a: [
        total('a', 0, 'session', [10]),
        total('a', 1, 'session', [25]),
        total('a', 2, 'turn', [5]),
        total('a', 3, 'turn', [6]),
      ],
    });
    expect(owned(archive)).toEqual([3, 1, 1, 1]);
    archive.close();
  });

  it('count no more once responses are told', async () => {
    const metered = newArchive();
    await metered.write('a', linesOf([total('a', 0, 'turn', [10])]));
    const archive = await metered.open();
    expect(owned(archive)).toEqual([1]);
    await metered.append('a', linesOf([response('a', 5, 'r')]));
    expect(own(archive)).toEqual({ 'a r': [1, 0], 'a total event turn-0': [3, 0] });
    expectSums(archive);
    archive.close();
  });
});

describe('an input that is read again', () => {
  it('by another version of the adapter counts only what that says', async () => {
    const metered = newArchive();
    await metered.write('a', linesOf([{ session: 'a', id: 'x', at: T, tokens: [10] }, response('a', 5, 'r')]));
    metered.agent = meteredAgent('2', (event) => ({ ...event, id: `${event.id}!` }));
    await metered.append('a', linesOf([response('a', 9, 'r2')]));
    const archive = await metered.open();
    expect(Object.keys(own(archive))).toEqual(['a event x!', 'a r', 'a r2']);
    expectSums(archive);
    archive.close();
  });

  it('by another version of the adapter loses usage that this no longer finds', async () => {
    const metered = newArchive();
    await metered.write('a', linesOf([response('a', 5, 'r'), response('a', 6, 'r2')]));
    metered.agent = meteredAgent('2', ({ usage, ...event }) =>
      usage?.responseId === 'r' ? event : { ...event, usage },
    );
    await metered.append('a', linesOf([response('a', 9, 'r3')]));
    const archive = await metered.open();
    expect(Object.keys(own(archive))).toEqual(['a r2', 'a r3']);
    expectSums(archive);
    archive.close();
  });

  it('and was rewritten keeps what was used, under one key', async () => {
    const bare = (id: string, at: number): MeteredRecord => ({ session: 'a', id, at: T + at, tokens: [10, at] });
    const metered = newArchive();
    await metered.write('a', linesOf([bare('gone', 1), bare('renamed', 2)]));
    await metered.write('a', linesOf([bare('other', 2), bare('new', 3)]));
    const archive = await metered.open();
    expect(Object.keys(own(archive))).toEqual(['a event gone', 'a event new', 'a event other']);
    expectSums(archive);
    archive.close();
  });
});

/** The sums are those of the rows, and the owners those that all rows together give. */
function expectSums({ sql }: Archive): void {
  const keys = 'session_id, slot, model, size, subagent, own, inferred';
  const columns = 'input, output, cache_read, cache_write_5m, cache_write_1h, reasoning';
  const all = "iif(response LIKE 'total %', 0, input + cache_read + cache_write_5m + cache_write_1h)";
  const size = [128_000, 199_999, 200_000, 271_999, 272_000, 512_000].map((step) => `(${all} > ${step})`).join('+');
  const sums = columns.replaceAll(/\w+/g, (name) => `sum(${name})`);
  const anew = sql.all(
    `SELECT session_id, time / 900000 AS slot, coalesce(model, 0) AS model, ${size} AS size, subagent, own, inferred,
       sum(response NOT LIKE 'total %'), ${sums}, max(${all}) FROM usage GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7`,
  );
  const kept = sql.all(`SELECT ${keys}, responses, ${columns}, largest FROM usage_sum ORDER BY ${keys}`);
  expect(kept.map((row) => Object.values(row))).toEqual(anew.map((row) => Object.values(row)));
}

function expectOwners({ sql }: Archive): void {
  const rows = sql.all("SELECT * FROM usage WHERE response NOT LIKE 'total %'");
  const holdings = new Map<Holding, SqlRow>();
  for (const row of rows) {
    const { session_id, response, inherited, time, model, input, output, cache_read } = row;
    const print = [time, model, input, output, cache_read].join();
    const tells = (input as number) + (output as number) + (cache_read as number) > 0;
    holdings.set(
      {
        session: session_id as number,
        response: response as string,
        inherited: inherited === 1,
        print: tells ? print : undefined,
      },
      row,
    );
  }
  const verdicts = decideOwners([...holdings.keys()], new SessionOrder(sql));
  for (const [holding, row] of holdings) {
    expect({ own: row['own'], inferred: row['inferred'], key: holding }).toEqual({
      ...verdicts.get(holding),
      key: holding,
    });
  }
}

const SESSIONS = ['s1', 's2', 's3', 's4'];

/** Few ids, times and numbers, so that copies and near copies abound. */
const records = (session: string): fc.Arbitrary<MeteredRecord[]> =>
  fc
    .array(
      fc.record({
        at: fc.constantFrom(0, 0, 1, 2, 900_000),
        response: fc.constantFrom('r1', 'r2', 'r3', `own-${session}`, undefined),
        tokens: fc.option(fc.constantFrom([1, 1], [1, 1], [2, 1], [0, 0], [300_000, 1, 7]), { nil: undefined }),
        model: fc.constantFrom('m', 'm', 'n', undefined),
        inherited: fc.constantFrom(false, false, false, true),
        subagent: fc.constantFrom(false, false, true),
        fork: fc.constantFrom(undefined, undefined, ...SESSIONS.filter((name) => name !== session)),
        scope: fc.constantFrom(undefined, undefined, undefined, 'turn', 'session'),
        amends: fc.option(fc.nat(8), { nil: undefined }),
      }),
      { maxLength: 9 },
    )
    .map((list) => {
      const made: MeteredRecord[] = [];
      for (const [n, { at, amends, ...rest }] of list.entries()) {
        const earlier = amends === undefined ? undefined : made[amends];
        const grown = earlier && {
          response: earlier.response,
          scope: earlier.scope,
          amends: earlier.amends ?? earlier.id,
        };
        made.push({ session, id: `${session}-${n}`, at: T + at, ...rest, ...grown });
      }
      return made;
    });

const files = fc.tuple(...SESSIONS.map(records)).map((all) => all.filter((list) => list.length > 0));

describe('the order of syncing', () => {
  it('does not matter, nor do the pieces in which logs grew, nor reading them again', async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.infiniteStream(fc.nat(1000)), async (sessions, random) => {
        const pick = (n: number) => (random.next().value as number) % n;
        const whole = newArchive();
        for (const list of sessions) await whole.write(list[0]?.session as string, linesOf(list));
        const expected = counted(await whole.open());
        expectSums(await whole.open());
        expectOwners(await whole.open());
        await whole.close();

        const pieces = newArchive();
        const left = sessions.map((list) => ({ name: list[0]?.session as string, text: linesOf(list) }));
        while (left.some(({ text }) => text !== '')) {
          const file = left[pick(left.length)] as (typeof left)[number];
          const bytes = pick(3) === 0 ? file.text.length : pick(file.text.length + 1);
          if (bytes === 0) continue;
          await pieces.append(file.name, file.text.slice(0, bytes));
          file.text = file.text.slice(bytes);
        }
        expect(counted(await pieces.open())).toEqual(expected);
        expectSums(await pieces.open());

        pieces.agent = meteredAgent('2');
        for (const list of sessions) await pieces.append(list[0]?.session as string, '\n');
        expect(counted(await pieces.open())).toEqual(expected);
        expectSums(await pieces.open());
        await pieces.close();
      }),
      { numRuns: 30 },
    );
  }, 300_000);
});
