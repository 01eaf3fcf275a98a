/** Documents of every earlier version, stored as they were written: they stay valid, are read whole, and keep their version. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../testing/fixtures.ts';
import { testGate } from '../../testing/test-gate.ts';
import { SCHEMA_VERSION, type Transcript } from '../../transcript.ts';
import { collectTranscripts, sourceOf } from '../contract.ts';
import { formats } from '../index.ts';
import { readTranscripts } from './read.ts';
import { transcriptCheck } from './validate.ts';
import { writeTranscript, writeTranscriptLines } from './write.ts';

const folder = new URL('./fixtures/', import.meta.url);
const stored = readdirSync(folder)
  .filter((name) => name.startsWith('version-'))
  .map(
    (name) => [name.slice('version-'.length, -'.json'.length), readFileSync(new URL(name, folder), 'utf8')] as const,
  );
const join = (pieces: Iterable<string>) => [...pieces].join('');

it('a document of every version before this one is stored', () => {
  const minor = Number(SCHEMA_VERSION.split('.')[1]);
  const before = Array.from({ length: minor - 1 }, (_, i) => `0.${i + 1}.0`);
  expect(stored.map(([version]) => version)).toEqual(before);
});

describe.each(stored)('a document of version %s', (version, text) => {
  const document = JSON.parse(text) as Transcript;

  it('says its version and is valid', async () => {
    expect(document.schemaVersion).toBe(version);
    expect((await transcriptCheck())(document)).toEqual([]);
  });

  it('is read whole, and written as it was', async () => {
    for (const form of [text, join(writeTranscriptLines(document))]) {
      const { transcripts, problems } = await readTranscripts(form);
      expect(problems).toEqual([]);
      expect(transcripts).toEqual([document]);
      expect(JSON.parse(join(writeTranscript(transcripts[0]!)))).toEqual(document);
    }
  });

  it('goes through the gate', async () => {
    const redacted = testGate('strict').redactTranscript(document);
    expect(redacted.events).toHaveLength(document.events.length);
    expect((await transcriptCheck())(redacted)).toEqual([]);
  });

  it.each(formats.filter(({ layout }) => layout === 'file').map((format) => [format.id, format] as const))(
    'is written as %s, and read where that can be',
    async (_id, format) => {
      if (format.layout !== 'file' || !format.write || format.id === 'parquet') return;
      const written: string[] = [];
      for await (const piece of format.write(sourceOf(document), { digest: sha256, options: {} })) {
        written.push(typeof piece === 'string' ? piece : new TextDecoder().decode(piece));
      }
      expect(written.join('')).not.toBe('');
      if (!format.read) return;
      const { transcripts, problems } = await collectTranscripts(format.read([written.join('')], { digest: sha256 }));
      expect(problems).toEqual([]);
      expect(transcripts.map(({ transcriptId }) => transcriptId)).toHaveLength(1);
    },
  );
});
