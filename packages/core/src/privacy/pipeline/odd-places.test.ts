/** Places where nobody looks for a secret: numbers, and fields that hold words and ids of the format, or should. */
import { describe, expect, it } from 'vitest';
import { receiptFaults } from '../../testing/receipt.ts';
import { transcriptOf } from '../../testing/small-transcript.ts';
import { testGate } from '../../testing/test-gate.ts';
import { resolveProfile } from '../profiles/resolve-profile.ts';
import { textOf } from '../receipt/field-text.ts';

const full = { toolOutput: 'full', includeFileContents: true, reasoning: true, images: true } as const;
const gate = testGate(resolveProfile('open', { open: { extends: 'strict', content: full } })!);

describe('a number', () => {
  const CARD = 4_111_111_111_111_111;

  it.each([
    ['in the input of a tool', { type: 'tool_call', tool: { name: 'Pay', input: { card: CARD } } }],
    ['in a list', { extra: { all: [1, [CARD]] } }],
    ['that is called a password', { extra: { password: 8_374_920_183 } }],
    ['in a record that was not understood', { type: 'unparsed', raw: { account: { card: CARD } } }],
  ])('that is personal or secret goes, %s', (_, event) => {
    const redacted = gate.redactTranscript(transcriptOf([event]));
    expect(JSON.stringify(redacted.events)).not.toMatch(/4111111111111111|8374920183/);
    expect(redacted.events[0]!.redactions).toHaveLength(1);
    expect(receiptFaults(redacted)).toEqual([]);
    expect(gate.redactTranscript(redacted).events).toEqual(redacted.events);
  });

  it('is known again by its receipt', () => {
    const before = transcriptOf([{ extra: { card: CARD } }]);
    const record = gate.redactTranscript(before).events[0]!.redactions![0]!;
    expect(textOf(before.events[0], record)).toBe(String(CARD));
  });

  it('that is a time, a size or an id stays a number', () => {
    const extra = {
      at: 1_772_359_200_000,
      seconds: 1_772_359_200,
      size: 73_400_320,
      id: 9_007_199_254_740_991,
      cost: 0.1234567,
    };
    const event = gate.redactTranscript(transcriptOf([{ extra }])).events[0]!;
    expect(event.extra).toEqual(extra);
  });

  it('goes as well where events are read one by one', async () => {
    const { events, ...head } = transcriptOf([{ extra: { card: CARD } }]);
    const stream = await gate.redact({ head: () => head, events: () => events });
    const streamed = [];
    for await (const event of stream.events) streamed.push(event);
    expect(streamed).toEqual(gate.redactTranscript({ ...head, events }).events);
  });
});

describe('a word or an id of the format that is none', () => {
  it.each([
    ['tool.name', { tool: { name: 'mail to bob.q@acme.dev' } }],
    ['tool.server', { tool: { name: 'x', server: 'bob.q@acme.dev' } }],
    ['tool.callId', { tool: { name: 'x', callId: 'bob.q@acme.dev/1' } }],
    ['tool.status', { tool: { name: 'x', status: 'failed with password=q8Zv2LkPw!' } }],
    ['model', { model: 'own model of bob.q@acme.dev' }],
    ['id', { id: 'bob.q@acme.dev:7' }],
    ['turn', { turn: '/home/quentin/x.jsonl#1' }],
    ['native.input', { native: { input: '/home/quentin/.agent/x.jsonl' } }],
    ['timestamp', { timestamp: 'password=q8Zv2LkPw!' }],
  ])('is looked at with all rules: %s', (field, event) => {
    const redacted = gate.redactTranscript(transcriptOf([event as object]));
    expect(JSON.stringify(redacted.events)).not.toMatch(/bob\.q|q8Zv2LkPw|quentin/);
    expect(redacted.events[0]!.redactions?.map((record) => record.field)).toEqual([field]);
    expect(receiptFaults(redacted)).toEqual([]);
  });

  it('still ties together what refers to it', () => {
    const id = 'call of bob.q@acme.dev';
    const { events } = gate.redactTranscript(
      transcriptOf([{ tool: { name: 'x', callId: id } }, { parentId: id, tool: { name: 'x', callId: id } }]),
    );
    expect(events[0]!.tool?.callId).toMatch(/^anon-id-/);
    expect([events[1]!.parentId, events[1]!.tool?.callId]).toEqual(Array(2).fill(events[0]!.tool?.callId));
  });

  it('is left alone where it is one', () => {
    const event = {
      id: 'subagent:a1/4111111111111111',
      model: 'claude-sonnet-4@20250514',
      tool: { name: 'mcp__git__log', callId: 'toolu_01A4111111111111111', status: 'ok' },
    };
    expect(gate.redactTranscript(transcriptOf([event])).events[0]).toMatchObject(event);
  });
});

describe('text that looks like a placeholder', () => {
  it('hides nothing behind its word', () => {
    const told = [{ text: 'password="q8zv2lkpw7r3t9y1"' }, { text: 'was [REDACTED:x q8zv2lkpw7r3t9y1]' }];
    const { events } = gate.redactTranscript(transcriptOf(told));
    expect(JSON.stringify(events)).not.toContain('q8zv2lkpw');
  });
});
