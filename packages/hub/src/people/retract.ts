/** Taking things back: out of tables, index and bodies at once, out of backups when these run out. */
import { canonicalJson } from '@hansard/core/segments/canonical-json.ts';
import { Refusal } from '@hansard/server/frame';
import { NotTaken } from '../accept/problems.ts';
import type { Hub } from '../hub.ts';
import { Keeper, OPERATOR } from '../keys/keeper.ts';
import type { HubStore, Key } from '../store/contract.ts';

/** For how long an operator may keep backups: docs/hub.md says so. */
export const BACKUP_DAYS = 30;
const DAY = 86_400_000;

export async function retract(hub: Hub, id: string, key: Key) {
  const owner = key.role === 'admin' ? null : key.no;
  const done = await retractOne(hub.store, id, { owner, by: key.keyId }, hub.now());
  if (done === 'held') throw new NotTaken('held', 'The project is under a legal hold.');
  if (!done) throw new Refusal('not-found', 'There is no such transcript of this key.');
  // It is taken back; what is left of it elsewhere goes as soon as that can be reached.
  await hub.store.tend(hub.now()).catch(hub.report);
  return { retracted: id, inBackupsUntil: backupsUntil(hub.now()) };
}

/** Everything of one key, which then no longer works. */
export async function retractAll(hub: Hub, key: Key) {
  return forget(hub.store, key, hub.now(), key.keyId);
}

/** For the operator's command as well. */
export async function forget(store: HubStore, key: Key, now: number, by = OPERATOR) {
  let [retracted, held] = [0, 0];
  const all = [...(await store.owned(key.no)), ...(await store.owned(key.no, 'numbers'))];
  for (const id of all) {
    const done = await retractOne(store, id, { owner: null, by }, now);
    if (done === 'held') held++;
    else if (done) retracted++;
  }
  await new Keeper(store, by, now).revoke(key.keyId);
  await store.keys.clear(key.no);
  await store.tend(now);
  return { keyId: key.keyId, retracted, held, inBackupsUntil: backupsUntil(now) };
}

interface Actor {
  /** The key that must have brought it; null for whoever may take back everything. */
  readonly owner: number | null;
  /** For the log. */
  readonly by: string;
}

export function retractOne(store: HubStore, id: string, { owner, by }: Actor, now: number): Promise<boolean | 'held'> {
  const at = new Date(now).toISOString();
  return store.retract(id, owner, now, (index) => ({
    kind: 'retract',
    data: canonicalJson({ kind: 'retract', by, transcriptId: id, at, log: { index } }),
  }));
}

const backupsUntil = (now: number): string => new Date(now + BACKUP_DAYS * DAY).toISOString().slice(0, 10);
