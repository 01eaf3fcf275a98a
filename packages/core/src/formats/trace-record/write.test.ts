/** What the blocks of a record say of a session. */
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../testing/fixtures.ts';
import { call, result, tokens, transcriptOf } from '../../testing/small-transcript.ts';
import { written } from '../../testing/written-record.ts';
import type { Event } from '../../transcript.ts';
import { sourceOf } from '../contract.ts';
import { surveyOf } from './survey.ts';
import { outlineOf } from './write.ts';

describe('steps', () => {
  it('hold one call of the model each, with its results', async () => {
    const { steps } = await written(
      transcriptOf([
        { type: 'user_message', text: 'Go.' },
        { type: 'reasoning', text: 'First.' },
        {
          type: 'assistant_message',
          text: 'I look.',
          model: 'claude-x',
          usage: tokens({ input: 5, responseId: 'r1' }),
        },
        call('c1'),
        call('c2'),
        result('c2', { output: 'second' }),
        result('c1', { output: 'first' }),
        { type: 'assistant_message', text: 'Done.', model: 'claude-x' },
      ]),
    );
    expect(steps.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Go.'],
      ['agent', 'I look.'],
      ['agent', 'Done.'],
    ]);
    expect(steps[1]).toMatchObject({ reasoning_content: 'First.', model: 'anthropic/claude-x', call_type: 'main' });
    expect(steps[1]?.tool_calls.map((one) => one['tool_call_id'])).toEqual(['c1', 'c2']);
    expect(steps[1]?.observations).toMatchObject([
      { source_call_id: 'c2', content: 'second', error: null },
      { source_call_id: 'c1', content: 'first', error: null },
    ]);
  });

  it('name the provider that the log names', async () => {
    const { agent, steps } = await written(
      transcriptOf([
        { type: 'assistant_message', text: 'Hi.', model: 'scripted-1', provider: 'scripted' },
        { type: 'user_message', text: 'Go.' },
        { type: 'assistant_message', text: 'Ho.', model: 'claude-x', provider: 'bedrock' },
      ]),
    );
    expect(agent?.['model']).toBe('scripted/scripted-1');
    expect(steps.map(({ model }) => model)).toEqual(['scripted/scripted-1', null, 'bedrock/claude-x']);
  });

  it('refer to the prompt and the tools that the model was given', async () => {
    const given = (text: string, promptHash: string): Partial<Event> => ({ type: 'system', text, promptHash });
    const defined = { hash: 'd1', name: 'Bash', description: 'Runs it.', schema: { type: 'object' } };
    const record = await written(
      transcriptOf([
        { type: 'system', text: 'Injected before anything.', audience: 'model' },
        { type: 'user_message', text: 'Go.' },
        given('You are the first.', 'h1'),
        { type: 'meta', tools: [defined], toolsHash: 't1' },
        { type: 'assistant_message', text: 'One.', promptHash: 'h1', toolsHash: 't1', turn: 'a' },
        given('You are the second.', 'h2'),
        {
          type: 'meta',
          tools: [
            { hash: 'd1', name: 'Bash' },
            { ...defined, hash: 'd2', name: 'Read' },
          ],
          toolsHash: 't2',
        },
        { type: 'assistant_message', text: 'Two.', promptHash: 'h2', toolsHash: 't2', turn: 'b' },
      ]),
    );
    const key = (text: string) => `sp_${sha256(text).slice(0, 12)}`;
    expect(record.system_prompts).toEqual({
      [key('You are the first.')]: 'You are the first.',
      [key('You are the second.')]: 'You are the second.',
    });
    expect(record.tool_definitions).toEqual([
      { name: 'Bash', description: 'Runs it.', input_schema: { type: 'object' } },
      { name: 'Read', description: 'Runs it.', input_schema: { type: 'object' } },
    ]);
    const agent = record.steps.filter(({ role }) => role === 'agent');
    expect(agent.map((step) => [step.system_prompt_hash, step.tools_available])).toEqual([
      [key('You are the first.'), ['Bash']],
      [key('You are the second.'), ['Bash', 'Read']],
    ]);
    expect(record.steps[0]?.content).toBe('Injected before anything.');
  });

  it('end where another response begins', async () => {
    const answer = (text: string, responseId: string): Partial<Event> => ({
      type: 'assistant_message',
      text,
      usage: tokens({ output: 1, responseId }),
    });
    const { steps } = await written(transcriptOf([answer('a', 'r1'), answer('b', 'r1'), answer('c', 'r2')]));
    expect(steps.map(({ content, token_usage }) => [content, token_usage['output_tokens']])).toEqual([
      ['a\n\nb', 1],
      ['c', 1],
    ]);
  });

  it('say how a call ended', async () => {
    const outcomes: [Partial<Event['tool']>, string | null][] = [
      [{ status: 'ok' }, null],
      [{ status: 'unknown' }, null],
      [{ status: 'error' }, 'tool_error'],
      [{ status: 'error', exitCode: 2 }, 'exit_code:2'],
      [{ status: 'interrupted' }, 'interrupted'],
      [{ status: 'denied' }, 'denied'],
      [{ status: 'timeout' }, 'timeout'],
    ];
    for (const [tool, error] of outcomes) {
      const { steps } = await written(transcriptOf([call('c'), result('c', tool)]));
      expect(steps[0]?.observations).toMatchObject([{ error }]);
    }
    const { steps } = await written(transcriptOf([call('c')]));
    expect(steps[0]?.observations).toEqual([
      { source_call_id: 'c', content: null, output_summary: null, error: 'no_result' },
    ]);
  });

  it('of subagents name their role, their trajectory and the step that started them', async () => {
    const sub = { source: 'subagent:x1' };
    const { steps } = await written(
      transcriptOf(
        [
          call('task', { name: 'Task', kind: 'task', input: { prompt: 'Look.' } }),
          { type: 'user_message', text: 'Look.', parentId: 'e0', ...sub },
          { ...call('c1'), ...sub },
          { ...result('c1'), ...sub },
          { type: 'assistant_message', text: 'Seen.', ...sub },
          result('task', { output: 'Seen.' }),
          { type: 'assistant_message', text: 'Fine.' },
        ],
        { agents: [{ source: 'primary' }, { source: 'subagent:x1', id: 'x1', type: 'Explore' }] },
      ),
    );
    const parts = steps.map((step) => [step['call_type'], step['agent_role'], step['parent_step']]);
    expect(parts).toEqual([
      ['main', 'main', null],
      ['subagent', 'Explore', 1],
      ['subagent', 'Explore', 1],
      ['subagent', 'Explore', 1],
      ['main', 'main', null],
    ]);
    expect(steps[2]?.['subagent_trajectory_ref']).toBe('x1');
    expect(steps[0]?.observations).toMatchObject([{ content: 'Seen.' }]);
  });

  it('refer to the system prompt by its hash, later reminders are steps', async () => {
    const { steps, system_prompts } = await written(
      transcriptOf([
        { type: 'system', text: 'Be brief.' },
        { type: 'user_message', text: 'Hi.' },
        { type: 'system', text: 'Remember.' },
        { type: 'assistant_message', text: 'Hi.' },
      ]),
    );
    const key = `sp_${sha256('Be brief.').slice(0, 12)}`;
    expect(system_prompts).toEqual({ [key]: 'Be brief.' });
    expect(steps.map((step) => [step['content'], step['system_prompt_hash']])).toEqual([
      [null, key],
      ['Hi.', null],
      ['Remember.', null],
      ['Hi.', key],
    ]);
  });
});

describe('tokens', () => {
  it('include the cache, and give the hit rate of the example', async () => {
    const usage = tokens({
      input: 68_000,
      cacheRead: 1_650_000,
      cacheWrite5m: 80_000,
      cacheWrite1h: 2_000,
      output: 30_000,
      reasoning: 4_000,
    });
    const transcript = transcriptOf([{ type: 'assistant_message', text: 'a', usage }]);
    const { metrics, steps } = await written(transcript);
    expect(metrics).toMatchObject({
      total_input_tokens: 1_800_000,
      total_output_tokens: 34_000,
      total_cache_read_tokens: 1_650_000,
      total_cache_creation_tokens: 82_000,
      total_duration_s: 780,
    });
    expect(Number(metrics?.['cache_hit_rate']).toFixed(2)).toBe('0.92');
    expect(steps[0]?.token_usage).toEqual({
      input_tokens: 1_800_000,
      output_tokens: 34_000,
      cache_read_tokens: 1_650_000,
      cache_write_tokens: 82_000,
      prefix_reuse_tokens: 0,
    });
  });

  it('count once, wherever they are told', async () => {
    const { steps, metrics } = await written(
      transcriptOf([
        { type: 'assistant_message', text: 'a', usage: tokens({ input: 7, responseId: 'r' }) },
        call('c'),
        result('c'),
        { type: 'meta', usage: tokens({ input: 9, responseId: 'r' }) },
        { type: 'meta', usage: tokens({ input: 100, scope: 'session' }) },
        { type: 'user_message', text: 'b' },
        { type: 'meta', usage: tokens({ input: 3 }) },
      ]),
    );
    expect(steps.map(({ role, token_usage }) => [role, token_usage['input_tokens']])).toEqual([
      ['agent', 9],
      ['user', 0],
      ['agent', 3],
    ]);
    expect(metrics?.['total_input_tokens']).toBe(12);
  });

  it('cost what the transcript says', async () => {
    const transcript = transcriptOf([]);
    transcript.metrics.cost = {
      microUsd: 2_400_000,
      priceDate: '2026-01-01',
      estimated: false,
      models: [],
      unpriced: [],
    };
    expect((await written(transcript))['metrics']).toMatchObject({ estimated_cost_usd: 2.4, cache_hit_rate: null });
  });
});

describe('what the session says of itself', () => {
  it('goes into task, agent, environment, outcome and security', async () => {
    const repo = { name: 'shop', remote: 'git@forge.example:acme/shop.git', commit: 'abc1234', branch: 'main' };
    const transcript = transcriptOf([{ type: 'user_message', text: 'Fix it.' }], {
      environment: { os: 'linux', shell: 'zsh', repo },
      state: 'interrupted',
      models: ['gpt-x'],
      generation: 3,
    });
    transcript.privacy = { ...transcript.privacy, profile: 'research', redactionApplied: true, redactionCount: 4 };
    expect(await written(transcript)).toMatchObject({
      schema_version: '0.3.0',
      trace_id: 'trace-1',
      session_id: 'native-1',
      task: { description: 'Fix it.', source: 'user_prompt', repository: 'acme/shop', base_commit: 'abc1234' },
      agent: { name: 'sketch', version: '1.0.0', model: 'openai/gpt-x' },
      environment: {
        os: 'linux',
        shell: 'zsh',
        vcs: { type: 'git', base_commit: 'abc1234', branch: 'main', diff: null },
      },
      outcome: { terminal_state: 'interrupted', success: null },
      security: { scanned: true, redactions_applied: 4 },
      generation_index: 3,
      lifecycle: 'provisional',
    });
  });

  it('is found in its commands', async () => {
    const record = await written(
      transcriptOf([
        call('a', {
          input: { command: 'cd app && npm install --save-dev left-pad@1.3.0 "@scope/it" && pip install -r all.txt' },
        }),
        result('a'),
        call('b', { input: { command: 'npm i broken' } }),
        result('b', { status: 'error' }),
        call('c', { input: { command: 'git add . && git commit -m "x"' } }),
        result('c', { output: '[main 1a2b3c4] x\n 1 file changed' }),
      ]),
    );
    expect(record['dependencies']).toEqual(['left-pad', '@scope/it']);
    expect(record['outcome']).toMatchObject({ committed: true, commit_sha: '1a2b3c4' });
  });

  it('lists the tools that the agent announced', async () => {
    const record = await written(
      transcriptOf([
        { type: 'session', session: { tools: ['Read', 'Bash'] } },
        { type: 'assistant_message', text: 'a' },
        call('c', { name: 'Grep' }),
      ]),
    );
    expect(record['tool_definitions']).toEqual([{ name: 'Read' }, { name: 'Bash' }, { name: 'Grep' }]);
    expect(record.steps[0]?.['tools_available']).toEqual(['Read', 'Bash']);
  });

  it('takes what others know about it as it is', async () => {
    const links = [{ vcs_type: 'git', revision: 'abc', tier: 'tool_emitted' }];
    const set = {
      '/git_links': links,
      '/lifecycle': 'final',
      '/environment/vcs/diff': '--- a',
      '/steps/0': 1,
      '/no/way': 1,
    };
    const record = await written(
      transcriptOf([], { extra: { traceRecord: { set, without: ['/metadata/hansard', 7] } } }),
    );
    expect(record).toMatchObject({
      git_links: links,
      lifecycle: 'final',
      environment: { vcs: { diff: '--- a' } },
      metadata: {},
    });
    expect(record['no']).toBeUndefined();
  });
});

it('writes the same whether the steps are kept or made again', async () => {
  const events = Array.from({ length: 50 }, (_, index) => [call(`c${index}`), result(`c${index}`)]).flat();
  const source = sourceOf(transcriptOf(events));
  const survey = await surveyOf(source, sha256);
  const [kept, again] = [await outlineOf(source, survey), await outlineOf(source, survey, 10)];
  expect(again.head).toEqual(kept.head);
  const all = async (steps: typeof kept) => {
    const indexes: number[] = [];
    for await (const { index } of steps.steps()) indexes.push(index);
    return indexes;
  };
  expect(await all(again)).toEqual(await all(kept));
  expect((await all(kept)).length).toBe(50);
});
