/** Routes of everybody for their own things: key, reads, export, share links, taking everything back. */
import { Readable } from 'node:stream';
import { Refusal } from '@hansard/server/frame';
import type { Hub } from '../hub.ts';
import { Keeper } from '../keys/keeper.ts';
import { exportAll } from '../people/export-all.ts';
import { retractAll } from '../people/retract.ts';
import { endShare, makeShare, sharesOf } from '../people/share-links.ts';
import { wholeDocument } from '../people/whole-document.ts';
import type { Key } from '../store/contract.ts';
import { type Handle, notFor, notThere, timeText } from './handle.ts';

const DAY = 86_400_000;
const LINES = 'application/x-ndjson';

export const peopleHandlers: Readonly<Record<string, Handle>> = {
  'hub-me': (hub, _call, key) => ({
    hub: hub.signer.hubId,
    publicKey: hub.signer.publicKey,
    keyId: key.keyId,
    role: key.role,
    pseudonym: key.pseudonym,
  }),
  'hub-reads': async (hub, _call, key) => ({
    reads: (await hub.store.readsOf(key.no)).map(({ day, ...read }) => ({
      ...read,
      day: new Date(day * DAY).toISOString().slice(0, 10),
    })),
  }),
  'hub-export': (hub, { reply }, key) =>
    reply.header('content-type', LINES).send(Readable.from(transcriptsOf(hub, key))),
  'hub-export-all': (hub, { reply }, key) =>
    reply.header('content-type', LINES).send(Readable.from(exportAll(hub.store, key))),
  'hub-forget-me': (hub, _call, key) => {
    if (key.role === 'guest') throw notFor(key, 'take things back');
    return retractAll(hub, key);
  },
  'hub-redeem': async (hub, { body, reply }) => {
    const { invite } = body as { invite: string };
    const made = await new Keeper(hub.store, 'invite', hub.now()).redeem(invite);
    if (!made) throw new Refusal('unauthorized', 'The invite is not one of this hub, was used, or is over.');
    return reply.code(201).send(made);
  },
  'hub-keys': async (hub, _call, key) => ({
    keys: (key.role === 'admin' ? await hub.store.keys.list() : [key]).map(toldKey),
  }),
  'hub-key-rotate': async (hub, { params }, key) => {
    const { id } = params as { id: string };
    if (key.role === 'guest' || (id !== key.keyId && key.role !== 'admin')) throw notFor(key, 'rotate this key');
    const made = await new Keeper(hub.store, key.keyId, hub.now()).rotate(id);
    if (!made) throw notThere(id);
    return made;
  },
  'hub-key-revoke': async (hub, { params }, key) => {
    const { id } = params as { id: string };
    if (key.role === 'guest' || (id !== key.keyId && key.role !== 'admin')) throw notFor(key, 'revoke this key');
    if (!(await new Keeper(hub.store, key.keyId, hub.now()).revoke(id))) throw notThere(id);
    return { revoked: id };
  },
  'hub-share': async (hub, { params, body, reply }, key) => {
    const { id } = params as { id: string };
    const { days } = body as { days?: number };
    return reply.code(201).send(await makeShare(hub, key, id, days));
  },
  'hub-shares': async (hub, _call, key) => ({ shares: await sharesOf(hub, key) }),
  'hub-share-end': async (hub, { params }, key) => {
    const { id } = params as { id: string };
    await endShare(hub, key, id);
    return { ended: id };
  },
};

/** One after the other: nobody has room for all of them. */
async function* transcriptsOf(hub: Hub, key: Key): AsyncGenerator<string> {
  for (const id of await hub.store.owned(key.no)) {
    const no = await hub.store.numberOf(id);
    const transcript = no === undefined ? undefined : await wholeDocument(hub.store, no);
    if (transcript) yield `${JSON.stringify(transcript)}\n`;
  }
}

const toldKey = ({ keyId, role, pseudonym, name, quota, person, ...key }: Key) => ({
  keyId,
  role,
  pseudonym,
  name,
  made: timeText(key.made),
  expires: timeText(key.expires),
  revoked: timeText(key.revoked),
  lastUsed: timeText(key.lastUsed),
  quota,
  named: person !== null,
});
