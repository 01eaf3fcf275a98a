/** What clients send to a hub, and what it answers: every status, and never a value. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Transcript } from '@hansard/core';
import { cutSegments } from '@hansard/core/segments/cut-segments.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from './digest.ts';
import { TestHub } from './testing/running-hub.ts';
import { messages, redacted, uuidOf } from './testing/samples.ts';

let hub: TestHub;
let key: string;
let other: string;
beforeAll(async () => {
  hub = await TestHub.open();
  [key, other] = [await hub.key('submitter'), await hub.key('submitter')];
});
afterAll(() => hub.close());

const SECRET = `ghp_${'Zx81QmPv0Rt5LwKn7Yb3'}${'Hs9Dc2Fg6Ja4Ue1V'}`;

describe('a whole document', () => {
  it('is taken once, and the same again gives the same receipt', async () => {
    const document = redacted('once', messages('one', 'two'));
    const first = await hub.send(key, document);
    expect(first).toMatchObject({
      status: 201,
      json: { outcome: 'created', generation: 1, transcriptId: uuidOf('once') },
    });
    const again = await hub.send(key, document);
    expect([again.status, again.json.outcome]).toEqual([200, 'same']);
    expect(again.json.receipt).toEqual(first.json.receipt);
  });

  it('is taken by one of eight that come at once', async () => {
    const document = redacted('eight', messages('one'));
    const answers = await Promise.all(Array.from({ length: 8 }, () => hub.send(key, document)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
  });

  it('gives itself back as it was sent, unknown fields of later versions included', async () => {
    const sent = redacted('later', messages('one', 'two'));
    const [first, ...rest] = sent.events;
    const document = {
      ...sent,
      schemaVersion: '0.99.0',
      novel: { a: 1 },
      events: [{ ...first, novel: [true] }, ...rest],
    };
    expect((await hub.send(key, document)).status).toBe(201);
    expect((await hub.ask(key, `/v1/transcripts/${uuidOf('later')}`)).json).toEqual(document);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('may come packed by %s', async (encoding, packed) => {
    const body = packed(JSON.stringify(redacted(`packed-${encoding}`, messages('one'))));
    const answer = await hub.ask(key, '/v1/transcripts', {
      method: 'POST',
      body,
      headers: { 'content-encoding': encoding },
    });
    expect(answer.status).toBe(201);
  });

  it.each<[string, (document: Transcript) => unknown, number, string]>([
    ['is no JSON', () => '{"schemaVersion":', 400, 'bad-document'],
    ['is another thing', () => ({ a: 1 }), 400, 'bad-document'],
    ['lacks a field', ({ source: _source, ...rest }) => rest, 400, 'bad-document'],
    ['has an event twice', (one) => ({ ...one, events: [one.events[0], one.events[0]] }), 400, 'bad-document'],
    ['counts other events', (one) => ({ ...one, metrics: { ...one.metrics, eventCount: 7 } }), 400, 'other-count'],
    [
      'was not redacted',
      (one) => ({ ...one, privacy: { ...one.privacy, redactionApplied: false } }),
      422,
      'receipt-wrong',
    ],
    [
      'has the profile none',
      (one) => ({ ...one, privacy: { ...one.privacy, profile: 'none' } }),
      422,
      'profile-not-taken',
    ],
    [
      'counts other redactions',
      (one) => ({ ...one, privacy: { ...one.privacy, redactionCount: 5 } }),
      422,
      'receipt-wrong',
    ],
    [
      'tells of a redaction that is not there',
      (one) => ({
        ...one,
        privacy: { ...one.privacy, redactionCount: 1 },
        events: one.events.map((event, i) =>
          i > 0
            ? event
            : {
                ...event,
                redactions: [{ field: 'text', ruleId: 'aws', type: 'secret', placeholder: '[REDACTED:aws]' }],
              },
        ),
      }),
      422,
      'receipt-wrong',
    ],
  ])('is refused when it %s', async (name, spoilt, status, code) => {
    const answer = await hub.send(key, spoilt(redacted(`bad ${name}`, messages('one', 'two'))));
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    if (code === 'bad-document')
      expect(answer.json).toMatchObject({ pointer: expect.any(String), line: expect.any(Number) });
  });

  it('is refused with the rule, the event and the field of every secret, and no value', async () => {
    const document = redacted('secret', messages('one', 'two'));
    const events = document.events.map((event, i) =>
      i === 0
        ? { ...event, text: `token ${SECRET}` }
        : { ...event, tool: { name: 'Bash', input: { env: { TOKEN: SECRET }, [SECRET]: 1 } }, id: `e-${SECRET}` },
    );
    const answer = await hub.send(key, { ...document, session: { ...document.session, title: SECRET }, events });
    expect(answer).toMatchObject({ status: 422, json: { code: 'secrets-found' } });
    const places = answer.json.findings.map(
      ({ event, field }: { event: string; field: string }) => `${event} ${field}`,
    );
    expect(places).toEqual(expect.arrayContaining(['e0 text', '#2 tool.input.env.TOKEN', 'null session.title']));
    expect(answer.text).not.toContain(SECRET.slice(4, 20));
    expect(JSON.stringify(hub.reported)).not.toContain(SECRET.slice(4, 20));
    for (const file of readdirSync(hub.folder))
      expect(readFileSync(join(hub.folder, file)).includes(SECRET)).toBe(false);
  });

  it('is refused without a key, with a wrong one, and by a role that brings nothing', async () => {
    const document = redacted('roles', messages('one'));
    expect((await hub.send('', document)).status).toBe(401);
    expect((await hub.send(`hsk_000000000000_${'x'.repeat(43)}`, document)).status).toBe(401);
    for (const role of ['reader', 'analyst', 'admin', 'auditor'] as const) {
      expect((await hub.send(await hub.key(role), document)).status).toBe(403);
    }
  });

  it('is refused as an older generation, as another’s, and when it was taken back', async () => {
    const code = async (by: string, name: string, texts: string[], generation?: number) => {
      const { status, json } = await hub.send(
        by,
        redacted(name, messages(...texts), { ...(generation && { generation }) }),
      );
      return [status, json.code ?? json.outcome];
    };
    expect(await code(key, 'gen', ['one'])).toEqual([201, 'created']);
    expect(await code(key, 'gen', ['other'])).toEqual([409, 'older-generation']);
    expect(await code(key, 'gen', ['one', 'two'], 2)).toEqual([201, 'replaced']);
    expect(await code(key, 'gen', ['one'], 1)).toEqual([409, 'older-generation']);
    expect(await code(other, 'gen', ['one'], 3)).toEqual([409, 'not-yours']);
    expect((await hub.ask(other, `/v1/transcripts/${uuidOf('gen')}`, { method: 'DELETE' })).status).toBe(404);
    const gone = await hub.ask(key, `/v1/transcripts/${uuidOf('gen')}`, { method: 'DELETE' });
    expect(gone).toMatchObject({ status: 200, json: { inBackupsUntil: expect.stringMatching(/^\d{4}-/) } });
    expect(await code(key, 'gen', ['one'], 9)).toEqual([409, 'retracted']);
  });

  it('is too large, of another kind, or named otherwise', async () => {
    const long = await hub.send(key, `{"schemaVersion":"${'x'.repeat(9 * 1024 * 1024)}"}`).catch((error) => error);
    if (!(long instanceof Error)) {
      expect([long.status, long.json.action]).toEqual([413, expect.stringContaining('/v1/uploads')]);
    }
    const bomb = await hub.ask(key, '/v1/transcripts', {
      method: 'POST',
      body: gzipSync('x'.repeat(64 * 1024 * 1024)),
      headers: { 'content-encoding': 'gzip' },
    });
    expect([bomb.status, bomb.json.action]).toEqual([413, expect.stringContaining('/v1/uploads')]);
    const post = (headers: Record<string, string>) =>
      hub.ask(key, '/v1/transcripts', { method: 'POST', body: redacted('kind', messages('one')), headers });
    expect((await post({ 'content-type': 'text/csv' })).status).toBe(415);
    expect((await post({ 'content-encoding': 'rot13' })).status).toBe(415);
    expect((await post({ 'idempotency-key': uuidOf('another') })).status).toBe(400);
    expect((await post({ 'idempotency-key': uuidOf('kind') })).status).toBe(201);
  });

  it('goes to its project, and a key for one project to no other', async () => {
    const web = await hub.key('submitter', 'web');
    expect((await hub.send(web, redacted('p1', messages('one')), '?project=api')).status).toBe(403);
    expect((await hub.send(web, redacted('p1', messages('one')))).status).toBe(201);
    const [reader, ofWeb] = [await hub.key('reader'), await hub.key('reader', 'web')];
    const seen = async (by: string) => (await hub.ask(by, `/v1/sessions/${uuidOf('p1')}`)).status;
    expect([await seen(web), await seen(ofWeb), await seen(reader), await seen(other)]).toEqual([200, 200, 404, 404]);
  });

  it('keeps a foreign submitter, and records its own key', async () => {
    const submitter = { keyId: 'key_elsewhere', pseudonym: 'anon_elsewhere', identityLinked: false };
    const { json } = await hub.send(key, { ...redacted('foreign', messages('one')), submitter });
    expect(json.receipt.submitter.keyId).toBe(key.split('_')[1]);
    expect((await hub.ask(key, `/v1/transcripts/${uuidOf('foreign')}`)).json.submitter).toEqual(submitter);
  });
});

describe('segments', () => {
  const long = (name: string, count: number, generation = 1) => {
    const texts = Array.from({ length: count }, (_, i) => `${i} ${sha256(`${i}`).replaceAll(/\d/g, ' ').repeat(30)}`);
    return redacted(name, messages(...texts), { generation });
  };
  const upload = async (document: Transcript) => {
    const { events, ...head } = document;
    const segments = cutSegments(events, sha256);
    const hashes = segments.map(({ hash }) => hash);
    const asked = await hub.ask(key, '/v1/uploads', {
      method: 'POST',
      body: { transcriptId: head.transcriptId, segments: hashes },
    });
    const missing = segments.filter(({ hash }) => asked.json.missing.includes(hash));
    return { head, hashes, segments, missing };
  };
  const put = (hash: string, text: string) =>
    hub.ask(key, `/v1/segments/${hash}?profile=team`, {
      method: 'PUT',
      body: brotliCompressSync(text),
      headers: { 'content-encoding': 'br', 'content-type': 'application/octet-stream' },
    });

  it('are sent once, and a session that has grown sends what is new', async () => {
    const first = await upload(long('grown', 200));
    expect(first.missing).toHaveLength(first.segments.length);
    const early = await hub.send(key, { head: first.head, segments: first.hashes });
    expect(early).toMatchObject({ status: 409, json: { code: 'segments-missing', missing: first.hashes } });
    for (const { hash, text } of first.missing) expect((await put(hash, text)).status).toBe(201);
    expect((await upload(long('grown', 200))).missing).toEqual([]);
    expect(await hub.send(key, { head: first.head, segments: first.hashes })).toMatchObject({ status: 201 });
    expect((await hub.send(key, { head: first.head, segments: first.hashes })).status).toBe(200);
    const second = await upload(long('grown', 220, 2));
    const bytes = (list: readonly { bytes: number }[]) => list.reduce((sum, one) => sum + one.bytes, 0);
    expect(bytes(second.missing)).toBeLessThan(bytes(second.segments) * 0.35);
    for (const { hash, text } of second.missing) await put(hash, text);
    expect((await hub.send(key, { head: second.head, segments: second.hashes })).json.outcome).toBe('replaced');
    expect((await hub.ask(key, `/v1/transcripts/${uuidOf('grown')}`)).json).toEqual(long('grown', 220, 2));
  });

  it('are refused with other bytes, with secrets, and when they are no events', async () => {
    const text = `${JSON.stringify({ id: 'a', type: 'user_message', timestamp: '2026-03-01T10:00:00Z', text: SECRET })}\n`;
    expect((await put(sha256('x'), text)).json.code).toBe('hash-mismatch');
    const secret = await put(sha256(text), text);
    expect([secret.status, secret.json.findings[0].field]).toEqual([422, 'text']);
    expect(secret.text).not.toContain(SECRET);
    for (const bad of ['{"a":1}\n', 'nothing\n', '{}', '\n']) {
      expect([bad, (await put(sha256(bad), bad)).status]).toEqual([bad, 400]);
    }
  });
});
