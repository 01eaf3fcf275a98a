/** What is put together by hand, and read from events in one shape, is what the plain way gives. */
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../testing/fixtures.ts';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import { sourceOf } from '../contract.ts';
import { UniversalStream } from './stream.ts';
import { writeUniversal } from './write.ts';

async function linesOf(...[source, context]: Parameters<typeof writeUniversal>): Promise<string[]> {
  let text = '';
  for await (const piece of writeUniversal(source, context)) text += piece;
  return text.trimEnd().split('\n');
}

describe.each(goldenTranscripts())('$name', ({ transcript }) => {
  const { events, ...header } = transcript;

  it.each([true, false])('has the lines of JSON.stringify, with raw events: %s', async (raw) => {
    const stream = new UniversalStream(header, { digest: sha256, raw });
    const told = [...events.flatMap((event) => stream.push(event)), ...stream.end()];
    const lines = await linesOf(sourceOf(transcript), { digest: sha256, options: { raw } });
    // The order of fields is that of the type, not of the object.
    expect(lines.map((line) => JSON.parse(line))).toEqual(told.map((event) => JSON.parse(JSON.stringify(event))));
    expect(lines.map((line) => line.length)).toEqual(told.map((event) => JSON.stringify(event).length));
  });

  it('tells the same of events whose shape was kept', async () => {
    const kept = await linesOf(sourceOf(transcript), { digest: sha256, options: { raw: true } });
    const plain = kept.map((line) => {
      const { raw: _raw, ...event } = JSON.parse(line);
      return JSON.stringify(event);
    });
    expect(await linesOf(sourceOf(transcript), { digest: sha256 })).toEqual(plain);
  });
});
