/**
 * What the original of this format loses or gets wrong, each with the right answer: on small transcripts made for
 * the case, and on what every adapter's golden cases became.
 */
import { describe, expect, it } from 'vitest';
import { transcriptOf } from '../../testing/events.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import type { Event, Session, Transcript } from '../../transcript.ts';
import { sumOf } from '../../usage/buckets.ts';
import { countedEvents } from '../../usage/counted.ts';
import type { UniversalEvent, UniversalItem } from './event.ts';
import { usageOf } from './read-item.ts';
import { type StreamOptions, UniversalStream } from './stream.ts';

function streamOf({ events, ...header }: Transcript, options: Partial<StreamOptions> = {}): UniversalEvent[] {
  const stream = new UniversalStream(header, { digest: sha256, ...options });
  return [...events.flatMap((event) => stream.push(event)), ...stream.end()];
}
const told = (events: Partial<Event>[], session?: Partial<Session>, options?: Partial<StreamOptions>) =>
  streamOf(transcriptOf(events, session), options);

type Of<T extends UniversalEvent['type']> = Extract<UniversalEvent, { type: T }>;
const only = <T extends UniversalEvent['type']>(events: UniversalEvent[], type: T): Of<T>[] =>
  events.filter((event): event is Of<T> => event.type === type);
const completed = (events: UniversalEvent[]): UniversalItem[] =>
  only(events, 'item.completed').map(({ data }) => data.item);
const textsOf = (items: UniversalItem[]) =>
  items.flatMap(({ content }) => content.flatMap((part) => (part.type === 'text' ? [part.text] : [])));
const golden = goldenTranscripts();

const call = (status: string, more: Partial<Event['tool']> = {}): Partial<Event> => ({
  type: 'tool_call',
  role: 'assistant',
  tool: { name: 'Bash', callId: 'c1', input: { command: 'npm test' }, status, ...more },
});
const result = (status: string, more: Partial<Event['tool']> = {}): Partial<Event> => ({
  type: 'tool_result',
  role: 'tool',
  parentId: 'e3',
  tool: { name: 'Bash', callId: 'c1', output: '"a.txt"', status, ...more },
});
const prompt: Partial<Event> = { type: 'user_message', role: 'user', text: 'Run the tests' };
const words: Partial<Event> = { type: 'assistant_message', role: 'assistant', text: 'I will run them.' };

describe('text before a tool call', () => {
  it('is kept, before the call', () => {
    const items = completed(told([prompt, words, call('ok'), result('ok')]));
    expect(items.map(({ kind }) => kind)).toEqual(['message', 'message', 'tool_call', 'tool_result']);
    expect(textsOf(items)).toEqual(['Run the tests', 'I will run them.']);
  });

  it.each(golden)('and everything that was said is told once, by whom it was said: $name', ({ transcript }) => {
    for (const type of ['assistant_message', 'user_message'] as const) {
      const role = type === 'user_message' ? 'user' : 'assistant';
      const said = transcript.events.filter((event) => event.type === type && event.text !== undefined);
      const items = completed(streamOf(transcript)).filter(
        (item) => item.kind === 'message' && item.role === role && item.content[0]?.type === 'text',
      );
      expect(items.map(({ content }) => (content[0] as { text: string }).text)).toEqual(said.map(({ text }) => text));
    }
  });
});

describe('thinking, images, usage, failures and subagents', () => {
  it('reasoning is a part of its own, with its visibility', () => {
    const [open, hidden] = completed(
      told([
        { type: 'reasoning', role: 'assistant', text: 'Let me think' },
        { type: 'reasoning', role: 'assistant', parts: [{ type: 'reasoning', visibility: 'private' }] },
      ]),
    );
    expect(open).toMatchObject({ kind: 'message', content: [{ type: 'reasoning', text: 'Let me think' }] });
    expect(hidden?.content).toEqual([{ type: 'reasoning', text: '', visibility: 'private' }]);
  });

  it('reasoning never becomes a delta of what was said', () => {
    const events = told([{ type: 'reasoning', role: 'assistant', text: 'hm' }, words]);
    expect(only(events, 'item.delta').map(({ data }) => [data.item_id, data.delta])).toEqual([
      ['e2', 'I will run them.'],
    ]);
  });

  it.each(golden)('nothing of it is missing: $name', ({ transcript }) => {
    const items = completed(streamOf(transcript));
    const inItems = (type: string) =>
      items.flatMap(({ content }) => content).filter((part) => part.type === type).length;
    const inParts = (type: string) =>
      transcript.events
        .filter(isItem)
        .flatMap(({ parts = [] }) => parts)
        .filter((part) => part.type === type).length;
    expect(inItems('image')).toBe(inParts('image'));
    expect(inItems('file_ref')).toBe(inParts('file_ref'));
    const thoughts = transcript.events.filter(({ type, text }) => type === 'reasoning' && text !== undefined).length;
    expect(inItems('reasoning')).toBe(inParts('reasoning') + thoughts);
  });

  it.each(golden)('tokens count once and add up to the same: $name', ({ transcript }) => {
    const told = streamOf(transcript).flatMap((event) => {
      const said = event.type === 'item.completed' ? event.data.item : undefined;
      const metadata = event.type === 'turn.ended' ? event.data.metadata : undefined;
      const end = event.type === 'session.ended' ? event.data : undefined;
      const usage = said?.usage ?? end?.usage ?? (metadata as { usage?: object } | undefined)?.usage;
      const source = event.agent_source === undefined ? {} : { source: event.agent_source };
      return usage ? [{ id: event.event_id, usage: usageOf(usage as never), ...source }] : [];
    });
    expect(sumOf(countedEvents(told))).toEqual(sumOf(countedEvents(transcript.events.filter(isItem))));
  });

  it('what an answer and a turn cost is told beside their tokens', () => {
    const usage = { input: 9, output: 1, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0 };
    const ended = { type: 'turn', phase: 'ended', usage, costMicroUsd: 12 };
    const events = told([prompt, { ...words, usage, costMicroUsd: 1200 }, ended]);
    expect(completed(events)[1]).toMatchObject({ usage: { input: 9, output: 1 }, cost_micro_usd: 1200 });
    expect(only(events, 'turn.ended')[0]?.data.metadata).toMatchObject({ cost_micro_usd: 12 });
  });

  it.each(['error', 'denied', 'timeout', 'interrupted'])('a tool that ended with %s has failed', (status) => {
    const items = completed(told([prompt, words, call(status), result(status)]));
    expect(items.slice(2).map((item) => item.status)).toEqual(['failed', 'failed']);
  });

  it('a subagent’s items belong to the call that spawned it', () => {
    const agents = [{ source: 'primary' }, { source: 'subagent:a', callId: 'c1' }];
    const events = told(
      [prompt, words, call('ok', { name: 'Task' }), { ...words, source: 'subagent:a' }, result('ok')],
      { agents },
    );
    const inside = completed(events)[3];
    expect(inside?.parent_id).toBe('e3');
    expect(events.filter((event) => event.agent_source === 'subagent:a')).toHaveLength(3);
  });
});

/** Told as items: the rest are events of the stream itself. */
const isItem = ({ type }: Event): boolean => !['permission', 'question', 'error', 'unparsed'].includes(type);

describe('answers that come as lists, or break off', () => {
  it('the texts of a list are told, in order, and as a delta', () => {
    const parts = [
      { type: 'text', text: 'First. ' },
      { type: 'text', text: 'Second.' },
    ];
    const events = told([prompt, { type: 'assistant_message', role: 'assistant', parts }, call('ok'), result('ok')]);
    expect(textsOf(completed(events))).toEqual(['Run the tests', 'First. ', 'Second.']);
    expect(only(events, 'item.delta').map(({ data }) => data.delta)).toEqual(['First. Second.']);
    expect(completed(events).map(({ kind }) => kind)).toEqual(['message', 'message', 'tool_call', 'tool_result']);
  });

  it('an answer that the provider broke off has failed, with what it said', () => {
    const events = told([prompt, { ...words, error: { message: 'Overloaded' } }]);
    expect(completed(events)[1]).toMatchObject({ status: 'failed', content: [{ text: 'I will run them.' }] });
    expect(only(events, 'item.delta').map(({ data }) => data.delta)).toEqual(['I will run them.']);
  });

  it.each(golden)('no message of the agent is told without a word: $name', ({ transcript }) => {
    const silent = transcript.events.filter(
      ({ type, text, parts }) => type === 'assistant_message' && text === undefined && parts === undefined,
    );
    const items = completed(streamOf(transcript)).filter(
      ({ kind, role, content }) => kind === 'message' && role === 'assistant' && content.length === 0,
    );
    expect(items.length).toBeLessThanOrEqual(silent.length);
  });
});

describe('ids and output of tools', () => {
  it('call and result are linked, the result belongs to the call', () => {
    const [, , called, returned] = completed(told([prompt, words, call('ok'), result('ok')]));
    expect(called?.content).toEqual([
      { type: 'tool_call', name: 'Bash', arguments: '{"command":"npm test"}', call_id: 'c1' },
    ]);
    expect(returned).toMatchObject({ item_id: 'e4', parent_id: 'e3', content: [{ call_id: 'c1' }] });
  });

  it('output is not encoded twice', () => {
    const returned = completed(told([prompt, words, call('ok'), result('ok')]))[3];
    expect(returned?.content[0]).toMatchObject({ type: 'tool_result', output: '"a.txt"' });
  });

  it.each(golden)('every output is what the model was given: $name', ({ transcript }) => {
    const given = transcript.events.flatMap(({ type, tool }) =>
      type === 'tool_result' && tool?.output !== undefined ? [tool.output] : [],
    );
    const outputs = completed(streamOf(transcript)).flatMap(({ content, item_id }) =>
      content.flatMap((part) => (part.type === 'tool_result' && hasOutput(transcript, item_id) ? [part.output] : [])),
    );
    expect(outputs).toEqual(given);
  });
  const hasOutput = (transcript: Transcript, id: string) =>
    transcript.events.find((event) => event.id === id)?.tool?.output !== undefined;

  it.each(golden)('arguments are JSON of what the tool got: $name', ({ transcript }) => {
    const inputs = transcript.events.flatMap(({ type, tool }) => (type === 'tool_call' ? [tool?.input ?? {}] : []));
    const told = completed(streamOf(transcript)).flatMap(({ content }) =>
      content.flatMap((part) => (part.type === 'tool_call' ? [JSON.parse(part.arguments)] : [])),
    );
    expect(told).toEqual(inputs);
  });
});

describe('a crash', () => {
  const stderr = Array.from({ length: 100 }, (_, line) => `line ${line + 1}`).join('\n');
  const events = told(
    [prompt, words, call('running'), { type: 'session', phase: 'ended', session: { exitCode: 137, stderr } }],
    { state: 'failed' },
  );

  it('tells exit code and standard error at the end of the session, and no line of it as unparsed', () => {
    expect(events.at(-1)).toMatchObject({
      type: 'session.ended',
      source: 'agent',
      data: { reason: 'error', terminated_by: 'agent', exit_code: 137, stderr: { truncated: true, total_lines: 100 } },
    });
    expect(only(events, 'agent.unparsed')).toEqual([]);
  });

  it('closes the item and the turn that were open, and keeps what was said', () => {
    expect(completed(events).at(-1)).toMatchObject({ item_id: 'e3', status: 'failed' });
    expect(only(events, 'turn.ended')).toHaveLength(1);
    expect(textsOf(completed(events))).toContain('I will run them.');
  });
});

it('a turn ends even when the agent exits without a word', () => {
  const events = told([prompt, words]);
  expect(events.slice(-2).map(({ type, synthetic }) => [type, synthetic])).toEqual([
    ['turn.ended', true],
    ['session.ended', true],
  ]);
});

describe('questions and permissions', () => {
  const question = (id: string, more: Partial<Event['question']> = {}): Partial<Event> => ({
    type: 'question',
    question: { id, prompt: `Which ${id}?`, options: ['a', 'b'], status: 'answered', response: 'a', ...more },
  });

  it('every question is told, and resolved before the turn ends, without gaps', () => {
    const events = told([prompt, question('port'), question('host'), { type: 'turn', phase: 'ended' }]);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_event, index) => index + 1));
    expect(only(events, 'question.requested').map(({ data }) => data.prompt)).toEqual(['Which port?', 'Which host?']);
    const last = events.findLastIndex(({ type }) => type === 'question.resolved');
    expect(last).toBeLessThan(events.findIndex(({ type }) => type === 'turn.ended'));
  });

  it('an answer that comes on its own repeats the question', () => {
    const asked = question('port', { status: 'requested', response: undefined });
    const events = told([prompt, asked, question('port', { prompt: '', options: [] })]);
    expect(only(events, 'question.resolved').map(({ data }) => data)).toEqual([
      { question_id: 'port', prompt: 'Which port?', options: ['a', 'b'], status: 'answered', response: 'a' },
    ]);
  });

  it('approvals left open are refused when the turn ends', () => {
    const permission = { id: 'p1', action: 'rm -rf', status: 'requested' };
    const events = told([prompt, { type: 'permission', permission }, { type: 'turn', phase: 'interrupted' }, words]);
    expect(only(events, 'permission.resolved')[0]).toMatchObject({
      synthetic: true,
      data: { permission_id: 'p1', action: 'rm -rf', status: 'reject' },
    });
    expect(events.map(({ type }) => type).filter((type) => /permission|turn/.test(type))).toEqual([
      'turn.started',
      'permission.requested',
      'permission.resolved',
      'turn.ended',
    ]);
  });

  it.each(['accept', 'accept_for_session', 'reject'])('a decision is told as what it was: %s', (status) => {
    const events = told([{ type: 'permission', permission: { id: 'p1', action: 'ls', status, by: 'user' } }]);
    expect(only(events, 'permission.requested')[0]).toMatchObject({ source: 'agent', synthetic: false });
    // The agent asks; the answer is the daemon's to tell, as in the stream that this is compatible with.
    expect(only(events, 'permission.resolved')[0]).toMatchObject({
      source: 'daemon',
      synthetic: true,
      data: { status, metadata: { by: 'user' } },
    });
  });
});

describe('errors and what is not understood', () => {
  it('an error is told as one', () => {
    const [error] = only(
      told([{ type: 'error', error: { message: 'Overloaded', status: 529, willRetry: true } }]),
      'error',
    );
    expect(error?.data).toEqual({ message: 'Overloaded', status: 529, will_retry: true });
  });

  it('a failed command has failed, with its exit code', () => {
    const items = completed(told([prompt, words, call('error', { exitCode: 2 }), result('error', { exitCode: 2 })]));
    expect(items.slice(2).map(({ status, tool }) => [status, tool?.exit_code])).toEqual([
      ['failed', 2],
      ['failed', 2],
    ]);
  });

  it('a record that is not understood is told, with its place and hash', () => {
    const [event] = told([
      { type: 'unparsed', raw: 'not json', error: { message: 'no JSON' }, native: { type: '', start: 5, end: 13 } },
    ]).slice(1);
    expect(event).toMatchObject({
      type: 'agent.unparsed',
      data: { error: 'no JSON', location: 'bytes 5-13', raw_hash: sha256('"not json"') },
    });
  });

  it.each(golden)('and nothing else is: $name', ({ transcript }) => {
    const unparsed = transcript.events.filter(({ type }) => type === 'unparsed').length;
    expect(only(streamOf(transcript), 'agent.unparsed')).toHaveLength(unparsed);
    const errors = transcript.events.filter(({ type }) => type === 'error').length;
    expect(only(streamOf(transcript), 'error')).toHaveLength(errors);
  });
});

describe('turns', () => {
  it.each(golden)('each begins and ends once: $name', ({ transcript }) => {
    const ids = (type: 'turn.started' | 'turn.ended') =>
      only(streamOf(transcript), type).map(({ data }) => data.turn_id);
    expect(ids('turn.ended')).toEqual(ids('turn.started'));
    expect(new Set(ids('turn.started')).size).toBe(ids('turn.started').length);
  });

  it('a turn that the agent ends twice ends once, and the second word is kept as a notice', () => {
    const ended: Partial<Event> = { type: 'turn', phase: 'ended', turn: 't1' };
    const events = told([{ ...prompt, turn: 't1' }, ended, ended]);
    expect(only(events, 'turn.ended')).toHaveLength(1);
    expect(completed(events).at(-1)).toMatchObject({ kind: 'status', content: [{ label: 'turn ended' }] });
  });
});

describe('the end', () => {
  it('nothing follows it: what the agent called the end and was none is a notice', () => {
    const events = told([{ type: 'session', phase: 'ended' }, prompt, words]);
    expect(events.findIndex(({ type }) => type === 'session.ended')).toBe(events.length - 1);
    expect(completed(events)[0]).toMatchObject({ kind: 'status', content: [{ label: 'session ended' }] });
  });

  it('a log that may still grow is not ended, and its call still runs', () => {
    const events = told([prompt, words, call('running')], {}, { open: true });
    expect(events.at(-1)).toMatchObject({ type: 'item.started', data: { item: { status: 'in_progress' } } });
    expect(only(events, 'session.ended')).toEqual([]);
  });

  it('a snapshot of it says so', () => {
    expect(told([prompt, words, call('running')]).at(-1)).toMatchObject({
      synthetic: true,
      data: { reason: 'terminated', terminated_by: 'daemon', snapshot: true },
    });
    expect(told([prompt, words], { state: 'ended' }).at(-1)?.data).toEqual({
      reason: 'completed',
      terminated_by: 'agent',
    });
  });

  it('a reader that comes back finds the same events from where it was', () => {
    const transcript = transcriptOf([prompt, words, call('ok'), result('ok')]);
    expect(streamOf(transcript).slice(5)).toEqual(streamOf(transcript).filter(({ sequence }) => sequence > 5));
  });
});
