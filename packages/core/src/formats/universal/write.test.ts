/** What is put together by hand, and read from events in one shape, is what the plain way gives. */
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../testing/fixtures.ts';
import { generatedTranscript } from '../../testing/generated-transcripts.ts';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import { fc } from '../../testing/property.ts';
import type { Transcript } from '../../transcript.ts';
import { sourceOf } from '../contract.ts';
import { UniversalStream } from './stream.ts';
import { writeUniversal } from './write.ts';

async function linesOf(...[source, context]: Parameters<typeof writeUniversal>): Promise<string[]> {
  let text = '';
  for await (const piece of writeUniversal(source, context)) text += piece;
  return text.trimEnd().split('\n');
}

/** The plain way. */
function streamed({ events, ...header }: Transcript, raw: boolean): string[] {
  const stream = new UniversalStream(header, { digest: sha256, whole: raw });
  return [...events.flatMap((event) => stream.push(event)), ...stream.end()].map((event) => JSON.stringify(event));
}

it.each([true, false])('a generated transcript has the lines of JSON.stringify, with raw events: %s', async (raw) => {
  await fc.assert(
    fc.asyncProperty(generatedTranscript, fc.constantFrom('é"\\\n', '\ud83d', '🦘', ''), async (transcript, odd) => {
      const session = { ...transcript.session, nativeId: odd };
      const events = transcript.events.map((event) => ({ ...event, id: event.id + odd }));
      const strange = { ...transcript, transcriptId: odd + transcript.transcriptId, session, events };
      const lines = await linesOf(sourceOf(strange), { digest: sha256, options: { raw } });
      expect(lines.map(inOrder)).toEqual(streamed(strange, raw).map(inOrder));
    }),
    { numRuns: 150 },
  );
});

it('numbers that JSON has no word for are told as JSON tells them', async () => {
  const [golden] = goldenTranscripts();
  const usage = { input: Number.NaN, output: 1, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0 };
  const tool = { name: 'Bash', kind: 'shell', status: 'ok', durationMs: Number.POSITIVE_INFINITY };
  const event = { id: 'e1', seq: 1, timestamp: '2026-01-01T00:00:00.000Z', type: 'tool_call', tool, usage };
  const transcript = { ...(golden?.transcript as Transcript), events: [event] };
  const lines = await linesOf(sourceOf(transcript), { digest: sha256 });
  expect(lines.map(inOrder)).toEqual(streamed(transcript, false).map(inOrder));
});

/** The order of fields in an item that starts is that of the type, not of the object. */
function inOrder(line: string): string {
  return JSON.stringify(JSON.parse(line), (_name, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

describe.each(goldenTranscripts())('$name', ({ transcript }) => {
  const { events, ...header } = transcript;

  it.each([true, false])('has the lines of JSON.stringify, with raw events: %s', async (raw) => {
    const stream = new UniversalStream(header, { digest: sha256, whole: raw });
    const told = [...events.flatMap((event) => stream.push(event)), ...stream.end()];
    const lines = await linesOf(sourceOf(transcript), { digest: sha256, options: { raw } });
    // The order of fields is that of the type, not of the object.
    expect(lines.map((line) => JSON.parse(line))).toEqual(told.map((event) => JSON.parse(JSON.stringify(event))));
    expect(lines.map((line) => line.length)).toEqual(told.map((event) => JSON.stringify(event).length));
  });

  it('tells the same of events whose shape was kept', async () => {
    const kept = await linesOf(sourceOf(transcript), { digest: sha256, options: { raw: true } });
    const plain = kept.map((line) => {
      const { transcript: _transcript, transcript_event: _event, ...event } = JSON.parse(line);
      return JSON.stringify(event);
    });
    expect(await linesOf(sourceOf(transcript), { digest: sha256 })).toEqual(plain);
  });
});
