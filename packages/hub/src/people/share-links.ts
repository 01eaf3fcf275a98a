/** Share links: whoever has one sees one session until it runs out, and its submitter sees that they did. */
import { Refusal } from '@hansard/server/frame';
import { NotTaken } from '../accept/problems.ts';
import type { Hub } from '../hub.ts';
import { Keeper } from '../keys/keeper.ts';
import type { Key } from '../store/contract.ts';

const DAY = 86_400_000;
const USUAL_DAYS = 7;
/** Where the project says nothing. */
const MOST_DAYS = 30;

export async function makeShare(hub: Hub, key: Key, id: string, days = USUAL_DAYS) {
  const { no, policy } = await own(hub, key, id);
  const most = policy.shareDays ?? MOST_DAYS;
  if (most === 0) throw new NotTaken('not-shared', 'The project allows no share links.');
  if (days > most) throw new NotTaken('not-shared', `A share link of this project works for ${most} days at most.`);
  const now = hub.now();
  const expires = now + days * DAY;
  const keeper = new Keeper(hub.store, key.keyId, now);
  const request = { role: 'guest', expires, more: { transcript: no, madeBy: key.no } } as const;
  const { keyId: shareId, key: secret } = await keeper.makeKey(request);
  await keeper.note('share', { transcriptId: id, shareId, expires: new Date(expires).toISOString() });
  // Where the hub is reached is known to who asks: the way there is theirs.
  const link = `/login?token=${secret}&session=${encodeURIComponent(id)}`;
  return { shareId, transcriptId: id, expires: new Date(expires).toISOString(), link };
}

export async function sharesOf(hub: Hub, key: Key) {
  return (await hub.store.keys.shares(key.no)).map(({ keyId, transcriptId, made, expires, revoked, lastUsed }) => ({
    shareId: keyId,
    transcriptId,
    made: timeText(made),
    expires: timeText(expires),
    ended: timeText(revoked),
    lastUsed: timeText(lastUsed),
  }));
}

export async function endShare(hub: Hub, key: Key, shareId: string): Promise<void> {
  const mine = (await hub.store.keys.shares(key.no)).some(({ keyId }) => keyId === shareId);
  const done = mine && (await new Keeper(hub.store, key.keyId, hub.now()).revoke(shareId));
  if (!done) throw new Refusal('not-found', 'There is no such share link of this key that works.');
}

/** A session that this very key has brought. */
async function own(hub: Hub, key: Key, id: string) {
  const isOwn = (await hub.store.owned(key.no)).includes(id);
  const no = isOwn ? await hub.store.numberOf(id) : undefined;
  const row = no === undefined ? undefined : await hub.store.projects.of(no);
  if (no === undefined || !row) throw new Refusal('not-found', 'There is no such transcript of this key.');
  return { no, policy: row.policy };
}

const timeText = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
