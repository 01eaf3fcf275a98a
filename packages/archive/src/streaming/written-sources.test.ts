/** A file of transcripts piece by piece gives what it gives as a whole, with every problem in it. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectTranscripts, type FileFormat, type FormatProblem, sourceOf } from '@hansard/core/formats/contract.ts';
import { formatOf } from '@hansard/core/formats/index.ts';
import { sha256 } from '@hansard/core/testing/fixtures.ts';
import { goldenTranscripts } from '@hansard/core/testing/golden-transcripts.ts';
import { afterAll, expect, it } from 'vitest';
import { writtenSources } from './written-sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'hansard-written-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const sessions = goldenTranscripts().slice(0, 12);

async function bothWays(format: FileFormat, text: string) {
  const pieces = () => format.read?.([text], { digest: sha256 }) as ReturnType<NonNullable<FileFormat['read']>>;
  const whole = await collectTranscripts(pieces());
  const problems: FormatProblem[] = [];
  const transcripts = [];
  for await (const source of writtenSources(pieces(), folder, problems)) {
    transcripts.push({ ...source.header, events: [...source.events()] });
    problems.push(...source.problems);
  }
  return { whole, streamed: { transcripts, problems } };
}

it.each(['transcript', 'transcript-lines', 'universal', 'entries', 'trace-record'])('%s', async (id) => {
  const format = formatOf(id) as FileFormat;
  let text = '';
  for (const { transcript } of sessions) {
    for await (const piece of format.write?.(sourceOf(transcript), { digest: sha256 }) ?? []) text += String(piece);
  }
  const { whole, streamed } = await bothWays(format, text);
  expect(whole.transcripts.length).toBeGreaterThan(5);
  expect(streamed).toEqual(whole);
  const damaged = await bothWays(format, `${text.slice(0, text.length * 0.6)}\n{"x":\n${text}`);
  expect(damaged.whole.problems.length).toBeGreaterThan(0);
  expect(damaged.streamed).toEqual(damaged.whole);
  const none = await bothWays(format, '{"events": [');
  expect(none.streamed).toEqual(none.whole);
  expect(readdirSync(folder)).toEqual([]);
});
