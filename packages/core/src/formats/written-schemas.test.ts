/** Formats that are written alone are what their published schemas say: the examples, and every golden transcript. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../testing/fixtures.ts';
import { goldenTranscripts } from '../testing/golden-transcripts.ts';
import { type FileFormat, sourceOf } from './contract.ts';
import { formatOf } from './index.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
ajvFormats.default(ajv);

describe.each(['openai-messages', 'anthropic-messages', 'session-trace', 'agent-trace'])('%s', (id) => {
  const isValid = ajv.compile(JSON.parse(readFileSync(join(root, 'schema', `${id}.schema.json`), 'utf8')));
  const check = (text: string) => {
    for (const line of text.trimEnd().split('\n')) {
      expect(isValid(JSON.parse(line)), `${JSON.stringify(isValid.errors)} ${line.slice(0, 300)}`).toBe(true);
    }
  };

  it('has a valid example', () => check(readFileSync(join(root, 'examples', `${id}.example.jsonl`), 'utf8')));

  it('is valid for every golden transcript', async () => {
    const format = formatOf(id) as FileFormat;
    for (const { transcript } of goldenTranscripts()) {
      let text = '';
      for await (const piece of format.write?.(sourceOf(transcript), { digest: sha256 }) ?? []) text += String(piece);
      check(text);
    }
  });

  it('finds what is not', () => expect(isValid({ messages: 'none' })).toBe(false));
});
