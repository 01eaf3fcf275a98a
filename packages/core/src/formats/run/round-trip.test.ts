/** Writing, reading and writing again gives the same files, whatever the session, and one transcript for each of them. */

import { expect, it } from 'vitest';
import { transcriptOf } from '../../testing/events.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { generatedTranscript } from '../../testing/generated-transcripts.ts';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import { fc } from '../../testing/property.ts';
import type { Transcript } from '../../transcript.ts';
import { collectTranscripts, type FolderFile, sourceOf } from '../contract.ts';
import { readRuns } from './read.ts';
import { writeRun } from './write.ts';

const context = { digest: sha256 };
/** `meta.json` and `events.jsonl`. */
const RUN_FILES = 2;

async function write(...transcripts: Transcript[]): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const transcript of transcripts) {
    for await (const { path, pieces } of writeRun(sourceOf(transcript), context)) {
      expect(files).not.toHaveProperty([path]);
      files[path] = '';
      for await (const piece of pieces()) files[path] += String(piece);
    }
  }
  return files;
}

const read = (files: Record<string, string>) =>
  collectTranscripts(
    readRuns(
      Object.entries(files).map(([path, text]): FolderFile => ({ path, pieces: () => [text] })),
      context,
    ),
  );

async function comesBack(transcript: Transcript): Promise<void> {
  const files = await write(transcript);
  const { transcripts, problems } = await read(files);
  expect(problems).toEqual([]);
  expect(transcripts).toHaveLength((Object.keys(files).length - RUN_FILES) / 2);
  expect(await write(...transcripts)).toEqual(files);
}

it('every golden transcript comes back, one for each transcript file and no file twice', async () => {
  for (const { transcript } of goldenTranscripts()) await comesBack(transcript);
});

it('so does every session that nobody had', async () => {
  await fc.assert(fc.asyncProperty(generatedTranscript, comesBack), { numRuns: 100 });
});

it('what a tool read is the content of its line, and other lines keep the field that they had', async () => {
  const call = (name: string, kind: string, callId: string) => [
    { type: 'tool_call', role: 'assistant' as const, tool: { name, kind, callId, input: {}, status: 'ok' } },
    { type: 'tool_result', role: 'tool' as const, tool: { name, kind, callId, output: name, status: 'ok' } },
  ];
  const files = await write(transcriptOf([...call('Read', 'read', 'c1'), ...call('Bash', 'shell', 'c2')]));
  const [path] = Object.keys(files).filter((one) => one.includes('llm') && one.endsWith('.jsonl'));
  const lines = (files[path ?? ''] ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ content, tool_output }) => [content, tool_output])).toEqual([
    ['Read', undefined],
    [undefined, 'Bash'],
  ]);
  const swapped = (files[path ?? ''] ?? '').replace('"content":"Read"', '"tool_output":"Read"');
  const { transcripts } = await read({ ...files, [path ?? '']: swapped });
  expect((await write(...transcripts))[path ?? '']).toBe(swapped);
});
