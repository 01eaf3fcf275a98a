/** The published example: what is written for the example transcript, valid by the published schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import example from '../../../../../examples/transcript.example.json' with { type: 'json' };
import { sha256 } from '../../testing/fixtures.ts';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import type { Transcript } from '../../transcript.ts';
import { sourceOf } from '../contract.ts';
import { runReceiptSchema, runTranscriptSchema } from './schema.ts';
import { writeRun } from './write.ts';

const folder = fileURLToPath(new URL('../../../../../examples/run', import.meta.url));
const ajv = new Ajv2020({ strict: false, allErrors: true });
const isLine = ajv.compile(runTranscriptSchema());
const isReceipt = ajv.compile(runReceiptSchema());

async function filesOf(transcript: Transcript): Promise<[path: string, text: string][]> {
  const files: [string, string][] = [];
  for await (const { path, pieces } of writeRun(sourceOf(transcript), { digest: sha256 })) {
    let text = '';
    for await (const piece of pieces()) text += String(piece);
    files.push([path, text]);
  }
  return files;
}

function expectValid([path, text]: [string, string]): void {
  if (!/\/(llm|receipts)\//.test(path)) return;
  const inReceipts = path.includes('/receipts/');
  const [values, valid] = inReceipts ? [[text], isReceipt] : [text.split('\n').slice(0, -1), isLine];
  for (const value of values) expect(valid(JSON.parse(value)), JSON.stringify(valid.errors)).toBe(true);
}

describe('the example', async () => {
  const files = await filesOf(example as unknown as Transcript);

  it.each(files)('%s is what is written for the example transcript', async (path, text) => {
    await expect(text).toMatchFileSnapshot(join(folder, path));
  });

  it.each(files)('%s is valid', (path) => expectValid([path, readFileSync(join(folder, path), 'utf8')]));
});

it('every golden transcript gives valid files', async () => {
  for (const { transcript } of goldenTranscripts()) for (const file of await filesOf(transcript)) expectValid(file);
});
