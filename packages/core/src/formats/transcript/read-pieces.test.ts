/** Reading from a stream: what is read must not depend on how it is cut, and only one event is held at a time. */

import { describe, expect, it } from 'vitest';
import example from '../../../../../examples/transcript.example.json' with { type: 'json' };
import { fc } from '../../testing/property.ts';
import type { Transcript } from '../../transcript.ts';
import { collectTranscripts, type ReadPiece } from '../contract.ts';
import { readTranscriptPieces } from './read-pieces.ts';
import { DocumentSplitter } from './split-documents.ts';
import { writeTranscript, writeTranscriptLines } from './write.ts';

const document = example as unknown as Transcript;
const text = (pieces: Iterable<string>) => [...pieces].join('');
const forms = {
  document: text(writeTranscript(document)),
  'indented document': text(writeTranscript(document, { indent: 2 })),
  'JSON Lines': text(writeTranscriptLines(document)),
  list: JSON.stringify([document, document], null, 1),
  'two indented documents': text(writeTranscript(document, { indent: 1 })).repeat(2),
  'documents and JSON Lines': text(writeTranscript(document)) + text(writeTranscriptLines(document)).repeat(2),
};
const bytes = new TextEncoder();

describe.each(Object.entries(forms))('%s', (_name, form) => {
  it('reads the same however the bytes are cut', async () => {
    const whole = await collectTranscripts(readTranscriptPieces([form]));
    expect(whole.problems).toEqual([]);
    expect(new Set(whole.transcripts.map((transcript) => JSON.stringify(transcript)))).toEqual(
      new Set([JSON.stringify({ ...document, events: document.events })]),
    );
    const all = bytes.encode(form);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 50 }), fc.nat(4_000), async (small, large) => {
        const cut = [...cutEvery(all.subarray(0, 4_000), small), ...cutEvery(all.subarray(4_000), large + 200)];
        expect(await collectTranscripts(readTranscriptPieces(cut))).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });
});

function* cutEvery(data: Uint8Array, size: number): Iterable<Uint8Array> {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
}

describe('a long document', () => {
  it.each(['document', 'indented document', 'JSON Lines'] as const)('as %s comes event by event', async (name) => {
    let given = 0;
    function* pieces(): Iterable<string> {
      for (let at = 0; at < forms[name].length; at += 100) {
        given = at + 100;
        yield forms[name].slice(at, at + 100);
      }
    }
    const behind: number[] = [];
    for await (const piece of readTranscriptPieces(pieces())) {
      if (piece.kind === 'event') behind.push(given - forms[name].indexOf(JSON.stringify(piece.event.id)));
    }
    const largest = Math.max(...document.events.map((event) => JSON.stringify(event, null, 2).length));
    expect(behind).toHaveLength(document.events.length);
    expect(Math.max(...behind)).toBeLessThan(2 * largest + 400);
  });
});

describe('what is wrong', () => {
  const kinds = async (input: string) => {
    const found: string[] = [];
    for await (const piece of readTranscriptPieces([input])) found.push(short(piece));
    return found;
  };
  const short = (piece: ReadPiece): string => {
    if (piece.kind === 'problem') return `${piece.problem.line}:${piece.problem.column} ${piece.problem.message}`;
    return piece.kind === 'event' ? 'event' : piece.header ? 'transcript' : 'lost';
  };
  const [head = '', first = '', second = ''] = writeTranscriptLines(document);

  it('in one line of JSON Lines touches neither the other lines nor the next document', async () => {
    const cut = `${first.slice(0, 29)}\n`;
    expect(await kinds(head + cut + second + head + first)).toEqual([
      '2:30 not JSON: expected the end of a string, found the end of the line',
      'event',
      'transcript',
      'event',
      'transcript',
    ]);
    const open = '{"id":"e1","seq":\n';
    expect(await kinds(head + open + head + first)).toEqual([
      '2:18 not JSON: expected a value, found the end of the line',
      'transcript',
      'event',
      'transcript',
    ]);
    expect(await kinds(`${head}{"id":"e1","seq":0}\n${first}`)).toEqual([
      '2:1 expected the field timestamp, type',
      '2:18 expected a number from 1',
      'event',
      'transcript',
    ]);
  });

  it('in a role that is no text says so', async () => {
    const event = JSON.stringify({ ...document.events[0], role: 7 });
    const [wrong] = await kinds(`${head}${event}\n`);
    expect(wrong).toMatch(/^2:\d+ expected string$/);
  });

  it('at the end of JSON Lines that were cut off leaves the rest', async () => {
    expect(await kinds(head + first + second.slice(0, 40))).toEqual([
      'event',
      '3:41 not JSON: expected the end of a string, found the end',
      'transcript',
    ]);
  });

  it('in the header of JSON Lines gives its events to no other transcript', async () => {
    const broken = `${head.slice(0, 60)}\n`;
    expect(await kinds(head + first + second + broken + first + second + head + first)).toEqual([
      'event',
      'event',
      '4:61 not JSON: expected the end of a string, found the end of the line',
      'transcript',
      '5:1 expected the header of a transcript before its events',
      'lost',
      'event',
      'transcript',
    ]);
  });

  it('in a word is told with its place', async () => {
    expect(await kinds(`${head}{"id":"a","seq":1,"timestamp":tomorrow}\n`)).toEqual([
      '2:31 not JSON: expected a value',
      'transcript',
    ]);
    expect(await kinds(`{"schemaVersion":"0.2.0",\n"events":[],\n"source":oops}`)).toEqual([
      '3:10 not JSON: expected a value',
      'lost',
    ]);
  });

  it('behind the events of a document has its own place', async () => {
    const { transcriptId: _id, ...rest } = document;
    const input = `${JSON.stringify({ schemaVersion: '0.2.0', events: document.events })
      .slice(0, -1)
      .concat(',\n"source":3,"metrics":', JSON.stringify(rest.metrics), '}')}`;
    const found = (await kinds(input)).filter((piece) => piece !== 'event');
    expect(found[0]).toMatch(/^1:1 expected the field transcriptId, session, submitter, privacy$/);
    expect(found.slice(1)).toEqual(['2:10 expected object', 'lost']);
  });

  it('when a document has two lists of events', async () => {
    const twice = forms.document.replace(/}\n$/, ',"events":[{"id":"x"}]}\n');
    expect((await kinds(twice)).filter((piece) => piece !== 'event')).toContain('lost');
    const valid = forms.document.replace(/}\n$/, `,"events":[${first.trim()}]}\n`);
    expect((await kinds(valid)).at(-2)).toMatch(/expected one list of events, found two$/);
  });

  it('when a value is too long to hold', () => {
    const splitter = new DocumentSplitter(10);
    expect(splitter.feed('{"a":"12345')).toEqual([
      { kind: 'trouble', message: 'expected a value of at most 10 characters', line: 1, column: 12 },
    ]);
    expect([...splitter.feed('6"}\n{}'), ...splitter.finish()]).toEqual([]);
  });

  it('leaves an event with a list called events alone', async () => {
    const event = { ...document.events[0], events: [{ id: 'inner' }] };
    const { transcripts } = await collectTranscripts(readTranscriptPieces([`${head}${JSON.stringify(event)}\n`]));
    expect(transcripts[0]?.events).toEqual([event]);
  });

  it('reads a document whose events come before its version', async () => {
    const { schemaVersion, events, ...rest } = document;
    const { transcripts } = await collectTranscripts(
      readTranscriptPieces([JSON.stringify({ events, schemaVersion, ...rest })]),
    );
    expect(transcripts).toEqual([document]);
  });
});
