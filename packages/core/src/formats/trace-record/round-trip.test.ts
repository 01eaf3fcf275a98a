/** Writing, reading and writing again gives the same line, whatever the session and whoever wrote the record. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyTranscript } from '../../testing/any-transcript.ts';
import { goldenCases, sha256 } from '../../testing/fixtures.ts';
import type { Transcript } from '../../transcript.ts';
import { collectTranscripts, type Pieces, sourceOf } from '../contract.ts';
import { traceRecord } from './format.ts';

const context = { digest: sha256 };
const textOf = async (pieces: Pieces) => {
  const texts: string[] = [];
  for await (const piece of pieces) texts.push(String(piece));
  return texts.join('');
};
const write = (transcript: Transcript) => textOf(traceRecord.write!(sourceOf(transcript), context));
const read = (text: string) => collectTranscripts(traceRecord.read!([text], context));

describe.each(goldenCases())('$agent: $name', ({ folder }) => {
  const transcripts: Transcript[] = JSON.parse(readFileSync(join(folder, 'transcripts.json'), 'utf8'));

  it('comes back the same', async () => {
    for (const transcript of transcripts) {
      const line = await write(transcript);
      const { transcripts: again, problems } = await read(line);
      expect(problems).toEqual([]);
      expect(again).toHaveLength(1);
      expect(await write(again[0] as Transcript)).toBe(line);
    }
  });
});

it('comes back the same for sessions that nobody had', async () => {
  await fc.assert(
    fc.asyncProperty(anyTranscript, async (transcript) => {
      const line = await write(transcript);
      const { transcripts, problems } = await read(line);
      expect(problems).toEqual([]);
      expect(await write(transcripts[0] as Transcript)).toBe(line);
    }),
    { numRuns: 200 },
  );
});
