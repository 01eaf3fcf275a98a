/** A thread is a document, which the contract suite does not damage: this does. */
import { describe, expect, it } from 'vitest';
import { Collector } from '../../reading/collector.ts';
import { readDocument } from '../../reading/part-reader.ts';
import { mistype, randomFrom } from '../../testing/damage.ts';
import { goldenCases, inputFiles, sha256 } from '../../testing/fixtures.ts';
import { amp } from './index.ts';
import { thread } from './thread.ts';

const documents = goldenCases()
  .filter(({ agent }) => agent === amp.id)
  .flatMap((golden) => Object.entries(inputFiles(golden)))
  .filter(([path]) => path.endsWith('.json'))
  .map(([, bytes]) => JSON.parse(new TextDecoder().decode(bytes)));

function read(text: string): Collector {
  const collector = new Collector(sha256);
  readDocument(thread, text, collector, {});
  return collector;
}

describe('amp: a damaged thread', () => {
  it.each(documents.map((document) => [document.id, document]))(
    '%s survives fields of the wrong type',
    (_id, document) => {
      const random = randomFrom(documents.length * 31);
      for (let round = 0; round < 400; round++) {
        expect(read(JSON.stringify(mistype(document, random))).events.length).toBeGreaterThan(0);
      }
    },
  );

  it.each(['', '[]', 'null', '1', '"x"', '{', '{"messages":{}}'])('%s is kept', (text) => {
    expect(read(text).events.length).toBeGreaterThan(0);
  });
});
