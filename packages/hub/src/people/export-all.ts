/** Everything that a hub has of one submitter, one thing a line: the key, sessions, receipts, numbers, links, and who read. */
import type { HubStore, Key } from '../store/contract.ts';
import { wholeDocument } from './whole-document.ts';

export async function* exportAll(store: HubStore, key: Key): AsyncGenerator<string> {
  const { keyId, role, pseudonym, name, made, revoked } = key;
  yield line('key', { keyId, role, pseudonym, name, made: timeText(made), revoked: timeText(revoked) });
  for (const id of await store.owned(key.no)) {
    const no = await store.numberOf(id);
    const transcript = no === undefined ? undefined : await wholeDocument(store, no);
    // One that is taken back meanwhile is not there.
    if (!transcript) continue;
    yield line('transcript', { transcript });
    yield line('receipt', { receipt: await store.receipt(id, { all: true }) });
  }
  for (const transcriptId of await store.owned(key.no, 'numbers')) {
    yield line('numbers', { transcriptId, sums: await store.numbers.ofSession(transcriptId) });
  }
  for (const { transcriptId, keyId: shareId, made: at, expires } of await store.keys.shares(key.no)) {
    yield line('share', { transcriptId, shareId, made: timeText(at), expires: timeText(expires) });
  }
  for (const read of await store.readsOf(key.no)) yield line('read', { ...read });
}

const line = (kind: string, data: object): string => `${JSON.stringify({ kind, ...data })}\n`;

const timeText = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
