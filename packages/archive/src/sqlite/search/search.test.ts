import { parseQuery } from '@hansard/core/query/parse-query.ts';
import type { SearchOptions, SearchResult } from '@hansard/core/store/search.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { erase, planErase } from '../../maintenance/erase.ts';
import { at, EventArchive, eventAgent } from '../../testing/event-log.ts';
import { findSession } from '../sessions/find-session.ts';

let events: EventArchive;
const queryOf = (source: string) =>
  parseQuery(source, {
    now: Date.parse(at(20)),
    timezone: 'UTC',
    agents: [{ id: 'event-agent', label: 'Event agent' }],
  });
const find = (source: string, options?: SearchOptions) => events.archive.search.find(queryOf(source), options);

/** Native ids of the sessions, each with the ids of its hits. */
const outline = ({ sessions }: SearchResult) =>
  sessions.map(({ session, hits }) => [session.nativeId, ...hits.map(({ eventId }) => eventId)].join(' '));
const found = async (source: string, options?: SearchOptions) => outline(await find(source, options));

beforeAll(async () => {
  events = await EventArchive.open();
  await events.add({
    old: {
      facts: {
        environment: { cwd: '/home/dev/api', repo: { branch: 'main', remote: 'git@example.com:team/api.git' } },
      },
      events: [
        { id: 'ask', text: 'Fix the parser please', timestamp: at(1) },
        {
          id: 'call',
          type: 'tool_call',
          timestamp: at(1, 5),
          model: 'large-opus-4',
          tool: {
            name: 'Edit',
            kind: 'edit',
            input: { file_path: '/home/dev/api/src/parser.ts', old: 'parseHTTPRequest' },
          },
        },
        {
          id: 'result',
          type: 'tool_result',
          timestamp: at(1, 6),
          tool: { name: 'Bash', status: 'error', output: `${'line\n'.repeat(300)}TypeError: parser is undefined` },
        },
      ],
    },
    late: {
      facts: { title: { text: 'Search for needles', rank: 1 }, environment: { cwd: '/home/dev/web app' } },
      events: [
        { id: 'q', text: 'Where is the needle? The parser has it.', timestamp: at(10) },
        { id: 'think', type: 'reasoning', text: 'A needle, a needle in the parser', timestamp: at(10, 2) },
        { id: 'say', type: 'assistant_message', text: 'Here: needle.', timestamp: at(10, 3), model: 'small-haiku-1' },
      ],
    },
    z_helper: {
      subagentOf: 'late',
      events: [{ id: 'sub', type: 'assistant_message', text: 'The subagent saw a needle', timestamp: at(10, 4) }],
    },
    odd: {
      events: [{ id: 'raw', type: 'unparsed', raw: { strange: 'needlework' }, timestamp: at(5) }],
    },
  });
  const { sql } = events.archive;
  const key = sql.get("SELECT key FROM session WHERE native_id = 'old'")?.['key'] as string;
  sql.run("INSERT INTO tag (session_key, tag, added) VALUES (?, 'later', '')", key);
  sql.run("UPDATE known_session SET starred = '2026' WHERE key = ?", key);
  sql.run("UPDATE input SET missing_since = '2026' WHERE path LIKE '%/odd.jsonl'");
});
afterAll(() => events.remove());

describe('a search', () => {
  it('groups hits by session, latest first, and hits newest first', async () => {
    expect(await found('parser')).toEqual(['late think q', 'old result call ask']);
    expect(await found('needle')).toEqual(['late sub say think']);
    expect(await found('needle', { hits: 10 })).toEqual(['late sub say think q']);
  });

  it('counts hits and tells whether there are more sessions', async () => {
    const result = await find('parser', { sessions: 1, hits: 1 });
    expect(outline(result)).toEqual(['late think']);
    expect(result).toMatchObject({ more: true, total: 5, order: 'newest', rankedPartly: false, patterns: null });
    expect(result.sessions[0]?.count).toEqual({ number: 2, exact: true });
  });

  it('ranks by how much of an event is what was asked for', async () => {
    const result = await find('needle', { order: 'ranked', hits: 2 });
    expect(result.order).toBe('ranked');
    expect(outline(result)).toEqual(['late think say']);
    expect((await find('is:error', { order: 'ranked' })).order).toBe('newest');
  });

  it('shows what was found, where, and how to get there', async () => {
    const [late, old] = (await find('parser', { context: 60 })).sessions;
    expect(late?.session).toMatchObject({ title: 'Search for needles', project: '/home/dev/web app' });
    const [result, call, ask] = old?.hits ?? [];
    expect(ask).toMatchObject({
      eventId: 'ask',
      type: 'user_message',
      time: at(1),
      snippet: { field: 'text', text: 'Fix the parser please', marks: [[8, 14]], cutBefore: false, cutAfter: false },
    });
    expect(ask?.link).toBe(`${old?.session.id.slice(0, 8)}#ask`);
    expect(call).toMatchObject({ tool: 'Edit', model: 'large-opus-4', snippet: { field: 'path' } });
    expect(result).toMatchObject({ error: true, snippet: { field: 'output', cutBefore: true, cutAfter: false } });
    expect(result?.snippet?.text).toContain('TypeError: parser is undefined');
    const read = await events.archive.events.page(old?.session.number as number, (call?.logSeq as number) - 1, 1);
    expect(read[0]?.event.id).toBe('call');
  });

  it('reads only what it shows', async () => {
    const read = vi.spyOn(events.archive.events, 'events');
    const { sessions } = await find('parser', { sessions: 1, hits: 1 });
    const shown = await events.archive.events.page(sessions[0]?.session.number as number, 0, 10);
    const numbers = shown.filter(({ event }) => event.id === 'think').map(({ number }) => number);
    expect(read.mock.calls.flatMap(([asked]) => asked)).toEqual(numbers);
    read.mockRestore();
  });
});

it('answers without a snippet where an original is damaged', async () => {
  const damaged = await EventArchive.open();
  await damaged.add({
    one: { events: [{ id: 'whole-and-fine', text: 'a marble', timestamp: at(1) }] },
    two: { events: [{ id: 'soon-damaged', text: 'another marble', timestamp: at(2) }] },
  });
  damaged.archive.sql.run("UPDATE block SET data = x'00ff', codec = 1 WHERE id = (SELECT max(id) FROM block)");
  const { sessions } = await damaged.archive.search.find(queryOf('marble'));
  expect(sessions.map(({ hits }) => hits[0]?.snippet?.text)).toEqual([undefined, 'a marble']);
  damaged.remove();
});

it('shows nothing of an erased session whose block has got another’s number', async () => {
  const events = await EventArchive.open();
  const { archive, host } = events;
  const options = { host, adapters: [eventAgent], now: at(3) };
  const block = () => archive.sql.get('SELECT max(id) AS id FROM block')?.['id'];
  await events.add({ one: { events: [{ id: 'the-same-id', text: 'an erased marble', timestamp: at(1) }] } });
  await archive.search.find(queryOf('marble'));
  const erased = block();
  await erase(archive, await planErase(archive, options, [findSession(archive, 'one')]), options);
  await events.add({ two: { events: [{ id: 'the-same-id', text: 'a later marble', timestamp: at(2) }] } });
  expect(block()).toBe(erased);
  const { sessions } = await archive.search.find(queryOf('marble'));
  expect(sessions.map(({ hits }) => hits[0]?.snippet?.text)).toEqual(['a later marble']);
  events.remove();
});

it('reads what it shows again only once, for as long as it stays', async () => {
  const events = await EventArchive.open();
  const { search } = events.archive;
  await events.add({ one: { events: [{ id: 'remembered', text: 'a marble on a shelf', timestamp: at(1) }] } });
  await search.find(queryOf('marble'));
  const read = vi.spyOn(search.glimpses.blocks, 'block');
  const { sessions } = await search.find(queryOf('shelf'));
  expect(sessions[0]?.hits[0]?.snippet?.text).toBe('a marble on a shelf');
  expect(read).not.toHaveBeenCalled();
  events.remove();
});

describe('filters', () => {
  it.each<[string, string[]]>([
    ['parser agent:event', ['late think q', 'old result call ask']],
    ['parser -agent:event', []],
    ['parser tool:edit', ['old call']],
    ['parser tool:E*,bash', ['old result call']],
    ['parser -tool:edit', ['late think q', 'old result ask']],
    ['is:error', ['old result']],
    ['parser is:user', ['late q', 'old ask']],
    ['needle is:assistant', ['late sub say']],
    ['is:tool', ['old result call']],
    ['needle is:reasoning', ['late think']],
    ['needle is:subagent', ['late sub']],
    ['needle -is:subagent', ['late say think q']],
    ['is:edit', ['old call']],
    ['is:unparsed', ['odd raw']],
    ['is:starred parser', ['old result call ask']],
    ['is:starred,subagent', ['late sub', 'old result call ask']],
    ['is:missing', ['odd']],
    ['model:opus', ['old call']],
    ['model:haiku,opus', ['late say', 'old call']],
    ['parser project:API', ['old result call ask']],
    ['parser project:team/api', ['old result call ask']],
    ['parser project:"web app"', ['late think q']],
    ['after:2026-08-05', ['late sub say think', 'odd raw']],
    ['after:5d', []],
    ['parser before:2026-08-05', ['old result call ask']],
    ['parser after:"2026-08-01T12:00:05Z" before:2026-08-02', ['old result call']],
    ['file:parser.ts', ['old call']],
    ['file:src/parser.ts parser', ['old call']],
    ['file:/home/dev/api', ['old call']],
    ['file:api/*.ts', ['old call']],
    ['file:arser.ts', []],
    ['-file:parser.ts parser', ['late think q', 'old result ask']],
    ['session:old parser', ['old result call ask']],
    ['session:z_help needle', ['late sub say think']],
    ['tag:later', ['old']],
    ['-tag:later', ['late', 'odd']],
    ['machine:this branch:main', ['old']],
    ['branch:ma', []],
    ['branch:ma*', ['old']],
    ['title:needles', ['late']],
    ['title:"fix the"', ['old']],
    ['project:api tag:other', []],
  ])('%s', async (source, expected) => {
    expect(await found(source)).toEqual(expected);
  });

  it('choose nothing else: words that are only excluded leave the rest', async () => {
    expect(await found('-parser is:user,assistant')).toEqual(['late sub say']);
    expect(await found('-needle -parser -needlework is:user,assistant,unparsed')).toEqual([]);
  });
});
