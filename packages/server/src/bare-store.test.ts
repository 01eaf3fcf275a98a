/** A server over a store in memory and nothing else: what the store answers is answered, and what it has not is a 501. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPriceBook } from '@hansard/core';
import { MemoryStore } from '@hansard/core/testing/memory-store/memory-store.ts';
import { plainMatcher } from '@hansard/core/testing/plain-matcher.ts';
import { at, call, result, tokens, transcriptOf } from '@hansard/core/testing/small-transcript.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningServer, startServer } from './start.ts';
import { goodRequests, type Operation, operations } from './testing/derived-requests.ts';
import { privacyOf } from './testing/test-server.ts';

const transcript = transcriptOf([
  { id: 'a', type: 'user_message', text: 'Why does the log grow?', timestamp: at(1) },
  { id: 'b', type: 'assistant_message', text: 'Look.', timestamp: at(2), model: 'm', usage: tokens({ input: 5 }) },
  { ...call('c1'), timestamp: at(3) },
  { ...result('c1'), timestamp: at(4) },
]);
const digest = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

let home: string;
let whole: RunningServer;
let bare: RunningServer;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-bare-'));
  const start = async (name: string, store: MemoryStore, journal: MemoryStore['journal'] | undefined) =>
    startServer({
      store: Object.assign(Object.create(store), { journal, runs: journal && store.runs }),
      adapters: [],
      version: '0.0.0',
      prices: await loadPriceBook(),
      timezone: 'UTC',
      digest,
      matcher: plainMatcher,
      privacy: privacyOf(digest, {}),
      report: (error) => {
        throw error;
      },
      home: mkdtempSync(join(home, name)),
      makeFile: (path, text) => {
        if (existsSync(path)) return false;
        writeFileSync(path, text);
        return true;
      },
      port: 0,
    });
  const stores = [new MemoryStore(transcript), new MemoryStore(transcript)] as const;
  whole = await start('whole', stores[0], stores[0].journal);
  bare = await start('bare', stores[1], undefined);
});
afterAll(async () => {
  await Promise.all([whole?.close(), bare?.close()]);
  rmSync(home, { recursive: true, force: true });
});

/** Pages need a build. */
const isTried = ({ operationId }: Operation) => !/^(page-|reference|login)/.test(operationId);
const values = {
  id: transcript.transcriptId,
  eventId: 'a',
  noteId: 'none',
  tag: 'plans',
  name: 'plans',
  q: 'log',
  by: 'day',
  hash: 'sha256-none',
  agent: 'none',
  profile: 'team',
  with: '',
};
const BODY = { text: 'Look here', address: '/?q=log', sessions: [transcript.transcriptId], agent: 'none' };

/** What each route answers; of those that are not offered, that they say so. */
async function answers(server: RunningServer): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const token = server.app.guard.token.text;
  for (const operation of operations.filter(isTried)) {
    const [request] = goodRequests(operation, values, BODY);
    if (!request) continue;
    const headers = { ...request.init.headers, authorization: `Bearer ${token}` };
    const response = await fetch(`http://127.0.0.1:${server.port}${request.url}`, { ...request.init, headers });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    const body = isStream ? await response.body?.cancel() : await response.text();
    if (response.status === 501) expect(JSON.parse(body as string)).toMatchObject({ code: 'not-offered' });
    found.set(operation.operationId, response.status);
  }
  return found;
}

const withStatus = (found: ReadonlyMap<string, number>, is: (status: number) => boolean) =>
  [...found].flatMap(([id, status]) => (is(status) ? [id] : [])).sort();

const PARTS =
  /^(run-start|run-cancel|backends|live-|otlp-|export|preview|import|sample|doctor|settings|git-|erase|sync|ledger|shared|share)/;
const JOURNAL =
  /^(runs|run-|run$|step-|flow|tags|add-tag|remove-tag|add-star|remove-star|add-note|remove-note|views|keep-view|remove-view)/;

it('answers all that a store is asked, and 501 for parts that it is without', async () => {
  const found = await answers(whole);
  expect(withStatus(found, (status) => status >= 500 && status !== 501)).toEqual([]);
  const missing = withStatus(found, (status) => status === 501);
  expect(missing.length).toBeGreaterThan(5);
  expect(missing.filter((id) => !PARTS.test(id))).toEqual([]);
  for (const id of ['sessions', 'session', 'search', 'numbers', 'session-outline', 'session-timeline', 'tags'])
    expect([id, found.get(id)]).toEqual([id, 200]);
});

it('answers 501 for the journal and runs where the store keeps none, and the same for all else', async () => {
  const [with_, without] = [await answers(whole), await answers(bare)];
  const changed = [...with_].flatMap(([id, status]) => (without.get(id) === status ? [] : [id]));
  expect(changed.filter((id) => without.get(id) !== 501)).toEqual([]);
  expect(changed.length).toBeGreaterThan(5);
  expect(changed.filter((id) => !JOURNAL.test(id))).toEqual([]);
});
