/** Instructions and tools of Codex's own logs, as facts by hash. */
import { describe, expect, it } from 'vitest';
import { codex } from '../../adapters/codex/index.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { readLines } from '../../testing/read-lines.ts';

const read = (records: readonly object[]) =>
  readLines(
    codex,
    'rollout',
    records.map((record) => ({ timestamp: '2026-01-01T00:00:00.000Z', ...record })),
  ).events;

const meta = (more: object) => ({ type: 'session_meta', payload: { id: 't1', model_provider: 'openai', ...more } });
const answer = { type: 'response_item', payload: { type: 'message', role: 'assistant', content: [{ text: 'Yes.' }] } };

describe('base instructions', () => {
  it.each([
    ['as a text', 'Be a coder.', undefined],
    [
      'with where they come from',
      { text: 'Be a coder.', provenance: { type: 'model' } },
      { provenance: { type: 'model' } },
    ],
  ])('%s are one system event, and the header keeps the rest', (_how, base_instructions, kept) => {
    const events = read([meta({ base_instructions }), meta({ base_instructions }), answer]);
    const promptHash = `sha256-${sha256('Be a coder.')}`;
    expect(events.filter(({ type }) => type === 'system')).toMatchObject([
      { audience: 'model', text: 'Be a coder.', promptHash },
    ]);
    expect(events[0]?.extra?.['base_instructions']).toEqual(kept);
    expect(events.find(({ type }) => type === 'assistant_message')).toMatchObject({ promptHash, provider: 'openai' });
  });

  it('of the session that was forked are told, and do not hold here', () => {
    const events = read([
      meta({ base_instructions: 'Mine.' }),
      { type: 'session_meta', payload: { id: 't0', base_instructions: 'Theirs.' } },
      answer,
    ]);
    expect(events.filter(({ type }) => type === 'system').map(({ text }) => text)).toEqual(['Mine.', 'Theirs.']);
    const said = events.find(({ type }) => type === 'assistant_message');
    expect(said?.promptHash).toBe(`sha256-${sha256('Mine.')}`);
  });
});

it('tools of groups are defined each by itself', () => {
  const inner = { type: 'function', name: 'wait', description: 'Waits.', parameters: { type: 'object' }, strict: true };
  const tools = [{ type: 'namespace', name: 'clock', description: 'Time.', tools: [inner] }];
  const [, event] = read([meta({}), { type: 'response_item', payload: { type: 'additional_tools', id: 'at', tools } }]);
  expect(event).toMatchObject({
    type: 'meta',
    toolsHash: expect.stringMatching(/^sha256-/),
    tools: [
      {
        name: 'wait',
        description: 'Waits.',
        schema: { type: 'object' },
        extra: { type: 'function', strict: true, namespace: 'clock' },
      },
    ],
    extra: { toolGroups: [{ type: 'namespace', name: 'clock', description: 'Time.' }] },
  });
});
