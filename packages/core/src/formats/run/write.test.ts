/** A session as a run: names, turns, agents, receipts. */
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../testing/fixtures.ts';
import { call, result, tokens, transcriptOf } from '../../testing/small-transcript.ts';
import type { Event, Transcript } from '../../transcript.ts';
import { sourceOf } from '../contract.ts';
import { writeRun } from './write.ts';

async function write(transcript: Transcript, options = {}): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { path, pieces } of writeRun(sourceOf(transcript), { digest: sha256, options })) {
    files[path] = '';
    for await (const piece of pieces()) files[path] += String(piece);
  }
  return files;
}

const RUN = 'run-20260301-100000-trace1/build/';
const say = (text: string, more: Partial<Event> = {}): Partial<Event> => ({ type: 'assistant_message', text, ...more });
const ask = (text: string, more: Partial<Event> = {}): Partial<Event> => ({ type: 'user_message', text, ...more });
const rows = (text = '') =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a session', () => {
  it('is a step for each turn, with a transcript and a receipt', async () => {
    const usage = tokens({ input: 10, cacheRead: 80, cacheWrite1h: 10, output: 3, reasoning: 2 });
    const files = await write(
      transcriptOf([ask('One.'), say('First.', { model: 'm-1', usage }), ask('Two.'), say('Second.')]),
    );
    expect(Object.keys(files)).toEqual([
      `${RUN}llm/turn-001-primary-sketch.jsonl`,
      `${RUN}receipts/turn-001-primary.json`,
      `${RUN}llm/turn-002-primary-sketch.jsonl`,
      `${RUN}receipts/turn-002-primary.json`,
      'run-20260301-100000-trace1/meta.json',
      'run-20260301-100000-trace1/events.jsonl',
    ]);
    expect(JSON.parse(files['run-20260301-100000-trace1/meta.json'] ?? '')).toMatchObject({
      id: 'run-20260301-100000-trace1',
      spec: { flow_keys: ['build'], initiator: 'hansard' },
      status: 'succeeded',
      sdlc_status: 'ok',
      started_at: '2026-03-01T10:00:00.000000Z',
    });
    expect(
      rows(files['run-20260301-100000-trace1/events.jsonl']).map(({ seq, kind, step_id }) => [seq, kind, step_id]),
    ).toEqual([
      [1, 'run_created', null],
      [2, 'run_started', null],
      [3, 'step_start', 'turn-001'],
      [4, 'step_end', 'turn-001'],
      [5, 'step_start', 'turn-002'],
      [6, 'step_end', 'turn-002'],
      [7, 'run_completed', null],
    ]);
    expect(files[`${RUN}llm/turn-001-primary-sketch.jsonl`]).toBe(
      '{"timestamp": "2026-03-01T10:00:00.000000Z", "role": "user", "content": "One."}\n' +
        '{"timestamp": "2026-03-01T10:00:01.000000Z", "role": "assistant", "content": "First."}\n',
    );
    expect(JSON.parse(files[`${RUN}receipts/turn-001-primary.json`] ?? '')).toEqual({
      engine: 'sketch-step',
      model: 'm-1',
      step_id: 'turn-001',
      flow_key: 'build',
      run_id: 'run-20260301-100000-trace1',
      agent_key: 'primary',
      started_at: '2026-03-01T10:00:00.000000Z',
      completed_at: '2026-03-01T10:00:01.000000Z',
      duration_ms: 1000,
      status: 'succeeded',
      tokens: { prompt: 100, completion: 5, total: 105 },
      transcript_path: 'llm/turn-001-primary-sketch.jsonl',
    });
  });

  it('takes no time into a duration that was not recorded', async () => {
    const guessed = { timestamp: '2025-01-01T00:00:00.000Z', timestampSource: 'file' };
    const files = await write(
      transcriptOf([ask('One.', guessed), say('First.'), say('Done.'), ask('Two.', guessed), say('Second.', guessed)]),
    );
    const receipt = (step: string) => JSON.parse(files[`${RUN}receipts/${step}-primary.json`] ?? '');
    expect(receipt('turn-001')).toMatchObject({ started_at: '2026-03-01T10:00:01.000000Z', duration_ms: 1000 });
    expect(receipt('turn-002')).toMatchObject({ started_at: '2025-01-01T00:00:00.000000Z', duration_ms: 0 });
  });

  it('takes no bookkeeping into a duration', async () => {
    const night = { timestamp: '2026-03-02T09:00:00.000Z' };
    const files = await write(
      transcriptOf([ask('One.'), say('First.'), { type: 'meta', ...night }, ask('Two.', night), say('Second.', night)]),
    );
    expect(JSON.parse(files[`${RUN}receipts/turn-001-primary.json`] ?? '')).toMatchObject({ duration_ms: 1000 });
  });

  it('has its turns by their ids where there are some', async () => {
    const turns = [
      ask('a', { turn: 't1' }),
      say('b', { turn: 't1' }),
      say('c', { turn: 't2' }),
      say('d', { turn: 't1' }),
      ask('e'),
    ];
    const files = await write(transcriptOf(turns));
    const contents = Object.entries(files)
      .filter(([path]) => path.includes('/llm/'))
      .map(([, text]) => rows(text).map((row) => row['content']));
    expect(contents).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  it('is of the flow that is asked for', async () => {
    expect(Object.keys(await write(transcriptOf([]), { flow: 'gate' }))[0]).toBe(
      'run-20260301-100000-trace1/gate/llm/turn-001-primary-sketch.jsonl',
    );
  });

  it('that was a step of a run is that step again', async () => {
    const run = { runId: 'run-9', flowKey: 'plan', stepId: 'adr', agentKey: 'adr-author', engine: 'other-step' };
    const files = await write(transcriptOf([ask('a'), say('b'), ask('c'), say('d')], { run, state: 'failed' }));
    expect(Object.keys(files)).toEqual([
      'run-9/plan/llm/adr-adr-author-other.jsonl',
      'run-9/plan/receipts/adr-adr-author.json',
    ]);
    expect(JSON.parse(Object.values(files)[1] ?? '')).toMatchObject({
      step_id: 'adr',
      status: 'failed',
      duration_ms: 9000,
    });
  });

  it('never leaves the folder it is written to', async () => {
    const run = { runId: '../../etc', flowKey: '..', stepId: 'a/../b', agentKey: '' };
    const extra = { receipt: { set: { '/transcript_path': '../../../x.jsonl' } } };
    const paths = Object.keys(await write(transcriptOf([ask('a')], { run, extra })));
    expect(paths).toEqual(['etc/unnamed/llm/a-..-b-unnamed-sketch.jsonl', 'etc/unnamed/receipts/a-..-b-unnamed.json']);
  });
});

describe('lines', () => {
  const linesOf = async (events: Partial<Event>[]) => rows(Object.values(await write(transcriptOf(events)))[0]);

  it('hold a call and its result in one', async () => {
    const lines = await linesOf([
      call('c1', { durationMs: 12.4 }),
      call('c2'),
      say('Meanwhile.'),
      result('c2', { output: 'two', status: 'error', exitCode: 2 }),
      result('c1', { output: 'one' }),
      call('c3', { input: 'raw' }),
    ]);
    expect(lines.map(({ timestamp: _time, ...line }) => line)).toEqual([
      {
        role: 'tool',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        tool_output: 'one',
        tool_call_id: 'c1',
        duration_ms: 12,
      },
      {
        role: 'tool',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        tool_output: 'two',
        tool_call_id: 'c2',
        exit_code: 2,
      },
      { role: 'assistant', content: 'Meanwhile.' },
      { role: 'tool', tool_name: 'Bash', tool_input: { input: 'raw' }, tool_call_id: 'c3' },
    ]);
  });

  it('hold thoughts and errors, and pass over bookkeeping', async () => {
    const lines = await linesOf([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'error', error: { message: 'quota' } },
      { type: 'status', status: { label: 'x' } },
    ]);
    expect(lines.map(({ role, content, type }) => [role, content, type])).toEqual([
      ['assistant', 'Hm.', 'reasoning'],
      ['system', 'quota', 'error'],
    ]);
  });
});

describe('receipts', () => {
  const statuses = async (events: Partial<Event>[], state?: string) =>
    Object.entries(await write(transcriptOf(events, { state })))
      .filter(([path]) => path.includes('/receipts/'))
      .map(([, text]) => JSON.parse(text).status);
  const error: Partial<Event> = { type: 'error', error: { message: 'quota' } };

  it('say failed when the turn ended in an error', async () => {
    expect(await statuses([ask('a'), say('b'), error, ask('c'), error, say('d')])).toEqual(['failed', 'succeeded']);
    expect(await statuses([ask('a'), say('b'), ask('c')], 'failed')).toEqual(['succeeded', 'failed']);
    expect(await statuses([ask('a'), { ...error, error: { message: 'x', willRetry: true } }])).toEqual(['succeeded']);
  });

  it('are one for each agent, under a key of its own', async () => {
    const sub = (source: string, event: Partial<Event>): Partial<Event> => ({ ...event, source });
    const files = await write(
      transcriptOf([
        ask('a'),
        call('t', { kind: 'task' }),
        sub('subagent:x/y', ask('b')),
        sub('subagent:x-y', say('c', { usage: tokens({ output: 4 }) })),
        result('t'),
        ask('d'),
      ]),
    );
    const receipts = Object.keys(files)
      .filter((path) => path.includes('/receipts/'))
      .map((path) => path.split('/').at(-1));
    expect(receipts).toEqual([
      'turn-001-primary.json',
      'turn-001-subagent-x-y.json',
      'turn-001-subagent-x-y-2.json',
      'turn-002-primary.json',
    ]);
    expect(JSON.parse(files[`${RUN}receipts/turn-001-subagent-x-y-2.json`] ?? '').tokens.completion).toBe(4);
  });

  it('come right even when a transcript is not taken', async () => {
    const paths: string[] = [];
    for await (const { path } of writeRun(sourceOf(transcriptOf([ask('a'), say('b'), ask('c')])), { digest: sha256 }))
      paths.push(path);
    expect(paths).toHaveLength(6);
  });
});
