import { describe, expect, it } from 'vitest';
import { createClient, ProblemError } from './index.ts';
import { allOf } from './testing/all-of.ts';

const pauses = { first: 1, longest: 2 };

/** A server of two hundred numbered events, which sends some and then ends the connection in its own way. */
function unsteady(ends: readonly ('close' | 'cut' | 'refuse' | 'again')[]) {
  const asked: { after: number; authorization: string | null }[] = [];
  const fetch = (async (input, init) => {
    const headers = new Headers(init?.headers);
    const after = Number(headers.get('last-event-id'));
    asked.push({ after, authorization: headers.get('authorization') });
    const end = ends[asked.length - 1] ?? 'close';
    if (end === 'refuse') return problem(503, 'stopping');
    expect(String(input)).toBe('http://server/v1/sessions/abcd%2F/events/sse?offset=3');
    // One server repeats what the reader has seen.
    const from = end === 'again' ? Math.max(0, after - 5) : after;
    return new Response(body(from, end === 'cut'), { headers: { 'content-type': 'text/event-stream' } });
  }) as typeof globalThis.fetch;
  return { asked, fetch };
}

const problem = (status: number, code: string) =>
  new Response(JSON.stringify({ type: `urn:hansard:problem:${code}`, title: 'No', status, detail: 'Not now.', code }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });

function body(after: number, cut: boolean): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = after + 1;
  const last = Math.min(200, after + 23);
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (next <= last) {
          controller.enqueue(encoder.encode(`id: ${next}\ndata: {"sequence":${next++}}\n\n: beat\n\n`));
          return;
        }
        // In the middle of a message, or behind one.
        if (cut) controller.enqueue(encoder.encode(`id: ${next}\ndata: {"sequence":`));
        if (cut) controller.error(new TypeError('terminated'));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

describe('following a stream', () => {
  it('goes on behind the last event when connections end, without loss and without repetition', async () => {
    const { asked, fetch } = unsteady(['cut', 'refuse', 'close', 'again', 'cut', 'again']);
    const states: string[] = [];
    const client = createClient({ baseUrl: 'http://server/', token: 'secret', fetch });
    const seen: number[] = [];
    const options = { offset: 3, pauses, onConnection: (state: string) => states.push(state) };
    for await (const { sequence } of client.streamEvents('abcd/', options)) {
      seen.push(sequence);
      if (sequence === 200) break;
    }
    expect(seen).toEqual(Array.from({ length: 197 }, (_, at) => at + 4));
    expect(asked[0]).toEqual({ after: 3, authorization: 'Bearer secret' });
    expect(asked.map(({ after }) => after)).toEqual([...asked.map(({ after }) => after)].sort((a, b) => a - b));
    expect(states.slice(0, 4)).toEqual(['connected', 'lost', 'lost', 'connected']);
  });

  it('ends with a problem that will stay', async () => {
    const fetch = async () => problem(404, 'unknown-session');
    const client = createClient({ baseUrl: '', fetch });
    const error = await allOf(client.streamTranscript('nothing', { pauses })).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ code: 'unknown-session', status: 404, message: 'Not now.' });
  });

  it('ends quietly when it is told to, in a pause too', async () => {
    const controller = new AbortController();
    const fetch = async () => {
      setTimeout(() => controller.abort(), 5);
      throw new TypeError('no server');
    };
    const client = createClient({ baseUrl: '', fetch });
    const options = { signal: controller.signal, pauses: { first: 60_000, longest: 60_000 } };
    expect(await allOf(client.watchSessions(options))).toEqual([]);
  });

  it('gives up a connection on which nothing comes', async () => {
    const controller = new AbortController();
    let attempts = 0;
    const fetch = (async (_input, init) => {
      if (++attempts === 3) controller.abort();
      const signal = init?.signal as AbortSignal;
      signal.throwIfAborted();
      const silent = new ReadableStream<Uint8Array>({
        start: (stream) => signal.addEventListener('abort', () => stream.error(new DOMException('gone', 'AbortError'))),
      });
      return new Response(silent);
    }) as typeof globalThis.fetch;
    const client = createClient({ baseUrl: '', fetch });
    await allOf(client.watchSessions({ signal: controller.signal, pauses, silenceMs: 3 }));
    expect(attempts).toBe(3);
  });
});

describe('a request', () => {
  it('that changes something says that it is the page’s own', async () => {
    const asked: [string, RequestInit | undefined][] = [];
    const fetch = (async (input, init) => {
      asked.push([String(input), init]);
      return Response.json({ tags: [] });
    }) as typeof globalThis.fetch;
    const client = createClient({ baseUrl: '', fetch });
    await client.addTag('abcd', 'a/b');
    await client.tags();
    expect(asked.map(([url, init]) => [url, init?.method, new Headers(init?.headers).get('x-hansard')])).toEqual([
      ['/v1/sessions/abcd/tags/a%2Fb', 'PUT', '1'],
      ['/v1/tags', 'GET', null],
    ]);
  });

  it('tells of answers that are no problem documents and no JSON', async () => {
    const proxy = createClient({ baseUrl: '', fetch: async () => new Response('<html>', { status: 502 }) });
    await expect(proxy.status()).rejects.toMatchObject({ code: 'http-502', status: 502, isPassing: true });
    const broken = createClient({ baseUrl: '', fetch: async () => new Response('<html>') });
    await expect(broken.status()).rejects.toMatchObject({ code: 'bad-answer' });
  });
});
