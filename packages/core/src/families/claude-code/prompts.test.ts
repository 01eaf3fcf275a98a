/** System prompts and tools of Claude Code's own logs, as facts by hash. */
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../adapters/claude-code/index.ts';
import { Collector } from '../../reading/collector.ts';
import { LogReader } from '../../reading/log-reader.ts';
import { sha256 } from '../../testing/fixtures.ts';

const [dialect] = claudeCode.dialects;

function read(records: readonly object[]) {
  if (dialect?.kind !== 'log') throw new Error('a log dialect');
  const sink = new Collector(sha256);
  const reader = new LogReader(dialect, sink, {});
  reader.push(new TextEncoder().encode(`${records.map((record) => JSON.stringify(record)).join('\n')}\n`));
  const saved = reader.finish({ final: true });
  return { events: sink.events, stateBytes: JSON.stringify(saved).length };
}

const time = '2026-01-01T00:00:00.000Z';
const base = { sessionId: 's', timestamp: time };
const tool = (name: string, description = `Does ${name}.`) => ({ name, description, input_schema: { type: 'object' } });
const shape = (shapeHash: string, prompt: string, ...tools: object[]) => ({
  ...base,
  type: 'api-request-shape',
  shapeHash,
  shape: {
    system: [
      { type: 'text', text: 'You help.' },
      { type: 'text', text: prompt, cache_control: 1 },
    ],
    tools,
  },
});
const request = (id: string, shapeHash: string) => ({ ...base, type: 'api-request', id, shapeHash, params: {} });
const answer = (id: string, requestRef: string) => ({
  ...base,
  type: 'assistant',
  uuid: `u-${id}`,
  requestRef,
  message: { id, role: 'assistant', model: 'claude-x', content: [{ type: 'text', text: 'Yes.' }] },
});
const snapshot = (uuid: string, more: object) => ({
  ...base,
  type: 'attachment',
  uuid,
  attachment: { type: 'prompt_snapshot', systemPrompt: ['# Rules', 'Be brief.'], ...more },
});
const prompts = (events: ReturnType<typeof read>['events']) => events.filter(({ type }) => type === 'system');

describe('a system prompt', () => {
  it('is one event for the model, however often the log repeats it', () => {
    const { events } = read([
      snapshot('a', {}),
      shape('h1', '# Rules\n\nBe brief.', tool('Bash')),
      snapshot('b', { cliPrefix: 'You help.', tools: [{ name: 'Bash', description: '', schema: tool('Bash') }] }),
      shape('h2', '# Rules\n\nBe brief.', tool('Bash'), tool('Read')),
    ]);
    expect(prompts(events)).toMatchObject([
      {
        role: 'system',
        audience: 'model',
        text: 'You help.\n\n# Rules\n\nBe brief.',
        promptHash: `sha256-${sha256('You help.\n\n# Rules\n\nBe brief.')}`,
      },
    ]);
    expect(events.filter(({ native }) => native?.type === 'api-request-shape' && native)).toHaveLength(3);
  });

  it('is what the response’s own request had, not the last one seen', () => {
    const { events } = read([
      shape('h1', 'first', tool('Bash')),
      request('r1', 'h1'),
      shape('h2', 'second', tool('Bash'), tool('Read')),
      request('r2', 'h2'),
      answer('m1', 'r1'),
      answer('m2', 'r2'),
    ]);
    const [first, second] = prompts(events).map(({ promptHash }) => promptHash);
    expect(first).not.toBe(second);
    const answers = events.filter(({ type }) => type === 'assistant_message');
    expect(answers.map(({ promptHash }) => promptHash)).toEqual([first, second]);
    const lists = events.flatMap(({ tools, toolsHash }) => (tools ? [toolsHash] : []));
    expect(answers.map(({ toolsHash }) => toolsHash)).toEqual(lists);
  });

  it('stays where it is when the line before it is not known', () => {
    const { events } = read([snapshot('a', {})]);
    expect(prompts(events)).toEqual([]);
    expect(events[0]?.extra?.['attachment']).toMatchObject({ systemPrompt: ['# Rules', 'Be brief.'] });
  });
});

describe('tools', () => {
  it('are defined once, and only named when they are offered again', () => {
    const { events } = read([shape('h1', 'p', tool('Bash')), shape('h2', 'p', tool('Bash'), tool('Read'))]);
    const [first, second] = events.flatMap(({ tools }) => (tools ? [tools] : []));
    const hash = first?.[0]?.hash;
    expect(first).toEqual([{ hash, name: 'Bash', description: 'Does Bash.', schema: { type: 'object' } }]);
    expect(second).toEqual([
      { hash, name: 'Bash' },
      expect.objectContaining({ name: 'Read', description: 'Does Read.' }),
    ]);
    expect(events.at(-1)?.extra?.['shape']).toEqual({
      system: [
        { type: 'text', characters: 9 },
        { type: 'text', characters: 1, cache_control: 1 },
      ],
    });
  });

  it('that are no tools are kept, and a state of any length stays small', () => {
    const odd = read([shape('h', 'p', { nothing: 1 }, 7 as unknown as object)]);
    expect(odd.events.find(({ tools }) => tools)?.tools).toMatchObject([
      { name: '', extra: { tool: { nothing: 1 } } },
      { name: '', extra: { tool: 7 } },
    ]);
    const many = Array.from({ length: 900 }, (_, i) => shape(`h${i}`, `prompt ${i}`, tool(`t${i}`)));
    expect(read(many).stateBytes).toBeLessThan(32 * 1024);
  });
});
