import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import example from '../../../../../examples/transcript.example.json' with { type: 'json' };
import { transcriptOf } from '../../testing/events.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { generatedTranscript } from '../../testing/generated-transcripts.ts';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import { fc } from '../../testing/property.ts';
import type { Transcript } from '../../transcript.ts';
import { collectTranscripts, sourceOf } from '../contract.ts';
import { atif } from './format.ts';
import { atifSchema } from './schema.ts';
import type { Trajectory } from './trajectory.ts';

const context = { digest: sha256 };
async function write(transcript: Transcript): Promise<string> {
  let text = '';
  for await (const piece of atif.write?.(sourceOf(transcript), context) ?? []) text += String(piece);
  return text;
}
const trajectoryOf = async (transcript: Transcript): Promise<Trajectory> => JSON.parse(await write(transcript));
const read = (text: string) => collectTranscripts(atif.read?.([text], context) as never);
const isValid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(atifSchema());

const AGENT_ONLY = ['model_name', 'reasoning_effort', 'reasoning_content', 'tool_calls', 'metrics'];

/** What the format's own validator insists on, beside the shape. */
function checkRules({ steps, subagent_trajectories }: Trajectory, ids = new Set<string>()): void {
  expect(steps.map(({ step_id }) => step_id)).toEqual(steps.map((_step, index) => index + 1));
  for (const step of steps) {
    if (step.source !== 'agent') for (const field of AGENT_ONLY) expect(step).not.toHaveProperty(field);
    const calls = new Set((step.tool_calls ?? []).map(({ tool_call_id }) => tool_call_id));
    for (const { source_call_id, subagent_trajectory_ref } of step.observation?.results ?? []) {
      if (source_call_id != null) expect(calls).toContain(source_call_id);
      for (const { trajectory_id } of subagent_trajectory_ref ?? []) ids.add(trajectory_id as string);
    }
  }
  const inside = (subagent_trajectories ?? []).map(({ trajectory_id }) => trajectory_id as string);
  expect(new Set(inside).size).toBe(inside.length);
  for (const child of subagent_trajectories ?? []) checkRules(child, ids);
}

const allIds = ({ subagent_trajectories }: Trajectory): string[] =>
  (subagent_trajectories ?? []).flatMap((child) => [child.trajectory_id as string, ...allIds(child)]);

describe('every trajectory', () => {
  it.each(goldenTranscripts())('holds the rules of the format: $name', async ({ transcript }) => {
    const trajectory = await trajectoryOf(transcript);
    expect(isValid(trajectory), JSON.stringify(isValid.errors)).toBe(true);
    const references = new Set<string>();
    checkRules(trajectory, references);
    expect(allIds(trajectory)).toEqual(expect.arrayContaining([...references]));
  });

  it('holds them for generated transcripts too', async () => {
    await fc.assert(
      fc.asyncProperty(generatedTranscript, async (transcript) => {
        const trajectory = await trajectoryOf(transcript);
        expect(isValid(trajectory), JSON.stringify(isValid.errors)).toBe(true);
        checkRules(trajectory);
      }),
    );
  });
});

describe('a trajectory', () => {
  const usage = { input: 5, output: 7, cacheRead: 80, cacheWrite5m: 10, cacheWrite1h: 5, reasoning: 3 };
  const transcript = transcriptOf(
    [
      { type: 'user_message', role: 'user', text: 'Go' },
      { type: 'reasoning', role: 'assistant', text: 'Hm.', model: 'm', variant: 'high', usage },
      {
        type: 'tool_call',
        role: 'assistant',
        tool: { name: 'Task', callId: 'c1', input: 'raw', status: 'ok' },
        model: 'm',
      },
      { type: 'assistant_message', role: 'assistant', text: 'below', source: 'subagent:a', model: 'n' },
      { type: 'assistant_message', role: 'assistant', text: 'deeper', source: 'subagent:a/b' },
      { type: 'permission', permission: { id: 'p', action: 'x', status: 'accept' } },
      {
        type: 'tool_result',
        role: 'tool',
        tool: { name: 'Task', callId: 'c1', output: 'done', status: 'ok', exitCode: 0 },
      },
      { type: 'error', error: { message: 'Overloaded' } },
    ],
    {
      agents: [
        { source: 'primary' },
        { source: 'subagent:a', callId: 'c1', type: 'Explore' },
        { source: 'subagent:a/b' },
      ],
    },
  );

  it('has what the model said in one go in one step, and counts as the format does', async () => {
    const { steps } = await trajectoryOf(transcript);
    expect(steps).toMatchObject([
      { source: 'user', message: 'Go' },
      {
        source: 'agent',
        message: '',
        reasoning_content: 'Hm.',
        reasoning_effort: 'high',
        model_name: 'm',
        tool_calls: [{ tool_call_id: 'c1', function_name: 'Task', arguments: { input: 'raw' } }],
        observation: {
          results: [
            { source_call_id: 'c1', content: 'done', subagent_trajectory_ref: [{ trajectory_id: 'subagent:a' }] },
          ],
        },
        metrics: { prompt_tokens: 100, completion_tokens: 10, cached_tokens: 80 },
      },
      { source: 'system', message: 'Overloaded' },
    ]);
  });

  it('has those of subagents inside, and gives them back where they were started', async () => {
    const written = await trajectoryOf(transcript);
    expect(written.subagent_trajectories).toMatchObject([
      {
        trajectory_id: 'subagent:a',
        agent: { extra: { type: 'Explore' } },
        subagent_trajectories: [{ trajectory_id: 'subagent:a/b' }],
      },
    ]);
    const { transcripts } = await read(JSON.stringify(written));
    expect(transcripts[0]?.events.map(({ type, source }) => [type, source])).toEqual([
      ['user_message', 'primary'],
      ['reasoning', 'primary'],
      ['tool_call', 'primary'],
      ['assistant_message', 'subagent:a'],
      ['assistant_message', 'subagent:a/b'],
      ['tool_result', 'primary'],
      ['error', 'primary'],
    ]);
    expect(transcripts[0]?.events[1]?.usage).toEqual(usage);
    expect(transcripts[0]?.events[2]?.tool).toMatchObject({ input: 'raw', callId: 'c1', status: 'ok' });
    expect(transcripts[0]?.session.agents?.[1]).toMatchObject({ source: 'subagent:a', callId: 'c1', type: 'Explore' });
  });
});

describe('a trajectory of somebody else', () => {
  const foreign = {
    schema_version: 'ATIF-v1.4',
    session_id: 's-1',
    agent: { name: 'mini', version: '2.0', model_name: 'm' },
    steps: [
      { step_id: 1, source: 'system', message: 'Be brief.' },
      {
        step_id: 2,
        source: 'user',
        message: [
          { type: 'text', text: 'Look' },
          { type: 'image', source: { media_type: 'image/png', path: 'a.png' } },
        ],
      },
      {
        step_id: 3,
        source: 'agent',
        timestamp: '2026-01-01T00:00:00Z',
        message: '',
        tool_calls: [{ tool_call_id: 'c', function_name: 'ls', arguments: {} }],
        observation: { results: [{ source_call_id: 'c', content: null }, { content: 'more' }] },
        metrics: { prompt_tokens: 10, completion_tokens: 2, cached_tokens: 4, cost_usd: 0.000003 },
        extra: { mood: 'fine' },
      },
    ],
    final_metrics: { total_prompt_tokens: 99, total_completion_tokens: 2 },
  };

  it('is read, with its own sums and what it has beside', async () => {
    const { transcripts, problems } = await read(JSON.stringify(foreign, null, 2));
    expect(problems).toEqual([]);
    const [transcript] = transcripts;
    expect(transcript?.source).toMatchObject({ agent: 'mini', agentVersion: '2.0', adapter: 'atif' });
    expect(transcript?.session).toMatchObject({ nativeId: 's-1', models: ['m'] });
    expect(transcript?.metrics.tokens).toEqual({ input: 99, output: 2 });
    expect(transcript?.events).toMatchObject([
      { type: 'system', text: 'Be brief.', timestampSource: 'previous' },
      { type: 'user_message', text: 'Look', parts: [{ type: 'image', path: 'a.png' }] },
      {
        type: 'tool_call',
        tool: { name: 'ls' },
        usage: { input: 6, cacheRead: 4, output: 2 },
        costMicroUsd: 3,
        extra: { mood: 'fine' },
      },
      { type: 'tool_result', tool: { name: 'ls', callId: 'c', output: '' } },
      { type: 'tool_result', tool: { output: 'more' } },
    ]);
  });

  it('may come one a line', async () => {
    const { transcripts } = await read(
      `${JSON.stringify(foreign)}\n${JSON.stringify({ ...foreign, session_id: 's-2' })}\n`,
    );
    expect(transcripts.map(({ session }) => session.nativeId)).toEqual(['s-1', 's-2']);
    expect(new Set(transcripts.map(({ transcriptId }) => transcriptId)).size).toBe(2);
  });

  it('is told where it is wrong', async () => {
    const broken = structuredClone(foreign) as Record<string, unknown> & typeof foreign;
    (broken.steps[1] as Record<string, unknown>)['source'] = 'robot';
    broken['subagent_trajectories'] = [{ schema_version: 'ATIF-v1.7', steps: [] }];
    const text = JSON.stringify(broken, null, 2);
    const { transcripts, problems } = await read(text);
    expect(transcripts).toEqual([]);
    const line = text.slice(0, text.indexOf('"robot"')).split('\n').length;
    expect(problems).toEqual([
      { pointer: '/steps/1/source', message: 'expected "system" or "user" or "agent"', line, column: 17 },
      expect.objectContaining({ pointer: '/subagent_trajectories/0', message: 'expected the field agent' }),
    ]);
    expect((await read('{"schema_version":\n oops}')).problems).toMatchObject([{ line: 2, column: 2 }]);
  });

  it('may nest as deep as it likes', async () => {
    const depth = 5_000;
    const text = `${'{"schema_version":"ATIF-v1.7","agent":{"name":"a","version":"1"},"steps":[],"subagent_trajectories":['.repeat(depth)}${']}'.repeat(depth)}`;
    expect((await read(text)).problems[0]?.message).toBe('expected at most 100 subagents inside one another');
  });
});

describe('the example', () => {
  const path = fileURLToPath(new URL('../../../../../examples/atif.example.json', import.meta.url));

  it('is what is written for the example transcript', async () => {
    await expect(await write(example as unknown as Transcript)).toMatchFileSnapshot(path);
  });

  it('is valid by the published schema', () => {
    expect(isValid(JSON.parse(readFileSync(path, 'utf8'))), JSON.stringify(isValid.errors)).toBe(true);
  });
});

describe('a trajectory of another tool', () => {
  const step = (step_id: number, metrics?: object) => ({
    step_id,
    source: 'agent',
    message: 'Hi',
    ...(metrics ? { metrics } : {}),
  });
  const document = (more: object) => ({
    schema_version: 'ATIF-v1.5',
    session_id: 's',
    agent: {
      name: 'other',
      version: '1',
      extra: { framework: 'harness', retries: 2 },
      tool_definitions: [{ name: 't' }],
    },
    steps: [step(1, { prompt_tokens: 10, completion_tokens: 2, cached_tokens: 4 }), step(2)],
    ...more,
  });

  it('keeps what it says of itself, there and back', async () => {
    const more = {
      notes: 'recorded by hand',
      continued_trajectory_ref: 'next.json',
      final_metrics: { extra: { reward: 1 } },
      extra: { task: 'fix-it' },
    };
    const [transcript] = (await read(JSON.stringify(document(more)))).transcripts;
    const again = await trajectoryOf(transcript as Transcript);
    expect(again.agent).toMatchObject(document({}).agent);
    expect(again).toMatchObject({ ...more, extra: { task: 'fix-it' } });
    expect(isValid(again), JSON.stringify(isValid.errors)).toBe(true);
  });

  it('sums its steps where it has no totals', async () => {
    const [transcript] = (await read(JSON.stringify(document({ final_metrics: { total_steps: 2 } })))).transcripts;
    expect(transcript?.metrics.tokens).toMatchObject({ input: 10, output: 2, cacheRead: 4 });
  });
});
