/** Wires of `opencode serve`, as Hansard's holder writes them. */
import { expect, it } from 'vitest';
import { Collector } from '../../reading/collector.ts';
import { LogReader } from '../../reading/log-reader.ts';
import { opencode } from './index.ts';

const AT = 1_795_036_729_483;
const SESSION = 'ses_e0f78e78bffeIyDtqALK3lMBbx';

function read(lines: readonly object[]): Collector {
  const dialect = opencode.dialects.find(({ id }) => id === 'http');
  if (dialect?.kind !== 'log') return expect.fail('OpenCode has no such dialect.');
  const collector = new Collector(() => 'hash');
  const reader = new LogReader(dialect, collector, {});
  reader.push(new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  reader.finish({ final: true });
  return collector;
}

it('is one session from the answer that opens it, with its notes and its end', () => {
  const note = (msg: object) => ({ at: AT, dir: 'note', msg: { seat: 1, thread: SESSION, ...msg } });
  const said = { sessionID: SESSION, status: { type: 'idle' } };
  const collector = read([
    { hansard: 'wire', version: 1, agent: 'opencode', dialect: 'http', run: 'r', directory: '/w', shared: 'opencode' },
    { at: AT, dir: 'in', msg: { request: 1, method: 'POST', path: '/session', body: {} } },
    { at: AT, dir: 'out', msg: { response: 1, status: 200, body: { id: SESSION, directory: '/w' } } },
    note({ opened: { id: 'mine', options: { directory: '/w' } } }),
    { at: AT, dir: 'out', msg: { id: 'evt_1', type: 'session.status', properties: said } },
    { at: AT, dir: 'exit', msg: { code: 143, signal: null, by: 'daemon' } },
  ]);
  expect([...collector.others.keys()]).toEqual([]);
  expect(collector.facts).toMatchObject({ nativeId: SESSION, state: 'interrupted' });
  expect(collector.events.at(-1)).toMatchObject({ type: 'session', phase: 'ended' });
});

it('tells each question once, though the call of the tool holds them all', () => {
  const event = (type: string, properties: object, i: number) => ({
    at: AT + i,
    dir: 'out',
    msg: { id: `evt_${i}`, type, properties: { sessionID: SESSION, ...properties } },
  });
  const questions = ['Which colour?', 'Which size?'].map((question) => ({ question, options: [{ label: 'A' }] }));
  const part = (state: object) => ({
    part: {
      id: 'prt_1',
      messageID: 'msg_1',
      sessionID: SESSION,
      type: 'tool',
      tool: 'question',
      callID: 'call',
      state,
    },
  });
  const info = { id: 'msg_1', sessionID: SESSION, role: 'assistant', time: { created: AT } };
  const answers = [['A'], ['A']];
  const { events } = read([
    event('message.updated', { info }, 1),
    event('message.part.updated', part({ status: 'pending', input: {} }), 2),
    event('question.asked', { id: 'que_1', questions, tool: { messageID: 'msg_1', callID: 'call' } }, 3),
    event('message.part.updated', part({ status: 'running', input: { questions } }), 4),
    event('question.replied', { requestID: 'que_1', answers }, 5),
    event(
      'message.part.updated',
      part({ status: 'completed', input: { questions }, output: '', metadata: { answers } }),
      6,
    ),
  ]);
  const told = events.filter(({ type }) => type === 'question');
  expect(told.map(({ question }) => [question?.id, question?.status, question?.response])).toEqual([
    ['que_1', 'answered', 'A'],
    ['que_1.1', 'answered', 'A'],
  ]);
});
