/** What people of a hub can do, and what is done for them: links, reads, quotas, retention, legal hold, export, forgetting. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Keeper, OPERATOR } from '../keys/keeper.ts';
import { onEveryPlace } from '../testing/hub-places.ts';
import type { TestHub } from '../testing/running-hub.ts';
import { messages, redacted, uuidOf } from '../testing/samples.ts';
import { removeOverdue } from './retention.ts';
import { forget } from './retract.ts';

const DAY = 86_400_000;
const idOf = (key: string): string => key.split('_')[1] as string;
const document = (name: string, ...texts: string[]) => redacted(name, messages(...texts));

onEveryPlace('people', (open) => {
  let hub: TestHub;
  let key: string;
  let admin: string;
  let now: number;
  beforeEach(async () => {
    now = Date.now();
    hub = await open({ now: () => now });
    [key, admin] = [await hub.key('submitter'), await hub.key('admin')];
    expect((await hub.send(key, document('a', 'the pelican'))).status).toBe(201);
  });
  afterEach(async () => {
    expect(hub.reported).toEqual([]);
    await hub.close();
  });
  const put = (path: string, body: object) => hub.ask(admin, path, { method: 'PUT', body });
  const leaves = async () => {
    const auditor = await hub.key('auditor');
    const { json } = await hub.ask(auditor, '/v1/log/leaves');
    return json.leaves.map(({ data }: { data: string }) => JSON.parse(data));
  };

  it('share a session by a link, until it runs out or is ended', async () => {
    const share = (by: string, id: string, body: object = {}) =>
      hub.ask(by, `/v1/transcripts/${uuidOf(id)}/shares`, { method: 'POST', body });
    await hub.send(key, document('b', 'another'));
    const made = await share(key, 'a', { days: 2 });
    expect([made.status, made.json.expires]).toEqual([201, new Date(now + 2 * DAY).toISOString()]);
    const guest = new URLSearchParams(made.json.link.split('?')[1]).get('token') as string;
    const seen = await hub.ask(guest, '/v1/sessions');
    expect(seen.json.sessions.map(({ id }: { id: string }) => id)).toEqual([uuidOf('a')]);
    expect((await hub.ask(guest, `/v1/transcripts/${uuidOf('a')}`)).text).toContain('pelican');
    expect((await hub.ask(guest, `/v1/transcripts/${uuidOf('b')}`)).status).toBe(404);
    expect((await hub.ask(guest, '/v1/search?q=another')).json.sessions).toEqual([]);
    for (const [method, path] of [
      ['POST', `/v1/keys/${idOf(guest)}/rotate`],
      ['DELETE', `/v1/keys/${idOf(guest)}`],
      ['DELETE', '/v1/me'],
    ] as const) {
      expect([path, (await hub.ask(guest, path, { method })).status]).toEqual([path, 403]);
    }
    const browser = await fetch(`${hub.running.url}${made.json.link}`, { redirect: 'manual' });
    expect([browser.status, browser.headers.get('location')]).toEqual([303, `/s/${uuidOf('a')}`]);
    await hub.running.hub.noted();
    const { reads } = (await hub.ask(key, '/v1/me/reads')).json;
    expect(reads).toMatchObject([{ transcript: uuidOf('a'), keyId: idOf(guest), role: 'guest' }]);
    now += 2 * DAY + 1;
    expect((await hub.ask(guest, '/v1/sessions')).status).toBe(401);
    const second = await share(key, 'a');
    const other = new URLSearchParams(second.json.link.split('?')[1]).get('token') as string;
    expect((await hub.ask(other, '/v1/sessions')).status).toBe(200);
    expect((await hub.ask(key, `/v1/shares/${second.json.shareId}`, { method: 'DELETE' })).status).toBe(200);
    expect((await hub.ask(other, '/v1/sessions')).status).toBe(401);
    const { shares } = (await hub.ask(key, '/v1/shares')).json;
    expect(shares.map(({ transcriptId }: { transcriptId: string }) => transcriptId)).toEqual([
      uuidOf('a'),
      uuidOf('a'),
    ]);
    expect(JSON.stringify(shares)).not.toContain('hsl_');
  });

  it('share nothing of others, nothing for longer than allowed, and nothing that is taken back', async () => {
    const path = `/v1/transcripts/${uuidOf('a')}/shares`;
    const share = (by: string, days: number) => hub.ask(by, path, { method: 'POST', body: { days } });
    expect((await share(await hub.key('submitter'), 1)).status).toBe(404);
    expect((await share(await hub.key('reader'), 1)).status).toBe(403);
    expect((await share(admin, 1)).status).toBe(403);
    expect((await share(key, 31)).json.code).toBe('not-shared');
    const { json } = await share(key, 30);
    await put('/v1/projects/default', { shareDays: 0 });
    expect((await share(key, 1)).json.code).toBe('not-shared');
    const guest = new URLSearchParams(json.link.split('?')[1]).get('token') as string;
    expect((await hub.ask(guest, '/v1/sessions')).status).toBe(200);
    await hub.ask(key, `/v1/transcripts/${uuidOf('a')}`, { method: 'DELETE' });
    expect((await hub.ask(guest, '/v1/sessions')).status).toBe(401);
  });

  it('bring as much as their quota allows', async () => {
    expect((await put(`/v1/keys/${idOf(key)}/quota`, { documentsAnHour: 2 })).json.quota).toEqual({
      documentsAnHour: 2,
    });
    expect((await hub.send(key, document('b', 'two'))).status).toBe(201);
    expect((await hub.send(key, document('c', 'three'))).json.code).toBe('quota-used-up');
    now += 3_600_001;
    expect((await hub.send(key, document('c', 'three'))).status).toBe(201);
    await put(`/v1/keys/${idOf(key)}/quota`, { bytesADay: 1 });
    expect((await hub.send(key, document('d', 'four'))).json.code).toBe('quota-used-up');
    await put(`/v1/keys/${idOf(key)}/quota`, {});
    expect((await hub.send(key, document('d', 'four'))).status).toBe(201);
    expect((await hub.ask(key, `/v1/keys/${idOf(key)}/quota`, { method: 'PUT', body: {} })).status).toBe(403);
  });

  it('keep sessions for as long as their project says, unless it is under a hold', async () => {
    await put('/v1/projects/default', { retentionDays: 10 });
    await hub.send(key, document('web', 'kept'), '?project=web');
    expect(await removeOverdue(hub.store, now + 10 * DAY - 1)).toBe(0);
    await put('/v1/projects/default', { hold: true });
    expect(await removeOverdue(hub.store, now + 11 * DAY)).toBe(0);
    const told = await put('/v1/projects/default', { hold: null });
    expect(told.json).toEqual({ name: 'default', visibility: 'readers', retentionDays: 10 });
    expect(await removeOverdue(hub.store, now + 11 * DAY)).toBe(1);
    expect((await hub.ask(key, '/v1/sessions')).json.sessions).toHaveLength(1);
    expect((await leaves()).at(-1)).toMatchObject({ kind: 'retract', by: 'retention', transcriptId: uuidOf('a') });
  });

  it('neither take back nor replace what is under a legal hold', async () => {
    await put('/v1/projects/default', { hold: true });
    const gone = await hub.ask(key, `/v1/transcripts/${uuidOf('a')}`, { method: 'DELETE' });
    expect([gone.status, gone.json.code]).toEqual([409, 'held']);
    const next = redacted('a', messages('another'), { generation: 2 });
    for (const query of ['', '?project=web']) expect((await hub.send(key, next, query)).json.code).toBe('held');
    expect((await hub.send(key, document('a', 'the pelican'))).status).toBe(200);
    expect((await hub.send(key, document('new', 'is taken'))).status).toBe(201);
    const all = await hub.ask(key, '/v1/me', { method: 'DELETE' });
    expect(all.json).toMatchObject({ retracted: 0, held: 2 });
    const reader = await hub.key('reader');
    expect((await hub.ask(reader, `/v1/transcripts/${uuidOf('a')}`)).text).toContain('pelican');
  });

  it('get everything that the hub has of them, and can have all of it forgotten', async () => {
    const sum = { week: 2900, model: '', tool: 'Bash', responses: 0, calls: 3, errors: 0, input: 0, output: 0 };
    const numbers = { transcriptId: uuidOf('n'), agent: 'sketch', sums: [{ ...sum, cacheRead: 0, cacheWrite: 0 }] };
    expect((await hub.ask(key, '/v1/numbers', { method: 'POST', body: numbers })).status).toBe(201);
    await hub.ask(await hub.key('reader'), `/v1/transcripts/${uuidOf('a')}`);
    await hub.ask(key, `/v1/transcripts/${uuidOf('a')}/shares`, { method: 'POST', body: {} });
    await hub.running.hub.noted();
    const lines = async (by: string) =>
      (await hub.ask(by, '/v1/me/export')).text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    const all = await lines(key);
    expect(all.map(({ kind }) => kind)).toEqual(['key', 'transcript', 'receipt', 'numbers', 'share', 'read']);
    expect(all[1].transcript).toEqual(document('a', 'the pelican'));
    expect(all[3].sums).toEqual(numbers.sums);
    expect((await lines(await hub.key('submitter'))).map(({ kind }) => kind)).toEqual(['key']);

    const known = await hub.store.keys.byId(idOf(key));
    const told = await forget(hub.store, known as NonNullable<typeof known>, now);
    expect(told).toMatchObject({ retracted: 2, held: 0 });
    expect(told.inBackupsUntil).toBe(new Date(now + 30 * DAY).toISOString().slice(0, 10));
    expect((await hub.ask(key, '/v1/me')).status).toBe(401);
    expect((await leaves()).map(({ kind, by }: { kind: string; by?: string }) => `${kind} ${by ?? ''}`)).toContain(
      `retract ${OPERATOR}`,
    );
  });

  it('find in the log who did what, and no content', async () => {
    const keeper = new Keeper(hub.store, OPERATOR, now);
    const { keyId } = await keeper.makeKey({ role: 'reader', project: 'web' });
    await keeper.rotate(keyId);
    await keeper.revoke(keyId);
    await put('/v1/projects/default', { visibility: 'team' });
    await put(`/v1/keys/${idOf(key)}/quota`, { bytesADay: 5 });
    const reader = await hub.key('reader');
    for (let i = 0; i < 3; i++) await hub.ask(reader, `/v1/transcripts/${uuidOf('a')}`);
    await hub.running.hub.noted();
    const all = await leaves();
    expect(all.slice(1).map(({ kind, act = '', by }: Record<string, string>) => [kind, act, by])).toEqual([
      ['key', 'made', OPERATOR],
      ['key', 'rotated', OPERATOR],
      ['key', 'revoked', OPERATOR],
      ['policy', 'project', idOf(admin)],
      ['policy', 'quota', idOf(admin)],
      ['read', '', idOf(reader)],
    ]);
    expect(JSON.stringify(all)).not.toContain('pelican');
    expect((await hub.ask(await hub.key('reader'), '/v1/log/leaves')).status).toBe(403);
    expect((await hub.ask(admin, '/v1/log/checkpoint?from=2')).status).toBe(200);
  });

  it('get a key for an invite, and nothing says for which', async () => {
    const body = { role: 'submitter', count: 3 };
    const { json } = await hub.ask(admin, '/v1/invites', { method: 'POST', body });
    const redeem = (invite: string) => hub.ask('', '/v1/keys', { method: 'POST', body: { invite } });
    const made = await redeem(json.invites[1]);
    expect([made.status, (await redeem(json.invites[1])).status]).toEqual([201, 401]);
    expect((await hub.send(made.json.key, document('i', 'mine'))).status).toBe(201);
    const told = (await hub.ask(admin, '/v1/keys')).json.keys.find(
      (one: { keyId: string }) => one.keyId === made.json.keyId,
    );
    expect(told).toMatchObject({ name: null, named: false, role: 'submitter' });
    const noted = JSON.stringify(await leaves());
    for (const invite of json.invites) expect(noted).not.toContain(invite);
    expect((await leaves()).filter(({ act }: { act?: string }) => act === 'invited')).toHaveLength(3);
    expect(noted).not.toContain('redeemed');
  });
});
