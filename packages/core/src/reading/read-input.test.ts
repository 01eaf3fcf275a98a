import { describe, expect, it } from 'vitest';
import type { DocumentDialect } from '../adapters/contract.ts';
import { sha256 } from '../testing/fixtures.ts';
import { plainLog } from '../testing/plain-log.ts';
import { plainAdapter } from '../testing/reads.ts';
import { readBytes } from './read-input.ts';

const dialect: DocumentDialect = {
  ...(plainLog as unknown as DocumentDialect),
  kind: 'document',
  *records(document) {
    yield { value: document, pointer: '' };
  },
};
const detected = { adapter: plainAdapter, dialect, confidence: 1 };
const bytes = new TextEncoder().encode(JSON.stringify({ id: 'a', text: 'x'.repeat(1000) }));
const input = {
  async *read() {
    yield bytes;
  },
};

describe('a document', () => {
  it('is read whole', async () => {
    const [read] = await readBytes({ digest: sha256 }, detected, input, bytes.length);
    expect(read?.problems).toEqual([]);
    expect(read?.events).toMatchObject([{ id: 'a', type: 'user_message' }]);
  });

  it('that is larger than can be read is told, with its beginning', async () => {
    const [read] = await readBytes({ digest: sha256 }, detected, input, 100);
    expect(read?.problems).toEqual([
      { kind: 'record-too-large', message: 'a document of more than 100 bytes', pointer: '' },
    ]);
    expect(read?.events).toMatchObject([{ type: 'unparsed', raw: expect.stringMatching(/^\{"id":"a","text":"x+/) }]);
    expect(read?.records).toBe(1);
  });
});
