/** A secret that a stream was cut in the middle of goes where its parts are long enough, and is named where they are not. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretSearch } from '@hansard/core/privacy/index.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { rebuild } from '../maintenance/rebuild.ts';
import { findSession } from '../sqlite/sessions/find-session.ts';
import { sync } from '../sync/sync.ts';
import { remainsOf } from '../testing/remains.ts';
import { logOf, SampleMachine, type SampleRecord, sampleAgent } from '../testing/sample-agent.ts';
import { planScrub } from './plan-scrub.ts';
import { scrub } from './scrub.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const adapters = [sampleAgent()];
const BODY = 'Zq8vN2mXw4LkP0sRt6Yb1Hc3Jd5Fg7Aa9EeQw3Er5Ty7Ui9Op1As2Df4Gh6Jk8Lz0Xc2Vb4Nm6Qa8Ws1Ed3Rf5Tg7Y';
const KEY = `sk-ant-api03-${BODY.slice(0, 93)}AA`;

let home: string;
let machine: SampleMachine;
let archive: Archive;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-split-'));
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

/** A session whose answer comes in these pieces, with other records between them. */
async function opened(...pieces: readonly string[]): Promise<void> {
  const [first = '', ...rest] = pieces;
  const records: SampleRecord[] = [
    { session: 's', id: 'q', role: 'user', text: 'show me the beginning of a key: sk-ant-api03-Zq8vN2mX' },
    { session: 's', id: 'a', role: 'assistant', text: first },
    ...rest.flatMap((text, n): SampleRecord[] => [
      { session: 's', id: `n${n}`, role: 'tool', text: `between ${n}` },
      { session: 's', adds: 'a', text },
    ]),
  ];
  machine = new SampleMachine(home, { 'logs/s.jsonl': logOf(records) });
  archive = await Archive.open(machine, adapters);
  await sync({ archive, adapters, host: machine, now: NOW });
}

const options = () => ({ host: machine, adapters, now: NOW });
const plan = () => planScrub(archive, { ...options(), search: new SecretSearch() });
const answer = async () =>
  (await archive.events.page(findSession(archive, 's').id, 0, 100)).find(({ event }) => event.id === 'a')?.event.text;

it.each([
  ['in the middle', [`see ${KEY.slice(0, 60)}`, `${KEY.slice(60)} there`]],
  ['in three', [KEY.slice(0, 40), KEY.slice(40, 70), KEY.slice(70)]],
  ['near its end', [`see ${KEY.slice(0, 100)}`, `${KEY.slice(100)} there`]],
])('removes one that is cut %s, for good', async (_, pieces) => {
  await opened(...pieces);
  expect(await answer()).toContain(KEY);
  const planned = await plan();
  expect(planned.split).toEqual([]);
  // The first part may look like a key by itself.
  const lines = new Set(planned.places.map(({ line }) => line));
  expect([...lines].sort()).toEqual(pieces.flatMap((piece, n) => (piece.length > 20 ? [2 + 2 * n] : [])));
  await scrub(archive, planned, options());
  const gone = async () => {
    expect(await answer()).not.toContain(KEY.slice(30, 46));
    for (const piece of pieces) {
      if (piece.length > 20) expect(await remainsOf(piece.replace(/^see | there$/g, '').slice(-20), home)).toEqual([]);
    }
  };
  await gone();
  expect(await plan()).toMatchObject({ places: [], split: [] });
  machine.append('logs/s.jsonl', logOf([{ session: 's', id: 'z', role: 'user', text: 'more' }]));
  await sync({ archive, adapters, host: machine, now: NOW });
  await rebuild(archive, { adapters, host: machine, now: NOW });
  await gone();
  expect(JSON.stringify(await archive.events.page(findSession(archive, 's').id, 0, 100))).toContain(
    'a key: sk-ant-api03-Zq8vN2mX',
  );
});

it('names one whose parts are too short, and leaves it', async () => {
  const pieces = KEY.match(/.{1,9}/g) as string[];
  await opened(...pieces);
  const planned = await plan();
  expect(planned.places).toEqual([]);
  expect(planned.split).toMatchObject([{ ruleId: 'anthropic-api-key', in: 'event' }]);
  expect(planned.forms).toEqual([]);
});
