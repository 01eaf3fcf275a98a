/** Two-way mode: prompts under the ids that the program gave them, turns, and permissions without a recorded answer. */
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../adapters/claude-code/index.ts';
import { readLines, type WireMessage, wireOf } from '../../testing/read-lines.ts';

const session_id = 's1';
const read = (...messages: WireMessage[]) =>
  readLines(claudeCode, 'control', [
    { hansard: 'wire', version: 1, agent: 'claude-code', dialect: 'control', session: session_id },
    ...wireOf(...messages),
  ]);

const prompt = (uuid: string | undefined, content: string) => ({
  type: 'user',
  ...(uuid ? { uuid } : {}),
  message: { role: 'user', content },
  parent_tool_use_id: null,
  session_id,
});
const replay = (uuid: string, content: string) => ({ ...prompt(uuid, content), isReplay: true });
const init = (uuid: string) => ({ type: 'system', subtype: 'init', uuid, session_id, cwd: '/w' });
const says = (id: string, ...content: object[]) => ({
  type: 'assistant',
  uuid: `line ${id}`,
  session_id,
  parent_tool_use_id: null,
  message: { id, role: 'assistant', model: 'claude-x', content },
});
const words = (text: string) => ({ type: 'text', text });
const ends = (uuid: string) => ({ type: 'result', subtype: 'success', is_error: false, uuid, session_id });
const lifecycle = (command_uuid: string, state: string) => ({
  type: 'command_lifecycle',
  command_uuid,
  state,
  uuid: `${command_uuid} ${state}`,
  session_id,
});

describe('a prompt', () => {
  it('is one event under the id that the program gave it, whatever the agent says of it', () => {
    const { events, facts } = read(
      ['in', prompt('p1', 'Hello')],
      ['out', lifecycle('p1', 'queued')],
      ['out', lifecycle('p1', 'started')],
      ['out', init('i1')],
      ['out', replay('p1', 'Hello')],
      ['out', says('m1', words('Hi'))],
      ['out', ends('r1')],
      ['out', lifecycle('p1', 'completed')],
    );
    expect(facts.nativeId).toBe('s1');
    expect(events.filter(({ type }) => type !== 'meta').map(({ id, type, turn }) => [id, type, turn])).toEqual([
      ['p1', 'user_message', 'p1'],
      ['i1', 'session', 'p1'],
      ['m1.0', 'assistant_message', 'p1'],
      ['r1', 'turn', 'p1'],
    ]);
    expect(events.find(({ id }) => id === 'p1')?.extra).toEqual({ command: 'completed' });
  });

  it('without an id becomes the one that the agent repeats', () => {
    const { events } = read(
      ['in', prompt(undefined, 'Hello')],
      ['out', init('i1')],
      ['out', replay('p1', 'Hello')],
      ['out', says('m1', words('Hi'))],
    );
    const spoken = events.filter(({ type }) => type.endsWith('_message'));
    expect(spoken.map(({ id, turn }) => [id, turn])).toEqual([
      ['p1', 'p1'],
      ['m1.0', 'p1'],
    ]);
  });

  it('that waits for a busy agent joins the turn under way', () => {
    const { events } = read(
      ['in', prompt('p1', 'Hello')],
      ['out', init('i1')],
      ['out', replay('p1', 'Hello')],
      ['in', prompt('p2', 'And this')],
      ['out', says('m1', words('Hi'))],
      ['out', replay('p2', 'And this')],
      ['out', lifecycle('p2', 'started')],
      ['out', says('m2', words('That, too'))],
      ['out', ends('r1')],
    );
    expect(new Set(events.filter(({ type }) => type !== 'meta').map(({ turn }) => turn))).toEqual(new Set(['p1']));
  });
});

describe('turns', () => {
  it('are as many as there are prompts', () => {
    const turn = (n: number) =>
      [
        ['in', prompt(`p${n}`, 'Go on')],
        ['out', init(`i${n}`)],
        ['out', replay(`p${n}`, 'Go on')],
        ['out', says(`m${n}`, words('Done'))],
        ['out', ends(`r${n}`)],
      ] as const;
    const { events } = read(...turn(1), ...turn(2), ...turn(3));
    expect([...new Set(events.flatMap(({ turn }) => turn ?? []))]).toEqual(['p1', 'p2', 'p3']);
  });

  it('that no prompt begins are named by their init', () => {
    const { events } = readLines(claudeCode, 'stream-json', [
      init('i1'),
      says('m1', words('One')),
      init('i2'),
      says('m2', words('Two')),
      ends('r1'),
    ]);
    expect(events.flatMap(({ id, turn }) => (turn ? [[id, turn]] : []))).toEqual([
      ['m1.0', 'i1'],
      ['m2.0', 'i2'],
      ['r1', 'i2'],
    ]);
  });
});

describe('permission', () => {
  const use = (id: string) => says(`m-${id}`, { type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } });
  const asks = (id: string, more: object = {}) => ({
    type: 'control_request',
    request_id: `ask ${id}`,
    request: { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, tool_use_id: id, ...more },
  });
  const result = (id: string, is_error = false, content = 'done') => ({
    ...prompt(`result ${id}`, ''),
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error }] },
  });
  const statusOf = (events: ReturnType<typeof read>['events']) =>
    events.flatMap(({ permission }) => (permission ? [permission.status] : []));

  it('whose answer was not recorded was given when the tool ran', () => {
    expect(statusOf(read(['out', use('t1')], ['out', asks('t1')], ['out', result('t1')]).events)).toEqual(['accept']);
    const failed = read(['out', use('t1')], ['out', asks('t1')], ['out', result('t1', true, 'Exit code 1')]);
    expect(statusOf(failed.events)).toEqual(['accept']);
    expect(statusOf(read(['out', use('t1')], ['out', asks('t1')]).events)).toEqual(['requested']);
  });

  it('keeps the answer that was recorded', () => {
    const deny = {
      type: 'control_response',
      response: { subtype: 'success', request_id: 'ask t1', response: { behavior: 'deny', message: 'No.' } },
    };
    const { events } = read(['out', use('t1')], ['out', asks('t1')], ['in', deny], ['out', result('t1', true, 'No.')]);
    expect(statusOf(events)).toEqual(['reject']);
  });

  it('that a subagent asks for is the subagent’s', () => {
    const { events } = read(['out', use('t1')], ['out', asks('t1', { agent_id: 'a1' })]);
    expect(events.find(({ permission }) => permission)?.source).toBe('subagent:a1');
  });
});

it('gives each question its own answer, or none', () => {
  const questions = [
    { question: 'First?', options: [{ label: 'Red' }] },
    { question: 'Second?', options: [] },
  ];
  const call = says('m1', { type: 'tool_use', id: 't1', name: 'AskUserQuestion', input: { questions } });
  const answered = {
    ...prompt('r1', ''),
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'Red' }] },
  };
  const responses = (result?: object) =>
    read(['out', call], ['out', { ...answered, ...(result ? { tool_use_result: result } : {}) }]).events.flatMap(
      ({ question }) => (question ? [question.response] : []),
    );
  expect(responses({ questions, answers: { 'First?': 'Red', 'Second?': 'Big' } })).toEqual(['Red', 'Big']);
  expect(responses({ questions, answers: { 'First?': 'Red' } })).toEqual(['Red', undefined]);
  expect(responses()).toEqual([undefined, undefined]);
});
