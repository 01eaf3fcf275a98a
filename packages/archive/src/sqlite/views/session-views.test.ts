/** The views of a session that need no event read: map, outline, timeline, sources, costs. */
import { loadPriceBook } from '@hansard/core';
import { MAP_FLAGS } from '@hansard/core/events/map-flags.ts';
import { activityOf } from '@hansard/core/views/activity.ts';
import { sessionDetail } from '@hansard/core/views/session-detail.ts';
import { summariesOf } from '@hansard/core/views/session-summaries.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, EventArchive } from '../../testing/event-log.ts';
import { costsIn, idOf, mapIn, outlineIn, timelineIn } from '../../testing/session-views.ts';

const MODEL = 'claude-sonnet-4-5-20250929';
const usage = (responseId: string) => ({
  input: 1000,
  output: 100,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  reasoning: 0,
  responseId,
});
/** One answer: 1000 × $3 + 100 × $15 a million. */
const ANSWER_MICRO_USD = 4500;

let events: EventArchive;
let sessionId: string;
const prices = await loadPriceBook();
const store = () => events.archive.store;
const options = { prices, now: Date.parse(at(1, 60)) };

beforeAll(async () => {
  events = await EventArchive.open();
  await events.add({
    main: {
      facts: {
        environment: { cwd: '/home/dev/api' },
        agents: { 'z-helper': { title: 'Look around', type: 'Explore', callId: 'c1' } },
      },
      events: [
        { id: 'start', type: 'system', text: 'ready', timestamp: at(1) },
        { id: 'ask-1', text: 'Fix the parser', timestamp: at(1, 1) },
        { id: 'meta', text: 'for the model', audience: 'model', timestamp: at(1, 2) },
        {
          id: 'call',
          type: 'tool_call',
          timestamp: at(1, 3),
          tool: {
            name: 'Edit',
            kind: 'edit',
            callId: 'c1',
            durationMs: 2000,
            input: { file_path: '/home/dev/api/a.ts', old_string: 'x', new_string: 'y' },
          },
        },
        {
          id: 'result',
          type: 'tool_result',
          timestamp: at(1, 5),
          tool: { name: 'Edit', callId: 'c1', status: 'error', output: 'no' },
        },
        {
          id: 'may',
          type: 'permission',
          timestamp: at(1, 6),
          permission: { id: 'p', action: 'rm -rf', status: 'requested' },
        },
        { id: 'say', type: 'assistant_message', text: 'Done', timestamp: at(1, 9), model: MODEL, usage: usage('r1') },
        { id: 'ask-2', text: 'And now the tests', timestamp: at(1, 30) },
        { id: 'short', type: 'session', phase: 'compacted', timestamp: at(1, 31) },
        {
          id: 'say-2',
          type: 'assistant_message',
          text: 'Fine',
          timestamp: at(1, 34),
          model: 'nobody-knows-1',
          usage: usage('r2'),
        },
      ],
    },
    'z-helper': {
      subagentOf: 'main',
      events: [
        { id: 'h1', type: 'user_message', text: 'Look', timestamp: at(1, 4) },
        { id: 'h2', type: 'assistant_message', text: 'Seen', timestamp: at(1, 7), model: MODEL, usage: usage('r3') },
      ],
    },
    fork: {
      facts: { lineage: { kind: 'fork', of: 'main' } },
      events: [{ id: 'f', text: 'Another way', timestamp: at(2) }],
    },
  });
  sessionId = await idOf(events.archive.store, 'main');
});

afterAll(() => events.remove());

it('lays all events of a session out in columns', async () => {
  const { columns, ...map } = await mapIn(store(), sessionId);
  expect(map.lastSeq).toBe(12);
  for (const column of Object.values(columns)) expect(column).toHaveLength(12);
  const at0 = Date.parse(at(1));
  let time = 0;
  const rows = columns.type.map((type, i) => {
    time += columns.time[i] as number;
    return [map.types[type], map.sources[columns.source[i] as number], (time - at0) / 1000, columns.flags[i]];
  });
  const { turn, error, edit, waits, compaction, subagent } = MAP_FLAGS;
  expect(rows).toEqual([
    ['system', 'primary', 0, 0],
    ['user_message', 'primary', 1, turn],
    ['user_message', 'primary', 2, 0],
    ['tool_call', 'primary', 3, edit],
    ['tool_result', 'primary', 5, error],
    ['permission', 'primary', 6, waits],
    ['assistant_message', 'primary', 9, 0],
    ['user_message', 'primary', 30, turn],
    ['session', 'primary', 31, compaction],
    ['assistant_message', 'primary', 34, 0],
    ['user_message', 'subagent:z-helper', 4, subagent],
    ['assistant_message', 'subagent:z-helper', 7, subagent],
  ]);
  expect(columns.durationMs[3]).toBe(2000);
  expect(map.tools).toEqual(['', 'Edit']);
  expect(map.models.sort()).toEqual([MODEL, 'nobody-knows-1']);
});

it('tells what came of each prompt', async () => {
  const [first, second, ...others] = await outlineIn(store(), sessionId, prices);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    eventId: 'ask-1',
    logSeq: 2,
    time: at(1, 1),
    // It waited from 6 to 9 for a permission.
    durationMs: 5000,
    waitedMs: 3000,
    tokens: 2200,
    costMicroUsd: 2 * ANSWER_MICRO_USD,
    toolCalls: 1,
    errors: 1,
    files: ['/home/dev/api/a.ts'],
    source: 'primary',
  });
  expect(second).toMatchObject({ eventId: 'ask-2', tokens: 1100, costMicroUsd: null, toolCalls: 0, files: [] });
});

it('shows turns, tools, waits and subagents in time', async () => {
  const { from, to, lanes, slowest, concurrency } = await timelineIn(store(), sessionId);
  expect([from, to]).toEqual([Date.parse(at(1)), Date.parse(at(1, 34))]);
  const second = (time: number) => (time - Date.parse(at(1))) / 1000;
  const spans = lanes.flatMap((lane) =>
    lane.spans.map((span) => [lane.source, span.kind, span.name, second(span.from), second(span.to)]),
  );
  expect(spans).toEqual([
    ['primary', 'turn', '', 1, 9],
    ['primary', 'tool', 'Edit', 3, 5],
    ['primary', 'wait', 'permission', 6, 9],
    ['primary', 'wait', 'prompt', 9, 30],
    ['primary', 'turn', '', 30, 34],
    ['subagent:z-helper', 'subagent', 'Explore', 4, 7],
  ]);
  expect(lanes[1]?.title).toBe('Look around');
  expect(slowest.map(({ name }) => name)).toEqual(['Edit']);
  expect(concurrency.map(({ at: time, n }) => [second(time), n])).toEqual([
    [1, 1],
    [4, 2],
    [6, 1],
    [7, 0],
    [30, 1],
    [34, 0],
  ]);
});

it('tells what each response cost, and all up to it', async () => {
  const costs = await costsIn(store(), sessionId, prices);
  const answers = costs.map(({ source, costMicroUsd, totalMicroUsd, input }) => [
    source,
    costMicroUsd,
    totalMicroUsd,
    input,
  ]);
  expect(answers).toEqual([
    ['subagent:z-helper', ANSWER_MICRO_USD, ANSWER_MICRO_USD, 1000],
    ['primary', ANSWER_MICRO_USD, 2 * ANSWER_MICRO_USD, 1000],
    ['primary', null, 2 * ANSWER_MICRO_USD, 1000],
  ]);
  expect(costs.map(({ at: time }) => time)).toEqual(costs.map(({ at: time }) => time).toSorted((a, b) => a - b));
});

it('sums up sessions for lists, and tells how they are related', async () => {
  const { sessions } = await store().sessions.page({ order: 'newest', limit: 10 });
  const summaries = await summariesOf(store(), sessions, options);
  const main = summaries.find(({ nativeId }) => nativeId === 'main');
  const fork = summaries.find(({ nativeId }) => nativeId === 'fork');
  expect(main).toMatchObject({
    agentLabel: 'event-agent',
    children: 1,
    subagents: 1,
    lastSeq: 12,
    tokens: 3300,
    costMicroUsd: 2 * ANSWER_MICRO_USD,
    unpriced: true,
    live: true,
    lineage: null,
  });
  expect(fork).toMatchObject({ lineage: { kind: 'fork', of: 'main', id: main?.id }, costMicroUsd: null, models: [] });
});

it('tells all that is known of a session', async () => {
  const detail = await sessionDetail(store(), sessionId, options);
  if (!detail) throw new Error('the session is there');
  expect(detail.sources).toEqual([
    { source: 'primary', index: 0, parent: null, title: null, type: null, callId: null, events: 10, logSeq: 1 },
    {
      source: 'subagent:z-helper',
      index: 1,
      parent: 'primary',
      title: 'Look around',
      type: 'Explore',
      callId: 'c1',
      events: 2,
      logSeq: 11,
    },
  ]);
  expect(detail.cost).toMatchObject({
    ownMicroUsd: ANSWER_MICRO_USD,
    withSubagentsMicroUsd: 2 * ANSWER_MICRO_USD,
    inheritedMicroUsd: null,
  });
  expect(detail.cost.byModel.map(({ model, costMicroUsd }) => [model, costMicroUsd])).toEqual([
    [MODEL, 2 * ANSWER_MICRO_USD],
    ['nobody-knows-1', null],
  ]);
  expect(detail.related.map(({ nativeId }) => nativeId)).toEqual(['fork']);
  expect(detail.durationMs).toBe(34_000);
});

it('gives events their number, time and source', async () => {
  expect(await store().events.page(sessionId, 9, 2)).toMatchObject([
    { id: 'say-2', seq: 10, logSeq: 10, source: 'primary', timestamp: at(1, 34) },
    { id: 'h1', seq: 11, logSeq: 11, source: 'subagent:z-helper' },
  ]);
});

it('tells when there was work, in a time zone', async () => {
  const { days, hours } = await activityOf(store(), 'UTC', prices);
  expect(days).toEqual([
    { day: '2026-08-01', sessions: 1, events: 12, costMicroUsd: 2 * ANSWER_MICRO_USD },
    { day: '2026-08-02', sessions: 1, events: 1, costMicroUsd: 0 },
  ]);
  // The first of August 2026 is a Saturday.
  expect(hours[5]?.[12]).toBe(12);
  expect(hours[6]?.[12]).toBe(1);
  expect((await activityOf(store(), 'Pacific/Auckland', prices)).days[0]?.day).toBe('2026-08-02');
});
