/** The published example: what is written for the example transcript, valid by the published schema. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import example from '../../../../../examples/transcript.example.json' with { type: 'json' };
import { sha256 } from '../../testing/fixtures.ts';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import type { Transcript } from '../../transcript.ts';
import { type Pieces, sourceOf } from '../contract.ts';
import { contentHashOf } from './content-hash.ts';
import { parseExact } from './exact-json.ts';
import { traceRecord } from './format.ts';
import { traceRecordSchema } from './schema.ts';

const path = fileURLToPath(new URL('../../../../../examples/trace-record.example.jsonl', import.meta.url));
const valid = new Ajv2020({ strict: false, allErrors: true }).compile(traceRecordSchema());

async function write(transcript: Transcript): Promise<string> {
  const texts: string[] = [];
  for await (const piece of traceRecord.write!(sourceOf(transcript), { digest: sha256 }) as Pieces)
    texts.push(String(piece));
  return texts.join('');
}

describe('the example', () => {
  it('is what is written for the example transcript', async () => {
    await expect(await write(example as unknown as Transcript)).toMatchFileSnapshot(path);
  });

  it('is valid, and its hash is right', () => {
    const text = readFileSync(path, 'utf8');
    expect(valid(JSON.parse(text)), JSON.stringify(valid.errors)).toBe(true);
    expect(contentHashOf(parseExact(text))).toBe(JSON.parse(text).content_hash);
  });

  it('is one line with all blocks', () => {
    const record = JSON.parse(readFileSync(path, 'utf8').trimEnd());
    expect(Object.keys(record)).toEqual(Object.keys((traceRecordSchema() as { properties: object }).properties));
  });
});

it('every golden transcript gives a valid record whose steps add up', async () => {
  for (const { transcript } of goldenTranscripts()) {
    const record = JSON.parse(await write(transcript));
    expect(valid(record), JSON.stringify(valid.errors)).toBe(true);
    const usages = record.steps.map((step: { token_usage: Record<string, number> }) => step.token_usage);
    const sum = (name: string) =>
      usages.reduce((all: number, usage: Record<string, number>) => all + (usage[name] ?? 0), 0);
    expect(sum('input_tokens')).toBe(record.metrics.total_input_tokens);
    expect(sum('output_tokens')).toBe(record.metrics.total_output_tokens);
  }
});
