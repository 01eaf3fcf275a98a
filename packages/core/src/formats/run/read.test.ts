/** Runs of others: dialects, odd times and names, missing files, loops that overwrote their files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../testing/fixtures.ts';
import { Transcript } from '../../transcript.ts';
import { collectTranscripts, type FolderFile } from '../contract.ts';
import { checkerOf } from '../shape-check.ts';
import { readRuns } from './read.ts';

const check = await checkerOf(Transcript);

async function read(files: Record<string, unknown>) {
  const folder = Object.entries(files).map(([path, content]): FolderFile => {
    const text =
      typeof content === 'string'
        ? content
        : Array.isArray(content)
          ? linesOf(content)
          : JSON.stringify(content, null, 2);
    return { path, pieces: () => [new TextEncoder().encode(text)] };
  });
  const result = await collectTranscripts(readRuns(folder, { digest: sha256 }));
  for (const transcript of result.transcripts) expect(check(transcript)).toEqual([]);
  return result;
}

const linesOf = (values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const at = (second: number) => `2025-12-09T14:30:${String(second).padStart(2, '0')}.123456+00:00Z`;

const receipt = (more: Record<string, unknown> = {}) => ({
  engine: 'sketch-step',
  model: 'sketch-1',
  step_id: 'impl-loop',
  flow_key: 'build',
  run_id: 'run-1',
  agent_key: 'code-critic',
  started_at: at(0),
  completed_at: at(9),
  duration_ms: 9000,
  status: 'succeeded',
  tokens: { prompt: 100, completion: 20, total: 120 },
  transcript_path: 'llm/impl-loop-code-critic-sketch.jsonl',
  ...more,
});
const LINES = [
  { timestamp: at(1), role: 'system', content: 'Executing step impl-loop' },
  { timestamp: at(2), role: 'user', content: 'Do it.' },
  { timestamp: at(3), role: 'tool', tool_name: 'Read', tool_input: { file_path: 'a.py' }, content: 'text' },
  { timestamp: at(4), role: 'tool', tool_name: 'Bash', tool_input: { command: 'x' }, tool_output: 'no', exit_code: 1 },
  { timestamp: at(5), role: 'assistant', content: 'Done.', mood: 'calm' },
];
const STEP = {
  'r/build/llm/impl-loop-code-critic-sketch.jsonl': LINES,
  'r/build/receipts/impl-loop-code-critic.json': receipt(),
};

describe('a step', () => {
  it('is its transcript joined to its receipt', async () => {
    const { transcripts, problems } = await read(STEP);
    expect(problems).toEqual([]);
    expect(transcripts).toHaveLength(1);
    expect(transcripts[0]).toMatchObject({
      source: { agent: 'sketch', adapter: 'run', dialect: 'role' },
      session: {
        startedAt: '2025-12-09T14:30:00.123456Z',
        endedAt: '2025-12-09T14:30:09.123456Z',
        state: 'ended',
        models: ['sketch-1'],
        run: { runId: 'run-1', flowKey: 'build', stepId: 'impl-loop', agentKey: 'code-critic', engine: 'sketch-step' },
      },
      metrics: { tokens: { input: 100, output: 20 }, durationMs: 8000 },
    });
    expect(transcripts[0]?.events.map(({ type, text, tool }) => [type, text ?? tool?.output ?? tool?.input])).toEqual([
      ['system', 'Executing step impl-loop'],
      ['user_message', 'Do it.'],
      ['tool_call', { file_path: 'a.py' }],
      ['tool_result', 'text'],
      ['tool_call', { command: 'x' }],
      ['tool_result', 'no'],
      ['assistant_message', 'Done.'],
      ['turn', undefined],
    ]);
    expect(transcripts[0]?.events[5]).toMatchObject({ parentId: 'line-4', tool: { status: 'error', exitCode: 1 } });
    expect(transcripts[0]?.events[6]?.extra).toEqual({ runLine: { mood: 'calm' } });
  });

  it('keeps what its receipt says beyond the documented fields', async () => {
    const more = {
      mode: 'sdk',
      routing: { loop_iteration: 2, decision: 'advance' },
      tokens: { prompt: 1, completion: 2, total: 9 },
    };
    const files = { ...STEP, 'r/build/receipts/impl-loop-code-critic.json': receipt(more) };
    const { transcripts } = await read(files);
    expect(transcripts[0]?.session.run?.iteration).toBe(2);
    expect(transcripts[0]?.session.extra?.['receipt']).toEqual({
      set: { '/tokens/total': 9, '/mode': 'sdk', '/routing': more.routing },
      without: [],
    });
  });

  it('of a stub is marked, and a failed one has failed', async () => {
    const stub = receipt({ model: 'sketch-stub', status: 'failed', tokens: { prompt: 0, completion: 0, total: 0 } });
    const { transcripts } = await read({ ...STEP, 'r/build/receipts/impl-loop-code-critic.json': stub });
    expect(transcripts[0]?.session).toMatchObject({ state: 'failed', models: ['sketch-stub'], extra: { stub: true } });
    expect(transcripts[0]?.metrics.tokens).toBeUndefined();
  });
});

describe('transcripts and receipts', () => {
  it('are joined by the receipt, whatever hyphens the names have', async () => {
    const { transcripts, problems } = await read({
      'build/llm/a-b-c-x.jsonl': LINES,
      'build/llm/a-b-c-d-x.jsonl': LINES,
      'build/receipts/one.json': receipt({ step_id: 'a-b', agent_key: 'c', transcript_path: 'llm/a-b-c-x.jsonl' }),
      'build/receipts/two.json': receipt({ step_id: 'a', agent_key: 'b-c-d', transcript_path: undefined }),
      'build/receipts/prompt_receipt_a.json': { another: 'shape' },
    });
    expect(problems).toEqual([]);
    expect(transcripts.map(({ session }) => [session.run?.stepId, session.run?.agentKey])).toEqual([
      ['a-b', 'c'],
      ['a', 'b-c-d'],
    ]);
  });

  it('are kept when the other is missing, and it is told', async () => {
    const { transcripts, problems } = await read({
      'r/build/llm/s-1-a-x.jsonl': LINES,
      'r/build/receipts/lonely.json': receipt({ step_id: 'lonely', transcript_path: 'llm/gone.jsonl' }),
      'r/events.jsonl': [{ ts: at(0), kind: 'step_start', flow_key: 'build', step_id: 's-1', agent_key: 'a' }],
    });
    expect(problems.map(({ path, message }) => [path, message])).toEqual([
      ['r/build/llm/s-1-a-x.jsonl', 'The transcript has no receipt'],
      ['r/build/receipts/lonely.json', 'The receipt has no transcript'],
    ]);
    expect(transcripts.map(({ session }) => [session.run?.stepId, session.problems?.[0]?.kind])).toEqual([
      ['s-1', 'missing-receipt'],
      ['lonely', 'dangling-reference'],
    ]);
    expect(transcripts[0]?.session.run).toMatchObject({ agentKey: 'a', engine: 'x-step', runId: 'run-1' });
    expect(transcripts[1]?.events.map(({ type }) => type)).toEqual(['turn']);
  });
});

describe('the run’s log', () => {
  const event = (kind: string, second: number, more = {}) => ({
    run_id: 'run-1',
    ts: at(second),
    kind,
    flow_key: 'build',
    ...more,
  });
  const own = { step_id: 'impl-loop', agent_key: 'code-critic' };

  it('is shared among the steps, in both of its shapes', async () => {
    const { transcripts } = await read({
      ...STEP,
      'r/events.jsonl': [
        event('run_created', 0),
        { timestamp: at(0), event: 'run_start', run_id: 'run-1', flow_key: 'build' },
        event('step_start', 0, own),
        event('log', 3, { ...own, payload: { message: 'hm' } }),
        event('step_complete', 9, own),
      ],
      'r/meta.json': { id: 'run-1', title: 'A run' },
    });
    expect(transcripts).toHaveLength(1);
    const events = transcripts[0]?.events.filter(({ native }) => native?.input === 'events');
    expect(events?.map(({ type, phase, status }) => [type, phase ?? status])).toEqual([
      ['session', 'created'],
      ['session', 'started'],
      ['turn', 'started'],
      ['status', { label: 'log', detail: 'hm' }],
      ['turn', 'ended'],
    ]);
    expect(transcripts[0]?.events[2]).toMatchObject({ type: 'turn', phase: 'started' });
    expect(transcripts[0]?.session).toMatchObject({ title: 'A run', run: { iteration: 1 } });
  });

  it('shows loops that overwrote their files', async () => {
    const starts = [1, 2, 3].flatMap((second) => [event('step_start', second, own), event('step_end', second, own)]);
    const { transcripts, problems } = await read({ ...STEP, 'r/events.jsonl': starts });
    expect(transcripts[0]?.session.run?.iteration).toBe(3);
    expect(transcripts[0]?.session.problems).toMatchObject([{ kind: 'overwritten' }]);
    expect(problems[0]?.message).toContain('ran 3 times');
  });

  it('alone gives one transcript of the run', async () => {
    const { transcripts } = await read({
      'events.jsonl': [event('run_created', 0), event('step_start', 1, own)],
      'meta.json': {},
    });
    expect(transcripts).toHaveLength(1);
    expect(transcripts[0]?.session.run).toEqual({ runId: 'run-1' });
    expect(transcripts[0]?.events).toHaveLength(2);
  });
});

describe('other dialects', () => {
  const eventsOf = async (lines: unknown[], more = {}) => {
    const files = { ...STEP, 'r/build/llm/impl-loop-code-critic-sketch.jsonl': lines, ...more };
    return (await read(files)).transcripts[0] as Transcript;
  };

  it('by type, with calls and results apart', async () => {
    const { events, source } = await eventsOf([
      { timestamp: at(1), type: 'message', role: 'user', content: 'Go.' },
      { timestamp: at(2), type: 'tool_use', tool: 'Read', input: { path: 'a' } },
      { timestamp: at(2), type: 'tool_use', tool: 'Bash', input: { command: 'b' } },
      { timestamp: at(3), type: 'tool_result', tool: 'Bash', success: false, output: 'broken' },
      { timestamp: at(3), type: 'tool_result', tool: 'Read', success: true, output: 'text' },
      { timestamp: at(4), type: 'error', error: 'quota' },
      { timestamp: at(5), type: 'message', content: [{ type: 'text', text: 'Sorry.' }] },
    ]);
    expect(source.dialect).toBe('role');
    expect(
      events
        .slice(0, 7)
        .map(({ id, type, parentId, tool, text, error }) => [id, type, parentId, tool?.status, text ?? error?.message]),
    ).toEqual([
      ['line-1', 'user_message', undefined, undefined, 'Go.'],
      ['line-2', 'tool_call', undefined, 'ok', undefined],
      ['line-3', 'tool_call', undefined, 'error', undefined],
      ['line-4', 'tool_result', 'line-3', 'error', undefined],
      ['line-5', 'tool_result', 'line-2', 'ok', undefined],
      ['line-6', 'error', undefined, undefined, 'quota'],
      ['line-7', 'assistant_message', undefined, undefined, 'Sorry.'],
    ]);
  });

  it('of a stream with init, text and result', async () => {
    const lines = [
      { type: 'init', session_id: 's', model: 'm' },
      { type: 'text', text: 'Hello.' },
      { type: 'tool_use', tool_name: 'ls', tool_id: 'i1', parameters: {} },
      { type: 'tool_result', tool_id: 'i1', status: 'success', output: 'a b' },
      { type: 'result', usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } },
    ];
    const { events, source, metrics } = await eventsOf(lines);
    expect(source.dialect).toBe('type');
    expect(events.map(({ type }) => type)).toEqual([
      'session',
      'assistant_message',
      'tool_call',
      'tool_result',
      'meta',
      'turn',
    ]);
    expect(events[3]).toMatchObject({
      parentId: 'line-3',
      tool: { name: 'ls', callId: 'i1', status: 'ok', output: 'a b' },
    });
    expect(events[4]?.usage).toMatchObject({ input: 7, output: 3, scope: 'turn' });
    expect(metrics.tokens).toMatchObject({ input: 100, output: 20 });
    const alone = { 'r/build/llm/impl-loop-code-critic-sketch.jsonl': lines };
    expect((await read(alone)).transcripts[0]?.metrics.tokens).toMatchObject({ input: 7, output: 3 });
  });
});

describe('what is wrong', () => {
  it('is told with path, pointer, line, column and what was expected', async () => {
    const text = `${JSON.stringify(LINES[0])}\n{"role":"user","content":5,\n{"timestamp":"x","role":"user","content":5}\n{"a":1}\n`;
    const path = 'r/build/llm/impl-loop-code-critic-sketch.jsonl';
    const broken = JSON.stringify(receipt({ duration_ms: 'long' }), null, 2);
    const receiptPath = 'r/build/receipts/impl-loop-code-critic.json';
    const { transcripts, problems } = await read({
      [path]: text,
      [receiptPath]: broken,
      'r/build/receipts/bad.json': '{"a":\n',
    });
    const row = broken.split('\n').findIndex((line) => line.includes('duration_ms')) + 1;
    expect(problems).toEqual([
      { path: receiptPath, pointer: '/duration_ms', message: 'expected integer', line: row, column: 18 },
      {
        path: 'r/build/receipts/bad.json',
        pointer: '',
        message: 'not JSON: expected a value, found the end',
        line: 2,
        column: 1,
      },
      { path, pointer: '', message: 'not JSON: expected a name, found the end', line: 2, column: 28 },
      { path, pointer: '/content', message: 'expected string', line: 3, column: 42 },
      {
        path,
        pointer: '',
        message: 'expected a role (system, user, assistant, tool) or a known type',
        line: 4,
        column: 1,
      },
    ]);
    expect(transcripts).toHaveLength(1);
    expect(transcripts[0]?.events.filter(({ type }) => type === 'unparsed')).toHaveLength(2);
  });
});

it('a receipt or a description that is too long to hold is told, and none', async () => {
  const long = `{"run_id": "run-1", "x": "${'x'.repeat(16_000_000)}"}`;
  const { transcripts, problems } = await read({
    ...STEP,
    'r/build/receipts/impl-loop-code-critic.json': long,
    'r/events.jsonl': [{ run_id: 'run-1', ts: at(0), kind: 'run_created' }],
    'r/meta.json': long,
  });
  expect(problems.map(({ path, message }) => [path, message])).toEqual(
    expect.arrayContaining([
      ['r/build/receipts/impl-loop-code-critic.json', 'expected at most 16000000 characters'],
      ['r/meta.json', 'expected at most 16000000 characters'],
    ]),
  );
  expect(transcripts).toHaveLength(1);
});

const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/runs', import.meta.url));
if (!existsSync(corpus)) console.warn(`run: skipped real runs, there is no ${corpus}`);

describe.skipIf(!existsSync(corpus))('real runs', () => {
  const files = (folder: string): FolderFile[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => ({ path: relative(corpus, path), pieces: () => [readFileSync(path)] }));

  it('are read whole, with a receipt for every transcript', async () => {
    const all = files(corpus);
    const { transcripts, problems } = await collectTranscripts(readRuns(all, { digest: sha256 }));
    expect(problems).toEqual([]);
    for (const transcript of transcripts) expect(check(transcript)).toEqual([]);
    const steps = transcripts.filter(({ session }) => session.run?.stepId);
    expect(steps).toHaveLength(all.filter(({ path }) => path.includes('/llm/')).length);
    for (const { events, session } of steps) {
      expect(session).toMatchObject({ state: 'ended', run: { iteration: 1 } });
      expect(events.filter(({ type }) => type === 'unparsed')).toEqual([]);
      expect(events.filter(({ timestampSource }) => timestampSource)).toEqual([]);
    }
    const logged = all.filter(({ path }) => path.endsWith('events.jsonl'));
    const lines = logged.flatMap(({ pieces }) =>
      String((pieces() as Buffer[])[0])
        .trim()
        .split('\n'),
    );
    const kept = transcripts.flatMap(({ events }) => events.filter(({ native }) => native?.input === 'events'));
    expect(kept).toHaveLength(lines.length);
  });
});
