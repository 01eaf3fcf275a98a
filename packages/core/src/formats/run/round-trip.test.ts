/** Writing, reading and writing again gives the same files, whatever the session. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyTranscript } from '../../testing/any-transcript.ts';
import { goldenCases, sha256 } from '../../testing/fixtures.ts';
import type { Transcript } from '../../transcript.ts';
import { collectTranscripts, type FolderFile, sourceOf } from '../contract.ts';
import { readRuns } from './read.ts';
import { writeRun } from './write.ts';

const context = { digest: sha256 };

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
  expect(transcripts).toHaveLength(Object.keys(files).length / 2);
  expect(await write(...transcripts)).toEqual(files);
}

it('every golden transcript comes back the same', async () => {
  for (const { folder } of goldenCases()) {
    for (const transcript of JSON.parse(readFileSync(`${folder}/transcripts.json`, 'utf8')) as Transcript[])
      await comesBack(transcript);
  }
});

it('sessions that nobody had come back the same', async () => {
  await fc.assert(fc.asyncProperty(anyTranscript, comesBack), { numRuns: 200 });
});
