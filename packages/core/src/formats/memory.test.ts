/** A long session is written in pieces: what stays in memory does not grow with its events. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { transcriptOf } from '../testing/events.ts';
import { sha256 } from '../testing/fixtures.ts';
import type { Event } from '../transcript.ts';
import type { Format, Piece, TranscriptSource } from './contract.ts';
import { formats } from './index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Events of a session, made as they are asked for; each is some hundreds of bytes. */
function* longSession(events: number): Iterable<Event> {
  for (let index = 0; index < events; index++) {
    const turn = `turn ${Math.floor(index / 40)}`;
    const base = {
      id: `event-${index}`,
      seq: index + 1,
      sourceSeq: index + 1,
      source: 'primary',
      timestamp: new Date(Date.UTC(2026, 0, 1) + index * 100).toISOString(),
      turn,
    };
    const callId = `call-${Math.floor(index / 4)}`;
    const long = `${index} ${'words '.repeat(40)}`;
    if (index % 40 === 0) yield { ...base, type: 'user_message', role: 'user', text: long };
    else if (index % 4 === 2)
      yield {
        ...base,
        type: 'tool_call',
        role: 'assistant',
        tool: { name: 'Bash', callId, input: { long }, status: 'ok' },
      };
    else if (index % 4 === 3)
      yield {
        ...base,
        type: 'tool_result',
        role: 'tool',
        parentId: `event-${index - 1}`,
        tool: { name: 'Bash', callId, output: long, status: 'ok' },
      };
    else yield { ...base, type: 'assistant_message', role: 'assistant', text: long, model: 'some-model' };
  }
}

const sourceOf = (events: number): TranscriptSource => {
  const { events: _events, ...header } = transcriptOf([]);
  return { header, events: () => longSession(events) };
};

/** All that a format writes, of one file or of a folder of them. */
async function* piecesOf(format: Format, source: TranscriptSource): AsyncIterable<Piece> {
  if (format.layout === 'file') yield* format.write?.(source, { digest: sha256 }) ?? [];
  else for await (const file of format.writeFolder?.(source, { digest: sha256 }) ?? []) yield* file.pieces();
}

/** Bytes on the heap when a share of the output is written, after garbage is collected. */
async function heapWhileWriting(format: Format, source: TranscriptSource, at: readonly number[]): Promise<number[]> {
  const heap: number[] = [];
  let written = 0;
  for await (const piece of piecesOf(format, source)) {
    written += piece.length;
    if (written < (at[heap.length] ?? Number.POSITIVE_INFINITY)) continue;
    collectGarbage();
    heap.push(process.memoryUsage().heapUsed);
  }
  return heap;
}

async function lengthOf(format: Format, source: TranscriptSource): Promise<number> {
  let length = 0;
  for await (const piece of piecesOf(format, source)) length += piece.length;
  return length;
}

const EVENTS = 12_000;
/** Parquet needs an encoder, and has a test where that is. */
const streaming = formats.filter(({ content }) => content === 'text');

describe.each(streaming)('$id', (format) => {
  it('holds less than a tenth of an event for each that it wrote', async () => {
    const source = sourceOf(EVENTS);
    const length = await lengthOf(format, source);
    const [early = 0, late = 0] = await heapWhileWriting(format, source, [length * 0.3, length * 0.9]);
    const perEvent = (late - early) / (EVENTS * 0.6);
    expect(perEvent).toBeLessThan(35);
  });
});
