import { describe, expect, it } from 'vitest';
import { sha256 } from '../testing/fixtures.ts';
import { plainLog } from '../testing/plain-log.ts';
import { fc } from '../testing/property.ts';
import { Collector } from './collector.ts';
import { LogReader, type SavedLog } from './log-reader.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** Reads the bytes in the given pieces; `stop` ends and resumes the reader between pieces. */
function read(pieces: Uint8Array[], { stop = false, maxBytes = 1 << 27 } = {}) {
  const sink = new Collector(sha256);
  let saved: SavedLog | undefined;
  let reader = new LogReader(plainLog, sink, {}, saved, maxBytes);
  for (const piece of pieces) {
    reader.push(piece);
    if (!stop) continue;
    saved = JSON.parse(JSON.stringify(reader.finish())) as SavedLog;
    reader = new LogReader(plainLog, sink, {}, saved, maxBytes);
    // The bytes that were not consumed come again, as they do from a file.
    const rest = concat(pieces.slice(0, pieces.indexOf(piece) + 1)).subarray(saved.offset);
    if (rest.length > 0) reader.push(rest);
  }
  saved = reader.finish({ final: true });
  return { events: sink.events, problems: sink.problems, saved };
}

function concat(parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

const texts = (result: ReturnType<typeof read>) => result.events.map((event) => event.text ?? event.raw);
const kinds = (result: ReturnType<typeof read>) => result.problems.map((problem) => problem.kind);

describe('a log', () => {
  it('gives one record a line, with byte ranges', () => {
    const result = read([encode('{"text":"ä"}\n\n{"text":"b"}\r\n')]);
    expect(texts(result)).toEqual(['ä', 'b']);
    expect(result.events.map((event) => [event.native?.start, event.native?.end])).toEqual([
      [0, 13],
      [15, 28],
    ]);
    expect(result.problems).toEqual([]);
  });

  it('splits on the newline only: U+2028, U+2029, CR and NEL stay inside the text', () => {
    const text = 'a\u2028b\u2029c\u0085d';
    expect(texts(read([encode(`{"text":"${text}"}\n`)]))).toEqual([text]);
  });

  it('reads a last record without a newline', () => {
    const result = read([encode('{"text":"a"}\n{"text":"b"}')]);
    expect(texts(result)).toEqual(['a', 'b']);
    expect(result.problems).toEqual([]);
  });

  it('keeps a truncated last record as unparsed, with its place, and does not call it read', () => {
    const result = read([encode('{"text":"a"}\n{"text":"b')]);
    expect(texts(result)).toEqual(['a', '{"text":"b']);
    expect(result.problems).toMatchObject([{ kind: 'truncated', line: 2, start: 13, end: 23 }]);
    expect(result.saved.offset).toBe(13);
  });

  it('separates records glued together', () => {
    const result = read([encode('{"text":"a"}{"text":"{}}{\\"}"}{"text":"c"}\n{"text":"d"}\n')]);
    expect(texts(result)).toEqual(['a', '{}}{"}', 'c', 'd']);
    expect(result.problems).toMatchObject([
      { kind: 'glued-records', line: 1, start: 12 },
      { kind: 'glued-records', line: 1, start: 30 },
    ]);
  });

  it('saves the record behind the stump of another', () => {
    const result = read([encode('{"text":"cut off in the mid{"text":"whole"}\n{"text":"next"}\n')]);
    expect(texts(result)).toEqual(['{"text":"cut off in the mid', 'whole', 'next']);
    expect(kinds(result)).toEqual(['invalid-json']);
  });

  it('reads past NUL bytes that a crash left', () => {
    const result = read([encode('\0\0\0{"text":"a"}\n{"text":"b\\u0000c"}\n')]);
    expect(texts(result)).toEqual(['a', 'b\0c']);
    expect(result.problems).toMatchObject([{ kind: 'nul-bytes', start: 0, end: 3 }]);
  });

  it('keeps bytes that are not UTF-8', () => {
    const result = read([
      concat([encode('{"text":"a'), Uint8Array.of(0xff), encode('"}\n'), Uint8Array.of(0xfe, 0x00, 10)]),
    ]);
    expect(texts(result)).toEqual(['a\ufffd', { base64: '/gA=' }]);
    expect(kinds(result)).toEqual(['invalid-utf8', 'invalid-json']);
  });

  it('does not take a real U+FFFD for damage', () => {
    expect(read([encode('{"text":"\ufffd"}\n')]).problems).toEqual([]);
  });

  it('keeps lone surrogates as they are', () => {
    const result = read([encode('{"text":"\\ud800"}\n')]);
    expect(texts(result)).toEqual(['\ud800']);
    expect(JSON.stringify(result.events[0]?.text)).toBe('"\\ud800"');
  });

  it('reports JSON that is no record', () => {
    const result = read([encode('42\n"text"\n[1]\nnull\n{"text":"a"}\n')]);
    expect(texts(result)).toEqual(['42', '"text"', '[1]', 'null', 'a']);
    expect(kinds(result)).toEqual(['not-an-object', 'not-an-object', 'not-an-object', 'not-an-object']);
  });

  it('skips a byte order mark', () => {
    const result = read([encode('\ufeff{"text":"a"}\n')]);
    expect(texts(result)).toEqual(['a']);
    expect(result.events[0]?.native?.start).toBe(3);
  });

  it('keeps the beginning of a record over the limit, and its neighbours', () => {
    const long = `{"text":"${'x'.repeat(300_000)}"}`;
    const pieces = [encode('{"text":"a"}\n'), encode(long), encode('\n{"text":"b"}\n')];
    const result = read(pieces, { maxBytes: 200_000 });
    expect(texts(result)).toEqual(['a', long.slice(0, 65_536), 'b']);
    expect(result.problems).toMatchObject([{ kind: 'record-too-large', line: 2, start: 13, end: 13 + long.length }]);
  });

  it('turns a record that the dialect leaves alone into an unparsed event', () => {
    const result = read([encode('{"type":"unknown","a":1}\n')]);
    expect(result.events).toMatchObject([{ type: 'unparsed', raw: { type: 'unknown', a: 1 } }]);
    expect(kinds(result)).toEqual(['unknown-record']);
  });

  it('gives records without a time the one before, marked', () => {
    const result = read([encode('{"text":"a","time":"2026-01-02T03:04:05Z"}\n{"text":"b"}\n')]);
    expect(result.events.map(({ timestamp, timestampSource }) => [timestamp, timestampSource])).toEqual([
      ['2026-01-02T03:04:05Z', undefined],
      ['2026-01-02T03:04:05Z', 'previous'],
    ]);
  });

  it('never merges unlike events that share an id', () => {
    const result = read([encode('{"id":"x","text":"a"}\n{"id":"x","text":"b"}\n')]);
    expect(result.events.map(({ id, text }) => [id, text])).toEqual([
      ['x', 'a'],
      ['x~2', 'b'],
    ]);
  });
});

describe('reading on', () => {
  const line = fc.oneof(
    fc
      .record({
        text: fc.string({ unit: 'grapheme', maxLength: 12 }),
        id: fc.option(fc.string({ maxLength: 2 }), { nil: undefined }),
      })
      .map((record) => JSON.stringify(record)),
    fc.constantFrom(
      '',
      ' ',
      '42',
      'garbage',
      '{"text":"cut',
      '\0\0{"text":"nul"}',
      '{"a":1}{"b":2}',
      '{"text":"ü{"text":"ß"}',
    ),
  );
  const log = fc
    .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('', '\n'))
    .map(([lines, end]) => encode(lines.join('\n') + end));

  it('from any byte gives what reading the whole gives', () => {
    fc.assert(
      fc.property(log, fc.array(fc.nat(), { maxLength: 4 }), (bytes, cuts) => {
        const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
        const pieces = at.slice(1).map((end, i) => bytes.slice(at[i], end));
        const whole = read([bytes]);
        expect(read(pieces)).toEqual(whole);
        const resumed = read(pieces, { stop: true });
        expect(resumed.events).toEqual(whole.events);
        expect(resumed.problems).toEqual(whole.problems);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('server-sent events', () => {
  it('are read behind their prefix, with or without an end of line', () => {
    for (const end of ['', '\n', '\n\n']) {
      const sink = new Collector(sha256);
      const reader = new LogReader({ ...plainLog, prefix: 'data: ' }, sink, {});
      reader.push(encode(`data: {"text":"a"}\n\ndata: {"text":"b"}${end}`));
      reader.finish({ final: true });
      expect(sink.events.map(({ text }) => text)).toEqual(['a', 'b']);
      expect(sink.problems).toEqual([]);
    }
  });
});
