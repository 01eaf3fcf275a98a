/** A text that grows is joined on, and is never anything but what its overlays say. */
import type { EventDraft } from '@hansard/core';
import { expect, it } from 'vitest';
import type { Operation } from '../../ingest/index-sink.ts';
import { GrownText } from './grown-text.ts';

const BASE: EventDraft = { id: 'e', type: 'assistant_message', text: 'Now: ' } as EventDraft;
const words = (word: string, count: number): string =>
  JSON.stringify(Array.from({ length: count }, (): Operation => ({ append: `${word} ` })));

function whole(overlays: readonly string[]): EventDraft {
  return overlays.reduce((event, overlay) => new GrownText().of(1, event, [overlay]), BASE);
}

it('gives the same event, however often it was asked for before', () => {
  const grown = new GrownText();
  const overlays: string[] = [];
  for (const word of ['one', 'two', 'three', 'four']) {
    overlays.push(words(word, 900));
    expect(grown.of(1, BASE, overlays)).toEqual(whole(overlays));
  }
  // The newest of them may grow before there is another.
  overlays.push(words('five', 10));
  const before = grown.of(1, BASE, overlays);
  overlays[4] = words('five', 20);
  const after = grown.of(1, BASE, overlays);
  expect([before.chunks?.length, after.chunks?.length]).toEqual([3610, 3620]);
  expect(after).toEqual(whole(overlays));
});

it('forgets what is no longer there', () => {
  const grown = new GrownText();
  const overlays = ['secret', 'two', 'three'].map((word) => words(word, 900));
  expect(grown.of(1, BASE, overlays).text).toContain('secret');
  const [, ...rest] = overlays;
  const scrubbed = [words('######', 900), ...rest];
  expect(grown.of(1, BASE, scrubbed).text).not.toContain('secret');
  expect(grown.of(1, BASE, rest)).toEqual(whole(rest));
  expect(grown.of(1, { ...BASE, text: 'Then: ' }, rest).text).toMatch(/^Then: two/);
});

it('is not changed by whoever got it', () => {
  const grown = new GrownText();
  const overlays = ['one', 'two'].map((word) => words(word, 900));
  const first = grown.of(1, BASE, overlays);
  first.chunks?.push({ offset: 1 });
  first.text = 'x';
  expect(grown.of(1, BASE, overlays)).toEqual(whole(overlays));
});

it('leaves alone what more than text was said of', () => {
  const overlays = [words('one', 900), JSON.stringify([{ patch: { model: 'm' } }]), words('two', 900)];
  const grown = new GrownText();
  for (let i = 1; i <= overlays.length; i++)
    expect(grown.of(1, BASE, overlays.slice(0, i))).toEqual(whole(overlays.slice(0, i)));
});
