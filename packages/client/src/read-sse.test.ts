import { describe, expect, it } from 'vitest';
import { readLines } from './read-lines.ts';
import { readSse, type SseMessage, type SseNotes } from './read-sse.ts';
import { allOf } from './testing/all-of.ts';

const bodyOf = (pieces: readonly Uint8Array[]) => ReadableStream.from(pieces) as ReadableStream<Uint8Array>;
const bytes = (text: string) => new TextEncoder().encode(text);

async function messages(pieces: readonly Uint8Array[], notes?: SseNotes): Promise<SseMessage[]> {
  return allOf(readSse(bodyOf(pieces), notes));
}

describe('server-sent events', () => {
  const text =
    ': hello\r\nid: 7\r\nevent: event\r\ndata: {"a":\r\ndata:"ü€😀"}\r\n\r\ndata: b\n\n\nretry: 40\nid\ndata\r\rid: 8\n\nid: 9\ndata: cut';
  const expected = [
    { event: 'event', data: '{"a":\n"ü€😀"}', id: '7' },
    { event: 'message', data: 'b' },
    { event: 'message', data: '', id: '' },
  ];

  it('are the same however the bytes are cut', async () => {
    const whole = bytes(text);
    const notes: SseNotes = {};
    expect(await messages([whole], notes)).toEqual(expected);
    expect(notes).toEqual({ retry: 40, id: '8' });
    for (let at = 1; at < whole.length; at++) {
      expect(await messages([whole.subarray(0, at), whole.subarray(at)])).toEqual(expected);
    }
    expect(await messages([...whole].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
  });

  it('end the connection when the reader stops', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes('data: x\n\n')),
      cancel: () => {
        cancelled = true;
      },
    });
    for await (const { data } of readSse(body)) {
      expect(data).toBe('x');
      break;
    }
    expect(cancelled).toBe(true);
  });
});

describe('lines of JSON', () => {
  it('are the same however the bytes are cut', async () => {
    const whole = bytes('{"a":"ü"}\n{"b":[1,2]}\n"last"');
    for (let at = 0; at <= whole.length; at++) {
      const body = bodyOf([whole.subarray(0, at), whole.subarray(at)].filter(({ length }) => length > 0));
      expect(await allOf(readLines(body))).toEqual([{ a: 'ü' }, { b: [1, 2] }, 'last']);
    }
  });
});
