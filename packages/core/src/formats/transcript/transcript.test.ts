import { describe, expect, it } from 'vitest';
import example from '../../../../../examples/transcript.example.json' with { type: 'json' };
import type { Transcript } from '../../transcript.ts';
import { readTranscripts } from './read.ts';
import { writeTranscript, writeTranscriptLines } from './write.ts';

const document = example as unknown as Transcript;
const join = (pieces: Iterable<string>) => [...pieces].join('');
const empty: Transcript = { ...document, events: [] };

/** A document of a later version: what is new must be accepted, kept and written as it was. */
const later = {
  schemaVersion: '0.9.0',
  transcriptId: 'a-later-document',
  mood: { of: 'the author', level: 3 },
  source: { agent: 'agent-of-tomorrow', agentVersion: null, adapter: 'tomorrow', adapterVersion: '9.0.0', vendor: 'x' },
  session: {
    startedAt: '2030-01-01T00:00:00Z',
    endedAt: null,
    capturedAt: '2030-01-01T00:00:01Z',
    environment: { os: null, container: true },
  },
  submitter: null,
  privacy: {
    profile: 'none',
    redactionApplied: false,
    anonymizationApplied: false,
    rulesApplied: [],
    redactionCount: 0,
  },
  metrics: { eventCount: 2, messageCount: 0, toolCallCount: 1, durationMs: 0, joules: 4.5 },
  events: [
    { id: 'a', seq: 1, timestamp: '2030-01-01T00:00:00Z', type: 'hologram', hologram: { size: [1, 2, 3] } },
    {
      id: 'b',
      seq: 2,
      timestamp: '2030-01-01T00:00:00.5Z',
      type: 'tool_call',
      tool: { name: 'Teleport', status: 'half-done', energy: 1 },
      redactions: [{ field: 'text', ruleId: 'r', type: 'thought', placeholder: '…', depth: 2 }],
    },
  ],
};

describe('writing', () => {
  it.each([undefined, 1, 2, 4])('gives the text of JSON.stringify (indent %s)', (indent) => {
    for (const transcript of [document, empty]) {
      expect(join(writeTranscript(transcript, { indent }))).toBe(`${JSON.stringify(transcript, null, indent)}\n`);
    }
  });

  it('gives one event a line, in pieces', () => {
    const pieces = [...writeTranscriptLines(document)];
    expect(pieces).toHaveLength(document.events.length + 1);
    expect(pieces.every((piece) => piece.indexOf('\n') === piece.length - 1)).toBe(true);
    expect(JSON.parse(pieces[0] ?? '')).not.toHaveProperty('events');
  });
});

describe('reading', () => {
  it.each([
    ['a document', join(writeTranscript(document, { indent: 2 }))],
    ['JSON Lines', join(writeTranscriptLines(document))],
    ['an array', JSON.stringify([document])],
  ])('%s gives the transcript back', async (_form, text) => {
    expect(await readTranscripts(text)).toEqual({ transcripts: [document], problems: [] });
  });

  it('reads several documents in one text', async () => {
    const whole = join(writeTranscript(document));
    const lines = join(writeTranscriptLines(document));
    expect((await readTranscripts(whole + lines + join(writeTranscriptLines(empty)))).transcripts).toEqual([
      document,
      document,
      empty,
    ]);
  });

  it('keeps what later versions add, byte for byte', async () => {
    const text = `${JSON.stringify(later, null, 2)}\n`;
    const { transcripts, problems } = await readTranscripts(text);
    expect(problems).toEqual([]);
    expect(join(writeTranscript(transcripts[0] as Transcript, { indent: 2 }))).toBe(text);
    const lines = join(writeTranscriptLines(transcripts[0] as Transcript));
    expect(join(writeTranscriptLines((await readTranscripts(lines)).transcripts[0] as Transcript))).toBe(lines);
  });
});

describe('problems', () => {
  // biome-ignore lint/suspicious/noExplicitAny: broken on purpose
  const broken = (change: (copy: any) => void): Transcript => {
    const copy = structuredClone(document);
    change(copy);
    return copy;
  };

  it('have pointer, line, column and what was expected', async () => {
    const copy = broken((copy) => {
      copy.events[3].seq = 'four';
      delete copy.source.adapter;
      copy.session.endedAt = 'yesterday';
    });
    const text = JSON.stringify(copy, null, 2);
    const { transcripts, problems } = await readTranscripts(text);
    expect(transcripts).toEqual([]);
    const place = (needle: string) => text.slice(0, text.indexOf(needle)).split('\n').length;
    expect(problems).toEqual([
      { pointer: '/source', message: 'expected the field adapter', line: place('"source": {'), column: 13 },
      {
        pointer: '/session/endedAt',
        message: 'expected an RFC 3339 time or null',
        line: place('"yesterday"'),
        column: 16,
      },
      { pointer: '/events/3/seq', message: 'expected integer', line: place('"four"'), column: 14 },
    ]);
  });

  it('of JSON Lines are told by line', async () => {
    const copy = broken((copy) => delete copy.events[1].timestamp);
    const text = join(writeTranscriptLines(copy)).replace('"brand-new-record","value"', '"brand-new-record";"value"');
    const { problems } = await readTranscripts(text);
    expect(problems.map(({ line, pointer, message }) => [line, pointer, message])).toEqual([
      [3, '', 'expected the field timestamp'],
      [
        document.events.findIndex(({ type }) => type === 'unparsed') + 2,
        '',
        'not JSON: expected , or a closing bracket',
      ],
    ]);
  });

  it.each([
    ['', 'not JSON: expected a value, found the end', 1, 1],
    ['{\n "schemaVersion": "0.1.0",\n oops }', 'not JSON: expected a name', 3, 2],
    ['[]]', 'not JSON: expected the end', 1, 3],
    ['42', 'expected object', 1, 1],
  ])('of %j', async (text, message, line, column) => {
    expect((await readTranscripts(text)).problems[0]).toMatchObject({ message, line, column });
  });
});
