/** Audits of what a hub says: they find one changed byte, a dropped event, a rewritten log. */
import type { Transcript } from '@hansard/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestHub } from '../testing/running-hub.ts';
import { messages, redacted, uuidOf } from '../testing/samples.ts';
import { audit } from './audit.ts';
import { HubClient, type ReceiptProof } from './hub-client.ts';

let hub: TestHub;
let client: HubClient;
let document: Transcript;
let proof: ReceiptProof;
let publicKey: string;
beforeAll(async () => {
  hub = await TestHub.open();
  const key = await hub.key('submitter');
  client = new HubClient({ url: hub.running.url, key });
  for (const name of ['a', 'b', 'c']) await hub.send(key, redacted(name, messages(name, 'two', 'three')));
  document = (await client.transcript(uuidOf('b'))) as unknown as Transcript;
  proof = await client.receipt(uuidOf('b'));
  ({ publicKey } = await client.me());
});
afterAll(() => hub.close());

const bad = (
  transcript: Transcript,
  given: ReceiptProof = proof,
  key = publicKey,
  seen: Parameters<typeof audit>[3] = undefined,
) => audit(transcript, given, key, seen).flatMap(({ check, ok }) => (ok ? [] : [check]));

it('finds nothing wrong with what is as it was', () => {
  expect(bad(document)).toEqual([]);
});

it('finds one changed byte, a dropped event and another head', () => {
  const { events } = document;
  const changed = events.map((event, i) => (i === 1 ? { ...event, text: 'twO' } : event));
  expect(bad({ ...document, events: changed })).toContain('root');
  expect(bad({ ...document, events: events.slice(1) })).toContain('root');
  expect(bad({ ...document, session: { ...document.session, title: 'other' } })).toContain('root');
});

it('finds a receipt that was changed, or that another has signed', async () => {
  const { receipt } = proof;
  expect(bad(document, { ...proof, receipt: { ...receipt, at: '2020-01-01T00:00:00.000Z' } })).toEqual(
    expect.arrayContaining(['signature', 'log']),
  );
  const other = await TestHub.open();
  try {
    const theirs = new HubClient({ url: other.running.url, key: await other.key('submitter') });
    expect(bad(document, proof, (await theirs.me()).publicKey)).toEqual(['signature', 'checkpoint']);
  } finally {
    await other.close();
  }
});

it('finds a log that was rewritten, and one that leaves the receipt out', async () => {
  const { size, root } = proof.checkpoint;
  const going = await client.consistency(2);
  expect(size).toBe(3);
  const flipped = `${root.startsWith('0') ? '1' : '0'}${root.slice(1)}`;
  expect(bad(document, proof, publicKey, { size: 2, root: flipped, proof: going.proof })).toEqual(['history']);
  expect(bad(document, { ...proof, checkpoint: { ...proof.checkpoint, root: flipped } })).toEqual([
    'checkpoint',
    'log',
  ]);
  expect(bad(document, { ...proof, proof: [...proof.proof].reverse() })).toEqual(['log']);
});
