/** The suite that every place where a hub keeps things passes. */
import type { Event } from '@hansard/core';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { type WantedWords, wantedWords } from '@hansard/core/segments/segment-words.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpack } from '../codec.ts';
import { keyOf, makeInvite, makeKey, redeemInvite, rotateKey } from '../keys/make-key.ts';
import type { HubStore, LogLeaf, Sight } from '../store/contract.ts';
import { AT, fakeReceipt, generationOf, messages, redacted, uuidOf } from './samples.ts';

const ALL: Sight = { all: true };
const leaf = (): LogLeaf => ({ kind: 'retract', data: '{}' });
const wanted = (query: string): WantedWords[] =>
  parseQuery(query, { now: 0, timezone: 'UTC' }).text.flatMap((clause) => {
    const words = wantedWords(clause);
    return words ? [words] : [];
  });

export function hubStoreContract(name: string, open: () => Promise<HubStore>): void {
  describe(`a hub on ${name}`, () => {
    let store: HubStore;
    let key: number;
    let other: number;
    let project: number;
    beforeEach(async () => {
      store = await open();
      const make = async () => {
        const { keyId } = await makeKey(store, { role: 'submitter' }, AT);
        return (await store.keys.byId(keyId))?.no as number;
      };
      [key, other] = [await make(), await make()];
      project = (await store.projects.named('default')).no;
    });
    afterEach(() => store.close());

    const sent = (session: string, texts: string[], generation?: number) =>
      generationOf(redacted(session, messages(...texts), { ...(generation && { generation }) }), project);
    const accept = (session: string, texts: string[], generation?: number, by = key) =>
      store.accept(by, sent(session, texts, generation), fakeReceipt);
    const rowsNow = async () => (await store.rows(0)).filter(({ row }) => row !== null);

    it('accepts a session once, and gives the same receipt again', async () => {
      const first = await accept('a', ['one', 'two']);
      expect(first.outcome).toBe('created');
      expect(await accept('a', ['one', 'two'])).toEqual({ ...first, outcome: 'same' });
      expect(await rowsNow()).toHaveLength(1);
      expect(await store.log.size()).toBe(1);
    });

    it('accepts one of eight at the same time, and the others as the same', async () => {
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => accept('a', ['one', 'two'])));
      expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['created', ...Array(7).fill('same')]);
      expect(new Set(outcomes.map((one) => JSON.stringify('receipt' in one && one.receipt))).size).toBe(1);
      expect(await store.log.size()).toBe(1);
    });

    it('knows what the same bytes were accepted as, for who sent them and as long as it is so', async () => {
      const first = await store.accept(key, { ...sent('a', ['one']), sent: 'bytes' }, fakeReceipt);
      expect(await store.receiptOf(key, 'bytes')).toEqual('receipt' in first && first.receipt);
      expect(await store.receiptOf(other, 'bytes')).toBeUndefined();
      expect(await store.receiptOf(key, 'others')).toBeUndefined();
      await accept('a', ['one', 'two'], 2);
      expect(await store.receiptOf(key, 'bytes')).toBeUndefined();
      await store.accept(key, { ...sent('b', ['one']), sent: 'more' }, fakeReceipt);
      await store.retract(uuidOf('b'), key, AT, leaf);
      expect(await store.receiptOf(key, 'more')).toBeUndefined();
    });

    it('tells the numbers of events by their ids', async () => {
      await accept('a', ['one', 'two', 'three']);
      const [row] = await rowsNow();
      const no = row?.no as number;
      expect(await store.places([no, 4711])).toEqual(new Map([[no, { ids: ['e0', 'e1', 'e2'], change: 1 }]]));
    });

    it('gives places in the log without gaps, whoever comes first', async () => {
      await Promise.all(Array.from({ length: 12 }, (_, i) => accept(`s${i}`, [`text ${i}`])));
      const leaves = await store.log.leaves(0, 100);
      expect(leaves.map(({ index }) => index)).toEqual(Array.from({ length: 12 }, (_, i) => i));
      expect(leaves.map(({ data, index }) => data === `{"index":${index}}`)).not.toContain(false);
    });

    it('replaces a generation by a later one alone', async () => {
      await accept('a', ['one', 'two']);
      expect((await accept('a', ['one', 'other'])).outcome).toBe('older-generation');
      expect((await accept('a', ['one', 'two', 'three'], 2)).outcome).toBe('replaced');
      expect((await accept('a', ['one', 'two'], 1)).outcome).toBe('older-generation');
      expect((await rowsNow())[0]?.row?.events).toBe(3);
    });

    it('keeps the numbers of events, and says which have changed', async () => {
      await accept('a', ['one', 'two', 'three']);
      const events: Partial<Event>[] = [
        ...messages('one', 'changed'),
        { id: 'late', type: 'user_message', text: 'late' },
      ];
      await store.accept(key, generationOf(redacted('a', events, { generation: 2 }), project), fakeReceipt);
      const [row] = await rowsNow();
      const session = await store.open(row?.no as number);
      expect(session?.places.ids).toEqual(['e0', 'e1', 'e2', 'late']);
      expect(session?.places.changed.map(([seq]) => seq).sort()).toEqual([2, 3]);
      expect(session?.places.gone.map(([seq]) => seq)).toEqual([3]);
    });

    it('lets nobody else replace or retract a session', async () => {
      await accept('a', ['one']);
      expect((await accept('a', ['one'], 2, other)).outcome).toBe('not-yours');
      expect(await store.retract(uuidOf('a'), other, AT, leaf)).toBe(false);
      expect(await rowsNow()).toHaveLength(1);
    });

    it('takes segments that are staged, each once, and says what is missing', async () => {
      const generation = sent('a', ['one', 'two']);
      const hashes = generation.segments;
      const bare = { ...generation, given: [] };
      expect(await store.missing(key, uuidOf('a'), hashes)).toEqual(hashes);
      expect(await store.accept(key, bare, fakeReceipt)).toEqual({ outcome: 'segments-missing', missing: hashes });
      expect(await rowsNow()).toEqual([]);
      for (const segment of generation.given) {
        expect(await store.stage(key, segment, AT)).toBe(true);
        expect(await store.stage(key, segment, AT)).toBe(true);
      }
      expect(await store.missing(key, uuidOf('a'), hashes)).toEqual([]);
      expect(await store.missing(other, uuidOf('a'), hashes)).toEqual(hashes);
      expect((await store.accept(key, bare, fakeReceipt)).outcome).toBe('created');
      expect(await store.missing(key, uuidOf('a'), hashes)).toEqual([]);
      expect(await store.missing(key, uuidOf('b'), hashes)).toEqual(hashes);
    });

    it('forgets what was staged and never named', async () => {
      const { given, segments } = sent('a', ['one']);
      for (const segment of given) await store.stage(key, segment, AT);
      await store.tend(AT + 6 * 86_400_000);
      expect(await store.missing(key, uuidOf('a'), segments)).toEqual([]);
      await store.tend(AT + 8 * 86_400_000);
      expect(await store.missing(key, uuidOf('a'), segments)).toEqual(segments);
    });

    it('takes no head that does not agree with the events', async () => {
      const generation = sent('a', ['one', 'two']);
      const { metrics, privacy } = generation.head;
      const counted = { ...generation.head, metrics: { ...metrics, eventCount: 3 } };
      const redactions = { ...generation.head, privacy: { ...privacy, redactionCount: 9 } };
      for (const head of [counted, redactions]) {
        expect((await store.accept(key, { ...generation, head }, fakeReceipt)).outcome).toBe('other-count');
      }
      expect(await store.state()).toEqual({ change: 0, removals: 0 });
    });

    it('undoes everything when the receipt cannot be made', async () => {
      const failing = () => {
        throw new Error('no signature');
      };
      await expect(store.accept(key, sent('a', ['one']), failing)).rejects.toThrow('no signature');
      expect([await rowsNow(), await store.log.size()]).toEqual([[], 0]);
      expect((await accept('a', ['one'])).outcome).toBe('created');
    });

    it('finds segments by their words, for those who may see them', async () => {
      await accept('a', ['the pelican reads', 'größe 日本語']);
      await accept('b', ['another pelican'], 1, other);
      const found = async (query: string, sight: Sight = ALL) =>
        (await store.candidates(wanted(query), sight, 10)).found.length;
      expect(await found('pelican')).toBe(2);
      expect(await found('pelican reads')).toBe(1);
      expect(await found('reads OR another')).toBe(2);
      expect(await found('peli*')).toBe(2);
      expect(await found('größe')).toBe(1);
      expect(await found('日本')).toBe(1);
      expect(await found('nothing')).toBe(0);
      expect(await found('pelican', { key, projects: [] })).toBe(1);
      expect(await found('pelican', { key: null, projects: [project] })).toBe(2);
      expect(await found('pelican', { key: null, projects: [] })).toBe(0);
      expect(await store.candidates(wanted('pelican'), ALL, 1)).toMatchObject({ more: true });
    });

    it('takes an event of more words than an index takes at once', async () => {
      const text = Array.from({ length: 220_000 }, (_, i) => `w${i.toString(36)}`).join(' ');
      const event: Partial<Event>[] = [{ id: 'a', type: 'user_message', text }];
      const generation = generationOf(redacted('many', event), project);
      expect((await store.accept(key, generation, fakeReceipt)).outcome).toBe('created');
      expect((await store.candidates(wanted('w4pqr'), ALL, 10)).found).toHaveLength(1);
    });

    it('gives bodies back byte for byte', async () => {
      const generation = sent('a', ['one', 'two']);
      await store.accept(key, generation, fakeReceipt);
      const [row] = await rowsNow();
      const session = await store.open(row?.no as number);
      const bodies = await store.bodies((session?.segments ?? []).map(({ no }) => no));
      const texts = [...bodies.values()].map((body) => unpack(body));
      expect(texts).toEqual(generation.given.map(({ body }) => unpack(body)));
    });

    it('leaves nothing of what was retracted, and does not take it again', async () => {
      await accept('a', ['the pelican reads']);
      await accept('b', ['another one']);
      expect(await store.retract(uuidOf('a'), key, AT, leaf)).toBe(true);
      expect(await store.retract(uuidOf('a'), key, AT, leaf)).toBe(false);
      expect(await rowsNow()).toHaveLength(1);
      expect((await store.candidates(wanted('pelican'), ALL, 10)).found).toEqual([]);
      expect((await accept('a', ['the pelican reads'], 5)).outcome).toBe('retracted');
      expect(await store.receipt(uuidOf('a'), ALL)).toBeUndefined();
      expect(await store.state()).toMatchObject({ removals: 1 });
      expect((await store.rows(2)).map(({ row }) => row)).toEqual([null]);
    });

    it('keeps sums of a session without its content, until that comes', async () => {
      const none = { week: 2900, model: '', tool: 'Bash', responses: 0, errors: 0, input: 0, output: 0 };
      const sum = { ...none, calls: 3, cacheRead: 0, cacheWrite: 0 };
      const send = (by: number, calls: number) => {
        const numbers = { transcriptId: uuidOf('a'), agent: 'sketch', sums: [{ ...sum, calls }], project, at: AT };
        return store.acceptNumbers(by, numbers);
      };
      const calls = async () =>
        (await store.numbers.sums()).flatMap((row) => (row.sessions > 0 ? [] : [[row.key, row.calls]]));
      expect([await send(key, 3), await send(key, 4), await send(other, 9)]).toEqual([
        'created',
        'replaced',
        'not-yours',
      ]);
      expect(await calls()).toEqual([[key, 4]]);
      expect([await rowsNow(), await store.owned(key), await store.owned(key, 'numbers')]).toEqual([
        [],
        [],
        [uuidOf('a')],
      ]);
      expect((await accept('a', ['one'])).outcome).toBe('created');
      expect([await calls(), await send(key, 5), await store.owned(key, 'numbers')]).toEqual([[], 'same', []]);
      expect(await store.retract(uuidOf('a'), key, AT, leaf)).toBe(true);
      expect(await send(key, 6)).toBe('retracted');
    });

    it('keeps what is under a legal hold', async () => {
      await accept('a', ['one']);
      await store.projects.change('default', 'readers', { hold: true });
      expect(await store.retract(uuidOf('a'), null, AT, leaf)).toBe('held');
      expect(await rowsNow()).toHaveLength(1);
    });

    it('knows a key by its secret until it is rotated or revoked', async () => {
      const { keyId, key: secret } = await makeKey(store, { role: 'reader', project: 'web' }, AT);
      expect(await keyOf(store, secret, AT)).toMatchObject({ keyId, role: 'reader' });
      expect(await keyOf(store, `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`, AT)).toBeUndefined();
      const rotated = await rotateKey(store, keyId);
      expect(await keyOf(store, secret, AT)).toBeUndefined();
      expect(await keyOf(store, rotated?.key ?? '', AT)).toMatchObject({ keyId });
      expect([await store.keys.revoke(keyId, AT), await store.keys.revoke(keyId, AT)]).toEqual([true, false]);
      expect(await keyOf(store, rotated?.key ?? '', AT)).toBeUndefined();
      const short = await makeKey(store, { role: 'reader', expires: AT + 1000 }, AT);
      expect([await keyOf(store, short.key, AT + 999), await keyOf(store, short.key, AT + 1000)]).toMatchObject([
        { keyId: short.keyId },
        undefined,
      ]);
    });

    it('redeems an invite once, and not after its time', async () => {
      const invite = await makeInvite(store, { role: 'submitter' }, AT + 1000);
      const redeemed = await Promise.all([redeemInvite(store, invite, AT), redeemInvite(store, invite, AT)]);
      expect(redeemed.filter((one) => one !== undefined)).toHaveLength(1);
      const late = await makeInvite(store, { role: 'submitter' }, AT + 1000);
      expect(await redeemInvite(store, late, AT + 2000)).toBeUndefined();
      expect(await redeemInvite(store, 'hsi_nothing', AT)).toBeUndefined();
    });

    it('notes who read what', async () => {
      await accept('a', ['one']);
      const [row] = await rowsNow();
      await store.noteRead(row?.no as number, other, 20_000);
      await store.noteRead(row?.no as number, other, 20_000);
      expect(await store.readsOf(key)).toMatchObject([{ transcript: uuidOf('a'), day: 20_000, reads: 2 }]);
      expect(await store.readsOf(other)).toEqual([]);
    });

    it('keeps a setting as it was first', async () => {
      expect(await store.setting('x', () => 'first')).toBe('first');
      expect(await store.setting('x', () => 'second')).toBe('first');
    });

    it('counts what a key has brought', async () => {
      await accept('a', ['one']);
      expect(await store.brought(key, AT)).toMatchObject({ documents: 1 });
      expect(await store.brought(key, AT + 1)).toEqual({ documents: 0, bytes: 0 });
    });
  });
}
