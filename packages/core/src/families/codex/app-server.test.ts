/** The app-server's wire: recognised by its greeting, prompts by turn, permissions by what then happened. */
import { describe, expect, it } from 'vitest';
import { codex } from '../../adapters/codex/index.ts';
import { adapters } from '../../adapters/index.ts';
import { detect } from '../../reading/detect.ts';
import { headOf } from '../../reading/head.ts';
import { readLines, type WireMessage, wireOf } from '../../testing/read-lines.ts';

const threadId = 't1';
const told = (method: string, params: object): WireMessage => ['out', { method, params: { threadId, ...params } }];
const turn = (turnId: string, ...said: WireMessage[]): WireMessage[] => [
  told('turn/started', { turn: { id: turnId } }),
  ...said,
  told('turn/completed', { turn: { id: turnId, status: 'completed' } }),
];
const prompt = (turnId: string, id: string, text: string): WireMessage[] => {
  const item = { type: 'userMessage', id, content: [{ type: 'text', text }] };
  return [told('item/started', { turnId, item }), told('item/completed', { turnId, item })];
};
const read = (...messages: WireMessage[]) => readLines(codex, 'app-server', wireOf(...messages));

describe('recognition', () => {
  it('needs no more than the greeting, however long the answers are that follow it', () => {
    const wire = wireOf(
      ['in', { method: 'initialize', id: 1, params: { clientInfo: { name: 'x' } } }],
      ...Array.from({ length: 30 }, (_, i): WireMessage => ['err', `warning ${i}`]),
      ['out', { id: 1, result: { codexHome: '/home/dev/.codex', platformOs: 'linux' } }],
      ['out', { id: 2, result: { data: ['m'.repeat(200_000)] } }],
    );
    const bytes = new TextEncoder().encode(wire.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(detect(adapters, headOf(bytes))?.dialect.id).toBe('app-server');
  });
});

describe('prompts', () => {
  it('are named by their turn and their place in it, and the same words twice are two', () => {
    const { events } = read(
      ...turn('a', ...prompt('a', 'i1', 'Go on'), ...prompt('a', 'i2', 'In French')),
      ...turn('b', ...prompt('b', 'i3', 'Go on')),
    );
    const prompts = events.filter(({ type }) => type === 'user_message');
    expect(prompts.map(({ id, text }) => [id, text])).toEqual([
      ['a.prompt', 'Go on'],
      ['a.prompt.2', 'In French'],
      ['b.prompt', 'Go on'],
    ]);
  });

  it('are not shown again by the history of a thread', () => {
    const items = [{ type: 'userMessage', id: 'i1', content: [{ type: 'text', text: 'Go on' }] }];
    const history = { thread: { id: threadId, turns: [{ id: 'a', items }] } };
    const { events } = read(
      ...turn('a', ...prompt('a', 'i1', 'Go on')),
      ['in', { method: 'thread/read', id: 5, params: { threadId } }],
      ['out', { id: 5, result: history }],
    );
    expect(events.filter(({ type }) => type === 'user_message')).toHaveLength(1);
  });
});

describe('a permission whose answer was not recorded', () => {
  const asked: WireMessage[] = [
    told('item/started', { turnId: 'a', item: { type: 'commandExecution', id: 'c1', command: 'ls' } }),
    ['out', { method: 'item/commandExecution/requestApproval', id: 0, params: { threadId, itemId: 'c1' } }],
    told('serverRequest/resolved', { requestId: 0 }),
  ];
  const ends = (status: string) =>
    told('item/completed', { turnId: 'a', item: { type: 'commandExecution', id: 'c1', command: 'ls', status } });
  const statusAfter = (...messages: WireMessage[]) =>
    read(told('turn/started', { turn: { id: 'a' } }), ...messages).events.find(({ permission }) => permission)
      ?.permission?.status;

  it.each([
    ['completed', 'accept'],
    ['failed', 'accept'],
    ['declined', 'reject'],
  ])('is settled by a call that is %s', (status, decision) => {
    expect(statusAfter(...asked, ends(status))).toBe(decision);
  });

  it('is refused when the turn ends before it', () => {
    const over = told('turn/completed', { turn: { id: 'a', status: 'interrupted' } });
    expect(statusAfter(...asked.slice(0, 2), over, ...asked.slice(2))).toBe('reject');
  });
});

it('makes a thread that a call started a subagent of the thread that made the call', () => {
  const item = { type: 'subAgentActivity', id: 'c9', kind: 'started', agentThreadId: 't2', agentPath: 'look' };
  const { events, facts, others } = read(
    told('turn/started', { turn: { id: 'a' } }),
    ['out', { method: 'turn/started', params: { threadId: 't2', turn: { id: 'b' } } }],
    told('item/started', { turnId: 'a', item }),
    told('item/completed', { turnId: 'a', item }),
  );
  expect(events.find(({ id }) => id === 'c9')).toMatchObject({ type: 'tool_call', tool: { name: 'spawn_agent' } });
  expect(facts.agents?.['t2']).toMatchObject({ callId: 'c9' });
  expect(others.get('t2')?.facts).toMatchObject({ nativeId: 't2', parent: 't1' });
});

it('has the text and the picture of an MCP result', () => {
  const content = [
    { type: 'text', text: '5' },
    { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
  ];
  const item = { type: 'mcpToolCall', id: 'c1', server: 'demo', tool: 'add', status: 'completed', result: { content } };
  const { events } = read(told('item/completed', { turnId: 'a', item }));
  const result = events.find(({ type }) => type === 'tool_result');
  expect(result?.tool?.output).toBe('5');
  expect(result?.parts).toMatchObject([{ type: 'image', mime: 'image/png' }]);
});
