/** Views that read events: changed files, finding in a session, and pages of the list. */
import { type Event, loadPriceBook } from '@hansard/core';
import type { SessionOrder } from '@hansard/core/store/sessions.ts';
import { sessionChanges } from '@hansard/core/views/session-changes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, EventArchive } from '../../testing/event-log.ts';
import { idOf } from '../../testing/session-views.ts';

let events: EventArchive;
let sessionId: string;
const store = () => events.archive.store;
const read = (logSeqs: readonly number[]) => store().events.at(sessionId, logSeqs);

const edit = (id: string, second: number, tool: Event['tool'], more: Partial<Event> = {}): Partial<Event> => ({
  id,
  type: 'tool_call',
  timestamp: at(1, second),
  tool,
  ...more,
});

beforeAll(async () => {
  events = await EventArchive.open();
  await events.add({
    main: {
      events: [
        { id: 'ask', text: 'Räum die Datei parser.ts auf', timestamp: at(1) },
        edit('e1', 1, {
          name: 'Edit',
          kind: 'edit',
          callId: 'c1',
          input: { file_path: 'b.ts', old_string: 'one\ntwo', new_string: 'three' },
        }),
        edit('e2', 2, { name: 'Write', kind: 'write', callId: 'c2', input: { file_path: 'a.ts', content: 'x\ny\n' } }),
        edit('bad', 3, {
          name: 'Write',
          kind: 'write',
          callId: 'c3',
          status: 'denied',
          input: { file_path: 'never.ts', content: 'x' },
        }),
        edit('patch', 4, { name: 'apply', kind: 'edit', callId: 'c4', input: { file_path: 'b.ts', old_string: 'q' } }),
        {
          id: 'patched',
          type: 'tool_result',
          timestamp: at(1, 5),
          tool: { name: 'apply', callId: 'c4', status: 'ok', output: 'done' },
          parts: [{ type: 'file_ref', path: 'b.ts', action: 'patch', diff: '@@ -5 +5 @@\n-old\n+new\n' }],
        },
        {
          id: 'look',
          type: 'tool_call',
          timestamp: at(1, 6),
          tool: { name: 'Read', kind: 'read', input: { path: 'c.ts' } },
        },
      ],
    },
    second: { events: [{ id: 's', text: 'shorter and later', timestamp: at(3) }] },
    third: {
      events: [
        { text: 'x', timestamp: at(2) },
        { text: 'y', timestamp: at(2, 1) },
      ],
    },
  });
  sessionId = await idOf(store(), 'main');
});

afterAll(() => events.remove());

it('gathers all edits by file, as recorded or as the tool was told', async () => {
  const { files, hasMore } = await sessionChanges(await store().views.changing(sessionId, 100), read);
  expect(hasMore).toBe(false);
  expect(
    files.map(({ path, added, removed, edits }) => [path, added, removed, edits.map(({ eventId }) => eventId)]),
  ).toEqual([
    ['a.ts', 2, 0, ['e2']],
    ['b.ts', 2, 3, ['e1', 'patch']],
  ]);
  const [first, second] = files[1]?.edits ?? [];
  expect(first).toMatchObject({
    kind: 'edit',
    diff: '--- b.ts\n+++ b.ts\n@@ -1,2 +1,1 @@\n-one\n-two\n+three\n',
    note: expect.stringContaining('where'),
  });
  expect(second).toMatchObject({ logSeq: 5, diff: '@@ -5 +5 @@\n-old\n+new\n', time: at(1, 4) });
});

describe('finding in a session', () => {
  const find = (text: string, limit = 10) => store().search.inSession(sessionId, text, limit);
  const ids = async (text: string) => (await find(text)).hits.map(({ eventId }) => eventId);

  it('finds any piece of text, whatever its capitals and accents', async () => {
    expect(await ids('RAUM')).toEqual(['ask']);
    expect(await ids('arser.t')).toEqual(['ask']);
    expect(await ids('"parser.ts auf"')).toEqual(['ask']);
    expect(await ids('nowhere')).toEqual([]);
  });

  it('finds by regular expressions', async () => {
    expect(await ids('/thr.e|ol?d/')).toEqual(['e1']);
    await expect(find('/(/')).rejects.toMatchObject({ code: 'bad-query' });
  });

  it('counts what it does not list', async () => {
    const { hits, total, partial } = await find('.ts', 2);
    expect([hits.length, total, partial]).toEqual([2, 7, false]);
    expect(hits[0]?.snippet).toContain('parser.ts');
  });

  it('says when it stopped early', async () => {
    const slow = 'a'.repeat(40);
    await events.add({ main: { events: [{ id: 'slow', text: `${slow}!`, timestamp: at(1, 9) }] } });
    expect(await find('/^(a+)+$/')).toMatchObject({ partial: true });
  });
});

it('pages through sessions in every order', async () => {
  const prices = await loadPriceBook();
  const names = async (order: SessionOrder) => {
    const found: (string | null)[] = [];
    for (let cursor: string | undefined; ; ) {
      const { sessions, next, total } = await store().sessions.page({ order, limit: 1, cursor, prices });
      expect(total).toBe(3);
      found.push(...sessions.map(({ nativeId }) => nativeId));
      if (next === null) return found;
      cursor = next;
    }
  };
  expect(await names('newest')).toEqual(['second', 'third', 'main']);
  expect(await names('oldest')).toEqual(['main', 'third', 'second']);
  expect(await names('longest')).toEqual(['main', 'third', 'second']);
  expect(await names('costliest')).toHaveLength(3);
  await expect(store().sessions.page({ order: 'newest', limit: 1, cursor: 'x' })).rejects.toThrow('cursor');
});
