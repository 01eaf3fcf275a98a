/** The smaller parts of the stream: deltas, standard error, what is checked, and what is read back. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import example from '../../../../../examples/transcript.example.json' with { type: 'json' };
import { transcriptOf } from '../../testing/events.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import { fc } from '../../testing/property.ts';
import type { Transcript } from '../../transcript.ts';
import { collectTranscripts, sourceOf } from '../contract.ts';
import { deltasOf } from './deltas.ts';
import type { UniversalEvent } from './event.ts';
import { universal } from './format.ts';
import { StreamInvariants } from './invariants.ts';
import { universalSchema } from './schema.ts';
import { stderrOf } from './stderr.ts';

const context = { digest: sha256 };
async function write(transcript: Transcript, options = {}): Promise<string> {
  let text = '';
  for await (const piece of universal.write?.(sourceOf(transcript), { ...context, options }) ?? [])
    text += String(piece);
  return text;
}
const read = (text: string) => collectTranscripts(universal.read?.([text], context) as never);

describe('deltas', () => {
  it('are the pieces that were recorded', () => {
    const chunks = [{ offset: 0, time: '2026-01-01T00:00:00Z' }, { offset: 3 }, { offset: 3 }];
    expect(deltasOf('abcdef', chunks, 6).map(({ text, native }) => [text, native])).toEqual([
      ['abc', true],
      ['', true],
      ['def', true],
    ]);
  });

  it('add up to the text whatever the offsets', () => {
    const offsets = fc.array(fc.record({ offset: fc.nat(20) }), { maxLength: 5 });
    fc.assert(
      fc.property(fc.string(), fc.string(), offsets, (own, more, chunks) => {
        const whole = own + more;
        expect(
          deltasOf(whole, chunks, own.length)
            .map(({ text }) => text)
            .join(''),
        ).toBe(whole);
      }),
    );
  });

  it('of a recorded stream come back', async () => {
    const streamed = goldenTranscripts().filter(({ transcript }) => transcript.events.some(({ chunks }) => chunks));
    expect(streamed.length).toBeGreaterThan(5);
    for (const { name, transcript } of streamed) {
      const { transcripts } = await read(await write(transcript));
      const pieces = ({ events }: Transcript) =>
        events.flatMap(({ text = '', chunks }) =>
          chunks ? [chunks.map(({ offset }, index) => text.slice(offset, chunks[index + 1]?.offset))] : [],
        );
      expect([name, pieces(transcripts[0] as Transcript)]).toEqual([name, pieces(transcript)]);
    }
  });
});

describe('standard error', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, line) => `line ${line + 1}`).join('\n');

  it('is whole up to 70 lines', () => {
    expect(stderrOf(`${lines(70)}\n`)).toEqual({ head: lines(70), truncated: false, total_lines: 70 });
  });

  it('is the first 20 and the last 50 lines beyond', () => {
    const output = stderrOf(lines(71));
    expect(output).toMatchObject({ truncated: true, total_lines: 71 });
    expect(output.head?.split('\n')).toHaveLength(20);
    expect(output.tail?.split('\n')).toHaveLength(50);
    expect(output.tail?.startsWith('line 22\n')).toBe(true);
  });

  it('has lines of at most 500 bytes, never cut inside a character', () => {
    const output = stderrOf(`${'é'.repeat(300)}\n😀${'x'.repeat(498)}`);
    expect(output).toMatchObject({ truncated: true, head: `${'é'.repeat(250)}\n😀${'x'.repeat(496)}` });
  });
});

describe('the checks of a stream', () => {
  const events = async (): Promise<UniversalEvent[]> =>
    (
      await write(
        transcriptOf([
          { type: 'user_message', role: 'user', text: 'hi' },
          { type: 'assistant_message', role: 'assistant', text: 'hello' },
          { type: 'tool_call', role: 'assistant', tool: { name: 'Bash', callId: 'c', input: {}, status: 'error' } },
          { type: 'permission', permission: { id: 'p', action: 'a', status: 'accept' } },
        ]),
      )
    )
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const violations = (list: UniversalEvent[]) => {
    const invariants = new StreamInvariants();
    for (const event of list) invariants.push(event);
    return invariants.finish('closed').join('; ');
  };
  // biome-ignore lint/suspicious/noExplicitAny: broken on purpose
  type Broken = any;

  it.each<[string, (list: Broken[]) => unknown, RegExp]>([
    ['a gap', (list) => list.splice(3, 1), /follows/],
    ['an id twice', (list) => (list[3].event_id = list[2].event_id), /id .* of another event/],
    ['another session', (list) => (list[3].session_id = 'x'), /another session/],
    ['no start', (list) => (list[0].type = 'item.delta'), /start that is not the first/],
    ['no end', (list) => list.pop(), /session is not ended/],
    ['something after the end', (list) => list.push({ ...list[2], sequence: list.length + 1 }), /after the end/],
    ['synthetic, but of the agent', (list) => (list[0].source = 'agent'), /not both/],
    ['a turn in a turn', (list) => (list[4].type = 'turn.started'), /begins inside turn/],
    ['a turn that is not open', (list) => (list[1].data.turn_id = 'x'), /which is not open/],
    ['an item twice', (list) => (list[4].data.item.item_id = 'e1'), /starts e1 again/],
    ['an item that was not started', (list) => (list[3].data.item.item_id = 'x'), /completes x, which is not open/],
    ['an item left open', (list) => (list[3].type = 'error'), /with e1 open/],
    ['an item that changes its kind', (list) => (list[3].data.item.kind = 'system'), /was message and is system/],
    ['an item completed in progress', (list) => (list[3].data.item.status = 'in_progress'), /in progress/],
    ['a missing parent', (list) => (list[3].data.item.parent_id = 'x'), /parent x, which does not exist/],
    ['deltas that do not add up', (list) => (list[5].data.delta = 'hell'), /do not add up/],
    ['arguments that are no JSON', (list) => (list[8].data.item.content[0].arguments = '{'), /not JSON/],
    ['a failed tool told as completed', (list) => (list[8].data.item.status = 'completed'), /failed tool/],
    ['a request resolved twice', (list) => (list[9].type = 'permission.resolved'), /which nobody asked for/],
    ['a request left open', (list) => (list[10].type = 'error'), /requests pending/],
  ])('find %s', async (_name, breaks, violation) => {
    const list = await events();
    expect(violations(list)).toBe('');
    breaks(list);
    expect(violations(list)).toMatch(violation);
  });
});

describe('a stream of somebody else', () => {
  const envelope = (sequence: number, type: string, data: unknown, more = {}) => ({
    event_id: `evt_${sequence}`,
    sequence,
    time: `2026-02-01T10:00:0${sequence}.123456789Z`,
    session_id: 'my-session',
    native_session_id: null,
    source: 'agent',
    synthetic: false,
    type,
    data,
    raw: null,
    ...more,
  });
  const item = (item_id: string, kind: string, role: string, status: string, content: unknown[], more = {}) => ({
    item: { item_id, native_item_id: null, parent_id: null, kind, role, status, content, ...more },
  });
  const daemon = { source: 'daemon', synthetic: true };
  const lines = (...events: unknown[]) => events.map((event) => JSON.stringify(event)).join('\n');

  it('becomes a transcript in the order in which things began', async () => {
    const call = { type: 'tool_call', name: 'read_file', arguments: '{"path":"a"}', call_id: 'c1' };
    const { transcripts, problems } = await read(
      lines(
        envelope(1, 'session.started', { metadata: { agent: 'mock', model: 'm1' } }, daemon),
        envelope(2, 'item.started', item('itm_1', 'message', 'assistant', 'in_progress', [])),
        envelope(3, 'item.started', item('itm_2', 'tool_call', 'assistant', 'in_progress', [call])),
        envelope(4, 'item.delta', { item_id: 'itm_1', native_item_id: null, delta: 'Hel' }),
        envelope(5, 'item.completed', item('itm_2', 'tool_call', 'assistant', 'completed', [call])),
        envelope(6, 'item.delta', { item_id: 'itm_1', native_item_id: null, delta: 'lo' }),
        envelope(
          7,
          'item.completed',
          item('itm_1', 'message', 'assistant', 'completed', [{ type: 'text', text: 'Hello' }]),
        ),
        envelope(
          8,
          'item.completed',
          item('itm_3', 'tool_result', 'tool', 'failed', [{ type: 'tool_result', call_id: 'c1', output: 'no' }]),
        ),
        envelope(
          9,
          'session.ended',
          { reason: 'error', terminated_by: 'daemon', exit_code: 1, message: 'died' },
          daemon,
        ),
      ),
    );
    expect(problems).toEqual([]);
    const [transcript] = transcripts;
    expect(transcript).toMatchObject({
      transcriptId: 'my-session',
      source: { agent: 'mock', adapter: 'universal' },
      session: { state: 'failed', models: ['m1'] },
      metrics: { eventCount: 4, messageCount: 1, toolCallCount: 1 },
    });
    expect(transcript?.events).toMatchObject([
      { type: 'assistant_message', text: 'Hello', chunks: [{ offset: 0 }, { offset: 3 }], seq: 1 },
      { type: 'tool_call', tool: { name: 'read_file', input: { path: 'a' }, callId: 'c1' } },
      { type: 'tool_result', tool: { name: 'read_file', output: 'no', status: 'error' } },
      { type: 'session', phase: 'ended', error: { message: 'died' }, session: { exit_code: 1 } },
    ]);
  });

  it('keeps what an item got as far as it came', async () => {
    const { transcripts } = await read(
      lines(
        envelope(1, 'session.started', {}),
        envelope(2, 'item.started', item('itm_1', 'message', 'assistant', 'in_progress', [])),
        envelope(3, 'item.delta', { item_id: 'itm_1', delta: 'Hel' }),
      ),
    );
    expect(transcripts[0]?.events.at(-1)).toMatchObject({ type: 'assistant_message', text: 'Hel' });
    expect(transcripts[0]?.session.state).toBe('open');
  });

  it('takes no tokens and no cost that cannot be', async () => {
    const usage = { input: -1, output: 1, cache_read: 0, cache_write_5m: 0, cache_write_1h: 0, reasoning: 0 };
    const ended = { phase: 'ended', turn_id: 't', metadata: { usage, cost_micro_usd: -3 } };
    const { transcripts } = await read(
      lines(envelope(1, 'turn.started', { phase: 'started', turn_id: 't' }), envelope(2, 'turn.ended', ended)),
    );
    const [turn] = transcripts[0]?.events.filter(({ phase }) => phase === 'ended') ?? [];
    expect([turn?.usage, turn?.costMicroUsd]).toEqual([undefined, undefined]);
  });

  it('keeps a decision that comes later and is synthetic', async () => {
    const request = { permission_id: 'p', action: 'ls', metadata: { toolName: 'Bash' } };
    const { transcripts } = await read(
      lines(
        envelope(1, 'session.started', {}),
        envelope(2, 'permission.requested', { ...request, status: 'requested' }),
        envelope(3, 'error', { message: 'slow', code: null, details: { a: 1 } }),
        envelope(4, 'permission.resolved', { ...request, status: 'accept' }, daemon),
      ),
    );
    expect(transcripts[0]?.events.slice(1)).toMatchObject([
      { permission: { status: 'requested', details: { toolName: 'Bash' } } },
      { type: 'error', error: { message: 'slow', details: { a: 1 } } },
      { permission: { id: 'p', status: 'accept' } },
    ]);
  });

  it.each([{}, { details: { command: 'ls' } }])('gives back the rule that decided, beside %j', async (more) => {
    const permission = { id: 'p', action: 'ls', status: 'accept', by: 'local', ...more };
    const extra = { answer: { rule: { id: 'r1', kind: 'shell', command: 'ls' } } };
    const { transcripts } = await read(await write(transcriptOf([{ type: 'permission', permission, extra }])));
    const [event] = transcripts[0]?.events.filter(({ type }) => type === 'permission') ?? [];
    expect([event?.permission, event?.extra]).toEqual([permission, extra]);
  });

  it('tells where a line is wrong, and reads the others', async () => {
    const { transcripts, problems } = await read(
      [
        JSON.stringify(envelope(1, 'session.started', {})),
        '{"event_id":',
        JSON.stringify(envelope(2, 'item.completed', item('a', 'gossip', 'user', 'completed', []))),
        JSON.stringify(envelope(3, 'session.renamed', {})),
        JSON.stringify({ ...envelope(4, 'error', { message: 'x' }), sequence: 'four' }),
        JSON.stringify(envelope(5, 'error', { message: 'y' })),
      ].join('\n'),
    );
    expect(problems.map(({ line, pointer, message }) => [line, pointer, message.slice(0, 40)])).toEqual([
      [2, '', 'not JSON: expected a value, found the en'],
      [3, '/data/item/kind', expect.stringMatching(/^expected "message" or /)],
      [4, '/type', expect.stringMatching(/^expected session.started, /)],
      [5, '/sequence', 'expected integer'],
    ]);
    expect(problems[3]?.column).toBe(32);
    expect(transcripts[0]?.events.map(({ type }) => type)).toEqual(['session', 'error']);
  });
});

describe('the example', () => {
  const path = fileURLToPath(new URL('../../../../../examples/universal.example.jsonl', import.meta.url));
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  ajvFormats.default(ajv);

  it('is what is written for the example transcript', async () => {
    await expect(await write(example as unknown as Transcript)).toMatchFileSnapshot(path);
  });

  it('is valid by the published schema', () => {
    const isValid = ajv.compile(universalSchema());
    for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
      expect(isValid(JSON.parse(line)), JSON.stringify(isValid.errors)).toBe(true);
    }
  });
});
