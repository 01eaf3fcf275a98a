import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../adapters/claude-code/index.ts';
import { Collector } from '../../reading/collector.ts';
import { LogReader } from '../../reading/log-reader.ts';
import { sha256 } from '../../testing/fixtures.ts';

const [sessionLog, , stream] = claudeCode.dialects;

function read(records: readonly object[], dialect = sessionLog) {
  if (dialect?.kind !== 'log') throw new Error('a log dialect');
  const sink = new Collector(sha256);
  const reader = new LogReader(dialect, sink, {});
  reader.push(new TextEncoder().encode(`${records.map((record) => JSON.stringify(record)).join('\n')}\n`));
  const saved = reader.finish({ final: true });
  return { sink, events: sink.events, stateBytes: JSON.stringify(saved).length };
}

let lines = 0;
const line = (type: string, fields: object) => ({
  type,
  uuid: `u${++lines}`,
  parentUuid: null,
  sessionId: 's',
  timestamp: '2026-01-01T00:00:00.000Z',
  ...fields,
});
const assistant = (id: string, content: object[], fields: object = {}, usage?: object) =>
  line('assistant', { message: { id, role: 'assistant', model: 'claude-x', content, usage }, ...fields });
const result = (callId: string, content: unknown, fields: object = {}) =>
  line('user', { message: { content: [{ type: 'tool_result', tool_use_id: callId, content }] }, ...fields });
const call = (id: string, name = 'Bash') => ({ type: 'tool_use', id, name, input: {} });

describe('a message over several lines', () => {
  it('counts its last usage once, on its first event', () => {
    const { events } = read([
      assistant('m', [{ type: 'text', text: 'a' }], {}, { input_tokens: 3, output_tokens: 1 }),
      assistant('m', [{ type: 'text', text: 'b' }], {}, { input_tokens: 3, output_tokens: 9 }),
    ]);
    expect(events.map(({ id, usage }) => [id, usage?.input, usage?.output])).toEqual([
      ['m.0', 3, 9],
      ['m.1', undefined, undefined],
    ]);
  });

  it('splits output and cache writes into buckets that do not overlap', () => {
    const usage = {
      input_tokens: 1,
      output_tokens: 10,
      output_tokens_details: { thinking_tokens: 4 },
      cache_creation_input_tokens: 7,
      cache_creation: { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 2 },
    };
    const { events } = read([assistant('m', [{ type: 'text', text: 'a' }], {}, usage)]);
    expect(events[0]?.usage).toMatchObject({ output: 6, reasoning: 4, cacheWrite5m: 5, cacheWrite1h: 2 });
  });
});

describe('what a subagent reports of its progress', () => {
  const progress = (id: string, usage: object, more: object = {}) =>
    line('progress', {
      data: {
        type: 'agent_progress',
        agentId: 'a1',
        message: { type: 'assistant', message: { id, model: 'claude-x', content: [], usage } },
      },
      ...more,
    });

  it('carries the numbers of its responses, each once', () => {
    const { events } = read([
      progress('m1', { input_tokens: 3, output_tokens: 1 }),
      progress('m1', { input_tokens: 3, output_tokens: 7 }),
      progress('m2', { input_tokens: 5, output_tokens: 2, speed: 'fast' }),
    ]);
    expect(events.map(({ type, model, usage }) => [type, model, usage?.responseId, usage?.output])).toEqual([
      ['status', 'claude-x', 'm1', 7],
      ['status', undefined, undefined, undefined],
      ['status', 'claude-x', 'm2', 2],
    ]);
    expect(events[0]?.usage?.source).toBe('subagent:a1');
    expect(events[2]?.usage?.speed).toBe('fast');
  });

  it('does not make the agent forget its own messages', () => {
    const many = Array.from({ length: 200 }, (_, i) => progress(`p${i}`, { input_tokens: 1 }));
    const text = { type: 'text', text: 'a' };
    const { events } = read([assistant('m', [text]), ...many, assistant('m', [text])]);
    expect(events.filter(({ type }) => type === 'assistant_message').map(({ id }) => id)).toEqual(['m.0', 'm.1']);
  });
});

it('takes a record that is written twice for one', () => {
  const said = assistant('m', [{ type: 'text', text: 'a' }], {}, { input_tokens: 3, output_tokens: 1 });
  const { events } = read([said, { ...said, cwd: '/elsewhere' }, assistant('m', [call('c')])]);
  expect(events.map(({ id, type }) => [id, type]).filter(([, type]) => type !== 'session')).toEqual([
    ['m.0', 'assistant_message'],
    ['m.1', 'tool_call'],
  ]);
  expect(events.find(({ id }) => id === 'm.0')?.native?.merged).toHaveLength(1);
});

describe('a result', () => {
  it('is paired with a call that is written after it', () => {
    const { events, sink } = read([result('c', 'out'), assistant('m', [call('c', 'Read')])]);
    const [answer, asked] = events;
    expect(sink.problems).toEqual([]);
    expect(answer).toMatchObject({ type: 'tool_result', parentId: 'm.0', tool: { name: 'Read', kind: 'read' } });
    expect(asked).toMatchObject({ type: 'tool_call', tool: { status: 'ok' } });
  });

  it('finds a call that hundreds of others have followed', () => {
    const many = Array.from({ length: 400 }, (_, i) => [assistant(`m${i}`, [call(`c${i}`)]), result(`c${i}`, 'ok')]);
    const { sink } = read([assistant('first', [call('long', 'Task')]), ...many.flat(), result('long', 'done')]);
    expect(sink.problems).toEqual([]);
  });

  it('without a call is reported', () => {
    expect(read([result('gone', 'out')]).sink.problems.map(({ kind }) => kind)).toEqual(['unpaired-result']);
  });

  it.each([
    [
      'denied',
      "The user doesn't want to proceed with this tool use.",
      { toolUseResult: 'User rejected tool use' },
      true,
    ],
    ['denied', 'no', { toolDenialKind: 'user-rejected' }, true],
    ['interrupted', '', { toolUseResult: { stdout: '', interrupted: true } }, false],
    ['timeout', 'Command timed out after 2m', {}, true],
    ['error', 'Exit code 1', {}, true],
    ['ok', 'fine', {}, false],
  ])('is %s when it says %j', (status, content, fields, is_error) => {
    const block = { type: 'tool_result', tool_use_id: 'c', content, is_error };
    const { events } = read([assistant('m', [call('c')]), line('user', { message: { content: [block] }, ...fields })]);
    expect(events.find(({ type }) => type === 'tool_result')?.tool?.status).toBe(status);
    expect(events[0]?.tool?.status).toBe(status);
  });
});

it('marks messages that were taken back', () => {
  const first = assistant('m1', [{ type: 'text', text: 'wrong' }]);
  const { events } = read([
    first,
    assistant('m2', [{ type: 'text', text: 'right' }], { supersedesUuids: [first.uuid] }),
  ]);
  expect(events.map(({ withdrawn }) => withdrawn)).toEqual([true, undefined]);
});

it('never takes a kept model request for conversation', () => {
  const message = { role: 'user', content: 'I am not a prompt.' };
  const { events } = read([
    { type: 'api-request-blob', sessionId: 's', hash: 'h', message },
    { type: 'api-request-shape', sessionId: 's', shapeHash: 'h', shape: { system: [] } },
    { type: 'api-request', sessionId: 's', id: 'r', params: {} },
  ]);
  expect(events.map(({ type, role, text }) => [type, role, text])).toEqual(
    Array.from({ length: 3 }, () => ['meta', undefined, undefined]),
  );
});

it('keeps its state small when ids are not', () => {
  const odd = (i: number) => `${i}${'\u0001'.repeat(500)}`;
  const records = Array.from({ length: 400 }, (_, i) => [
    line('user', { uuid: odd(i), promptId: odd(i), cwd: odd(i), gitBranch: odd(i), slug: odd(i), isSidechain: true }),
    assistant(odd(i), [{ type: 'tool_use', id: odd(i), name: odd(i), input: { prompt: odd(i), description: odd(i) } }]),
    assistant(`x${odd(i)}`, [{ type: 'tool_use', id: `y${odd(i)}`, name: 'Task', input: { description: odd(i) } }]),
    result(odd(i), 'x', { agentId: odd(i) }),
  ]).flat();
  expect(read(records).stateBytes).toBeLessThan(64 * 1024);
  const live = records.map((record) => ({ ...record, session_id: 's', parent_tool_use_id: 'p' }));
  expect(read(live, stream).stateBytes).toBeLessThan(64 * 1024);
});
