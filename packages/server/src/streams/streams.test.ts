/** Pages, lines and streams of events over HTTP, as the client of the API reads them. */
import { createClient, type TranscriptMessage, type UniversalEvent } from '@hansard/client';
import { Failure } from '@hansard/core';
import { StreamInvariants } from '@hansard/core/formats/universal/index.ts';
import { universalSchema } from '@hansard/core/formats/universal/schema.ts';
import { STRICT } from '@hansard/core/privacy/profiles/built-in.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Content } from '../content/content.ts';
import { Cutter } from '../testing/cutter.ts';
import { SampleServer, said } from '../testing/sample-server.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
ajvFormats.default(ajv);
const isUniversal = ajv.compile(universalSchema());

let server: SampleServer;
beforeAll(async () => {
  server = await SampleServer.start();
});
afterAll(() => server.stop());

/** The first messages of a stream that has no end. */
async function first<T>(count: number, stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of stream) {
    all.push(one);
    if (all.length === count) break;
  }
  return all;
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const seqs = (messages: readonly TranscriptMessage[]) =>
  messages.flatMap((message) => (message.kind === 'event' ? message.event.logSeq : []));

async function eventsOf(session: string, count: number, options: object = {}): Promise<TranscriptMessage[]> {
  const all: TranscriptMessage[] = [];
  for await (const message of server.client.streamTranscript(session, options)) {
    all.push(message);
    if (seqs(all).length === count) break;
  }
  return all;
}

describe('pages of the universal stream', () => {
  it('follow one another without gaps, are valid, and do not end the session', async () => {
    await server.add('paged-universal', said(70));
    const all: UniversalEvent[] = [];
    for (let hasMore = true; hasMore; ) {
      const page = await server.client.getEvents('paged-universal', { offset: all.length, limit: 33 });
      all.push(...page.events);
      hasMore = page.hasMore;
      expect(page.events.length).toBe(hasMore ? 33 : all.length % 33);
    }
    const invariants = new StreamInvariants();
    for (const event of all) {
      expect(isUniversal(event), JSON.stringify(isUniversal.errors)).toBe(true);
      invariants.push(event);
    }
    expect(invariants.finish('open')).toEqual([]);
    expect(all.map(({ type }) => type)).not.toContain('session.ended');
    expect(all[0]).toMatchObject({ sequence: 1, native_session_id: 'paged-universal' });
    await server.add('paged-universal', said(2, 71));
    const again = await server.client.getEvents('paged-universal', { limit: 1000 });
    expect(again.events.slice(0, all.length)).toEqual(all);
    expect(again.events.length).toBeGreaterThan(all.length);
  });

  it('have what the agent wrote under both names of the switch, on what is native, and not unless asked', async () => {
    await server.add('raw-universal', said(3));
    const raw = async (query: string) => {
      const response = await server.fetch(`/v1/sessions/raw-universal/events?${query}`);
      const { events } = (await response.json()) as { events: UniversalEvent[] };
      expect(events.filter((event) => event.synthetic && event.raw !== undefined)).toEqual([]);
      return events.flatMap((event) => (event.raw === undefined ? [] : [event.raw]));
    };
    const written = said(3).map((record) => expect.objectContaining(record));
    expect(await raw('include_raw=true')).toEqual(written);
    expect(await raw('includeRaw=1')).toEqual(written);
    expect(await raw('limit=100')).toEqual([]);
  });

  it('say what is wrong with a request', async () => {
    await expect(server.client.getEvents('no-such-session')).rejects.toMatchObject({ code: 'unknown-session' });
    const response = await server.fetch('/v1/sessions/raw-universal/events?limit=0');
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toContain('problem+json');
  });
});

describe('pages of a transcript', () => {
  it('go forwards and backwards, and say where the session ends', async () => {
    await server.add('pages', said(50));
    const page = async (options: object) => {
      const { events, ...rest } = await server.client.transcriptEvents('pages', options);
      return { seqs: events.map(({ logSeq }) => logSeq), ...rest, change: undefined };
    };
    expect(await page({ after: 10, limit: 5 })).toEqual({ seqs: numbers(11, 15), hasMore: true, lastSeq: 50 });
    expect(await page({ after: 45, limit: 50 })).toEqual({ seqs: numbers(46, 50), hasMore: false, lastSeq: 50 });
    expect(await page({ before: 31, limit: 10 })).toEqual({ seqs: numbers(21, 30), hasMore: true, lastSeq: 50 });
    expect(await page({ before: 5, limit: 10 })).toEqual({ seqs: numbers(1, 4), hasMore: false, lastSeq: 50 });
    expect(await page({ after: 50 })).toEqual({ seqs: [], hasMore: false, lastSeq: 50 });
  });

  it('have a head and no body for those who ask for the head alone, and are sent once', async () => {
    await server.add('heads', said(30));
    const path = '/v1/transcripts/heads/events?limit=20';
    const whole = await server.fetch(path, { 'accept-encoding': 'identity' });
    const bytes = Buffer.from(await whole.arrayBuffer()).length;
    const url = `${server.url}${path}`;
    const headers = { authorization: `Bearer ${server.token}`, 'accept-encoding': 'identity' };
    const head = await fetch(url, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(bytes), '']);
    const etag = whole.headers.get('etag') as string;
    expect((await server.fetch(path, { 'if-none-match': etag })).status).toBe(304);
    await server.add('heads', said(1, 31));
    expect((await server.fetch(path, { 'if-none-match': etag })).status).toBe(200);
  });

  it('cut long texts to their beginning and end, and link to the whole', async () => {
    const text = `begin ${'😀'.repeat(20_000)} end`;
    await server.add('long-texts', [{ id: 'long/one', text }, ...said(1)]);
    const { events } = await server.client.transcriptEvents('long-texts');
    const [long, short] = events;
    expect(long?.event.text?.length).toBeLessThan(16 * 1024);
    expect(long?.event.text).toMatch(/^begin 😀.* characters left out .*😀 end$/su);
    expect(long?.event.text?.isWellFormed()).toBe(true);
    expect(long?.cut).toMatchObject([{ pointer: '/text', bytes: Buffer.byteLength(text) }]);
    expect(short?.cut).toBeUndefined();
    const whole = await (await server.fetch(long?.cut?.[0]?.href ?? '')).json();
    expect(whole).toMatchObject({ event: { id: 'long/one', text } });
    const full = await server.client.transcriptEvents('long-texts', { full: true });
    expect(full.events[0]?.event.text).toBe(text);
  });

  it('come as lines, all of them', async () => {
    await server.add('lines', said(450));
    const all: number[] = [];
    for await (const { logSeq, event } of server.client.readTranscript('lines', { after: 3 })) {
      all.push(logSeq);
      expect(event.text).toBe(`Message ${logSeq}`);
    }
    expect(all).toEqual(numbers(4, 450));
  });
});

describe('a stream of events', () => {
  it('begins anywhere, replays, and goes on with what is added', async () => {
    await server.add('grows', said(250));
    const reading = eventsOf('grows', 230, { after: 30 });
    await server.add('grows', said(5, 251));
    await server.add('grows', said(5, 256));
    expect(seqs(await reading)).toEqual(numbers(31, 260));
  });

  it('tells what another process has kept', async () => {
    await server.add('elsewhere', said(3));
    const reading = eventsOf('elsewhere', 6);
    await server.addElsewhere('elsewhere', said(3, 4));
    expect(seqs(await reading)).toEqual(numbers(1, 6));
  });

  it('tells that an earlier event has changed, on the next connection too', async () => {
    await server.add('amended', said(3));
    const [known] = await first(1, server.client.streamTranscript('amended'));
    const change = known?.kind === 'state' ? known.state.change : undefined;
    expect(change).toBeTypeOf('number');
    const { isConnected, options } = connecting();
    const reading = first(6, server.client.streamTranscript('amended', options));
    await isConnected;
    await server.add('amended', [{ amends: 'm2', text: 'Better' }]);
    const changed = (messages: readonly TranscriptMessage[]) =>
      messages.flatMap((message) =>
        message.kind === 'changed' ? [[message.event.logSeq, message.event.event.text]] : [],
      );
    expect(changed(await reading)).toEqual([[2, 'Better']]);
    const later = await first(2, server.client.streamTranscript('amended', { after: 3, change }));
    expect(changed(later)).toEqual([[2, 'Better']]);
  });

  it('has the number of each event as its id, and goes on behind `Last-Event-ID`', async () => {
    await server.add('numbered', said(9));
    const response = await server.fetch('/v1/transcripts/numbered/events/sse?after=2', { 'last-event-id': '6' });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const text = await textUntil(response, '"logSeq":9');
    expect(text.match(/^id: \d+$/gm)).toEqual(['id: 7', 'id: 8', 'id: 9']);
    const universal = await server.fetch('/v1/sessions/numbered/events/sse', { 'last-event-id': '5' });
    const told = await textUntil(universal, '"sequence":8');
    expect(told.match(/^id: \d+$/gm)?.slice(0, 3)).toEqual(['id: 6', 'id: 7', 'id: 8']);
  });

  it('ends when its session is erased, and its reader is told why', async () => {
    await server.add('erased', said(3));
    const { isConnected, options } = connecting();
    const reading = first(1000, server.client.streamTranscript('erased', options)).catch((error: unknown) => error);
    await isConnected;
    server.archive.sql.transaction(() => {
      const { sql } = server.archive;
      const { id } = sql.get("SELECT id FROM session WHERE native_id = 'erased'") as { id: number };
      for (const table of ['universal_block', 'universal_log', 'run', 'thread']) {
        sql.run(`DELETE FROM ${table} WHERE session_id = ?`, id);
      }
      sql.run('DELETE FROM session WHERE id = ?', id);
    });
    server.archive.store.written();
    expect(await reading).toMatchObject({ code: 'unknown-session' });
  });
});

describe('a slow reader', () => {
  it('holds nobody up, and loses nothing', async () => {
    const long = said(4000).map((one) => ({ ...one, text: `${one.text} ${'of some length '.repeat(200)}` }));
    await server.add('slowly-read', long);
    const slow = await server.fetch('/v1/transcripts/slowly-read/events/sse');
    expect(seqs(await eventsOf('slowly-read', 4000))).toEqual(numbers(1, 4000));
    await server.add('slowly-read', said(1, 4001));
    const text = await textUntil(slow, '"logSeq":4001');
    expect(text.match(/^id: \d+$/gm)).toEqual(numbers(1, 4001).map((number) => `id: ${number}`));
  });
});

describe('readers of one session', () => {
  it('take turns: none gets everything before another gets anything', async () => {
    const counts: [number, number] = [0, 0];
    const behind: number[] = [];
    const read = async (reader: 0 | 1) => {
      for await (const { kind } of server.client.streamTranscript('slowly-read')) {
        if (kind === 'event' && ++counts[reader] === 1) behind.push(counts[reader === 0 ? 1 : 0]);
        if (counts[reader] === 4001) return;
      }
    };
    await Promise.all([read(0), read(1)]);
    expect(Math.max(...behind)).toBeLessThan(4001);
  });
});

describe('a stream that may not be sent', () => {
  it('is refused with a problem', async () => {
    const closed = await SampleServer.start();
    try {
      await closed.add('outside', said(2));
      const refuse = async () => {
        throw new Failure('out-of-scope', 'The profile does not cover it.');
      };
      await sendBy(closed, (content) => ({ ...content, profile: TEST_PROFILE, answer: refuse }));
      for (const path of [
        'transcripts/outside/events/sse',
        'sessions/outside/events/sse',
        'transcripts/outside/events',
      ]) {
        const response = await closed.fetch(`/v1/${path}`, { accept: 'application/x-ndjson, text/event-stream' });
        expect([response.status, response.headers.get('content-type')]).toEqual([403, 'application/problem+json']);
      }
      // It is not there for whoever watches all sessions.
      const watching = await closed.fetch('/v1/changes/sse', { 'last-event-id': '0' });
      await closed.add('outside', said(1, 3));
      expect(await textUntil(watching, 'id: ')).not.toContain('outside');
    } finally {
      await closed.stop();
    }
  });
});

describe('a connection that is cut', () => {
  it('is made again without loss and without repetition, in both streams', async () => {
    await server.add('cut-off', said(600));
    const proxy = await Cutter.before(server.server.port);
    const client = createClient({ baseUrl: proxy.url, token: server.token });
    const pauses = { first: 1, longest: 2 };
    try {
      const seen: number[] = [];
      let added = 0;
      for await (const message of client.streamTranscript('cut-off', { pauses })) {
        if (message.kind !== 'event') continue;
        seen.push(message.event.logSeq);
        if (seen.length % 120 === 0 && added < 4) await server.add('cut-off', said(10, 601 + 10 * added++));
        if (seen.length === 640) break;
      }
      expect(seen).toEqual(numbers(1, 640));
      const told: number[] = [];
      for await (const { sequence } of client.streamEvents('cut-off', { pauses })) {
        told.push(sequence);
        if (told.length === 1500) break;
      }
      expect(told).toEqual(numbers(1, 1500));
      expect(proxy.cuts).toBeGreaterThan(5);
    } finally {
      proxy.close();
    }
  });
});

describe('sessions that grow', () => {
  it('are told of as they do, and what came while nobody listened is told afterwards', async () => {
    await server.add('watched', said(2));
    const proxy = await Cutter.before(server.server.port, 3000);
    const client = createClient({ baseUrl: proxy.url, token: server.token });
    try {
      const { isConnected, options } = connecting();
      const told: [string | null, number][] = [];
      const watching = (async () => {
        for await (const { nativeId, lastSeq } of client.watchSessions(options)) {
          told.push([nativeId, lastSeq]);
          if (nativeId === 'watched' && lastSeq === 9) return;
        }
      })();
      await isConnected;
      for (const count of [3, 4, 5, 6, 7, 8, 9]) await server.add('watched', said(1, count));
      await watching;
      expect(told.at(-1)).toEqual(['watched', 9]);
      expect(told.every(([id]) => id === 'watched')).toBe(true);
    } finally {
      proxy.close();
    }
  });
});

describe('content that leaves the machine', () => {
  it('is what the gate lets through, in every form', async () => {
    const open = await SampleServer.start();
    try {
      const secret = 'quokkaverity';
      await sendBy(open, (content) => without(content, secret));
      await open.add('gated', [{ id: `m-${secret}`, text: `The word is ${secret}.`, title: `about ${secret}` }]);
      await open.add('gated', said(2, 2));
      const texts = [
        await (await open.fetch('/v1/sessions/gated/events?include_raw=1')).text(),
        await (await open.fetch('/v1/transcripts/gated/events')).text(),
        await (await open.fetch('/v1/transcripts/gated/events', { accept: 'application/x-ndjson' })).text(),
        await textUntil(await open.fetch('/v1/transcripts/gated/events/sse'), '"logSeq":3'),
        await textUntil(await open.fetch('/v1/sessions/gated/events/sse'), '"sequence":6'),
      ];
      for (const text of texts) expect(text).toContain('The word is gone.');
      const watched = open.fetch('/v1/changes/sse', { 'last-event-id': '0' });
      for (const text of [...texts, await textUntil(await watched, '"lastSeq":3')]) expect(text).not.toContain(secret);
    } finally {
      await open.stop();
    }
  });
});

const TEST_PROFILE = { ...STRICT, name: 'test' };

/** Everybody gets content in another way from now on. */
async function sendBy({ server }: SampleServer, change: (content: Content) => Content): Promise<void> {
  const { contents } = server.app;
  const changed = change(await contents.for({ profile: null }));
  vi.spyOn(contents, 'for').mockResolvedValue(changed);
}

/** Content of which a word is taken out everywhere. */
function without(content: Content, word: string): Content {
  const cleaned = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(word, 'gone')) as T;
  return {
    ...content,
    profile: TEST_PROFILE,
    page: async (...of) => cleaned(await content.page(...of)),
    events: async (...of) => cleaned(await content.events(...of)),
    answer: async (_session, answer) => cleaned(answer),
    head: async (_session, head) => cleaned(head),
  };
}

/** Options of a stream, and a promise that it is connected. */
function connecting() {
  let connected = () => {};
  const isConnected = new Promise<void>((resolve) => {
    connected = resolve;
  });
  const onConnection = (state: string) => state === 'connected' && connected();
  return { isConnected, options: { pauses: { first: 1, longest: 2 }, onConnection } };
}

/** The beginning of an answer that has no end. */
async function textUntil(response: Response, end: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(end)) break;
  }
  return text;
}
