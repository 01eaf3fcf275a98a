/** Webhooks get ids and counts, signed, in order, again when they failed; and lead to no private address by any way. */
import { createHmac } from 'node:crypto';
import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEveryPlace } from '../testing/hub-places.ts';
import type { TestHub } from '../testing/running-hub.ts';
import { messages, redacted, uuidOf } from '../testing/samples.ts';
import { isPrivate, post } from './post.ts';
import { tellWebhooks } from './tell.ts';

class Receiver {
  readonly got: { headers: IncomingHttpHeaders; text: string }[] = [];
  answer: { status: number; headers?: Record<string, string> } = { status: 200 };
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', async (request, response) => {
      let text = '';
      for await (const piece of request) text += piece;
      this.got.push({ headers: request.headers, text });
      response.writeHead(this.answer.status, this.answer.headers).end();
    });
  }

  static async start(): Promise<Receiver> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Receiver(server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

onEveryPlace('webhooks', (open) => {
  let hub: TestHub;
  let receiver: Receiver;
  let admin: string;
  beforeEach(async () => {
    [hub, receiver] = [await open(), await Receiver.start()];
    admin = await hub.key('admin');
  });
  afterEach(async () => {
    await hub.close();
    await receiver.stop();
  });
  const tell = (now = Date.now()) => tellWebhooks(hub.store, { now, allowed: ['127.0.0.1'] });

  it('are told what is accepted and taken back, without content, and again when that failed', async () => {
    const url = `http://127.0.0.1:${receiver.port}/hook`;
    const key = await hub.key('submitter');
    await hub.send(key, redacted('before', messages('old')));
    const { status, json } = await hub.ask(admin, '/v1/webhooks', { method: 'POST', body: { url } });
    expect(status).toBe(201);
    await hub.send(key, redacted('a', messages('the pelican'), {}), '?project=erdferkel');
    receiver.answer = { status: 500 };
    const now = Date.now();
    await tell(now);
    expect((await hub.ask(admin, '/v1/webhooks')).json.webhooks).toMatchObject([{ tries: 1, trouble: 'status-500' }]);
    receiver.answer = { status: 204 };
    await tell(now + 1000);
    expect(receiver.got).toHaveLength(1);
    await hub.ask(key, `/v1/transcripts/${uuidOf('a')}`, { method: 'DELETE' });
    await tell(now + 61_000);
    await tell(now + 62_000);
    const told = receiver.got.map(({ text }) => JSON.parse(text));
    expect(told.map(({ type }) => type)).toEqual([
      'transcript.accepted',
      'transcript.accepted',
      'transcript.retracted',
    ]);
    expect(told[0].data).toEqual({ transcriptId: uuidOf('a'), generation: 1, events: 1, keyId: key.split('_')[1] });
    expect(receiver.got.map(({ text }) => text).join()).not.toMatch(/pelican|erdferkel|old|anon_/);
    const { headers, text } = receiver.got[2] as Receiver['got'][number];
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
    const secret = Buffer.from(json.secret.slice('whsec_'.length), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
    expect((await hub.ask(admin, '/v1/webhooks')).text).not.toContain('whsec_');
    expect((await hub.ask(admin, `/v1/webhooks/${json.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await hub.ask(key, '/v1/webhooks')).status).toBe(403);
  });
});

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
  ])('%s is private', (address) => expect(isPrivate(address)).toBe(true));

  it.each(['93.184.216.34', '2606:4700::1111', '172.15.0.1', '172.32.0.1'])('%s is not', (address) =>
    expect(isPrivate(address)).toBe(false),
  );
});

describe('what is sent', () => {
  const body = { headers: {}, body: '{}' };
  /** A name that has these addresses, one set after the other. */
  const resolves = (...sets: string[][]) =>
    ((_name: string, _options: object, done: (error: null, found: object[]) => void) => {
      const found = (sets.length > 1 ? sets.shift() : sets[0]) ?? [];
      done(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    }) as unknown as typeof lookup;

  it.each(['127.0.0.1', '[::1]', '2130706433', '0x7f.1', '127.1', '[::ffff:127.0.0.1]', 'localhost'])(
    'does not reach this machine as %s',
    async (host) => {
      const receiver = await Receiver.start();
      const trouble = await post({ ...body, url: `http://${host}:${receiver.port}/`, allowed: [] });
      expect([trouble, receiver.got]).toEqual(['private-address', []]);
      await receiver.stop();
    },
  );

  it('does not follow a name to a private address, whatever it was before or has beside', async () => {
    const receiver = await Receiver.start();
    const url = `http://hook.example:${receiver.port}/`;
    for (const sets of [[['127.0.0.1']], [['93.184.216.34', '127.0.0.1']], [[]]]) {
      expect(await post({ ...body, url, allowed: [], lookup: resolves(...sets) })).toBe('private-address');
    }
    expect(receiver.got).toEqual([]);
    // Only where the operator said so.
    expect(await post({ ...body, url, allowed: ['hook.example'], lookup: resolves(['127.0.0.1']) })).toBeUndefined();
    await receiver.stop();
  });

  it('follows no redirect', async () => {
    const [receiver, other] = [await Receiver.start(), await Receiver.start()];
    receiver.answer = { status: 307, headers: { location: `http://127.0.0.1:${other.port}/` } };
    const url = `http://127.0.0.1:${receiver.port}/`;
    expect(await post({ ...body, url, allowed: ['127.0.0.1'] })).toBe('status-307');
    expect([receiver.got.length, other.got.length]).toEqual([1, 0]);
    await Promise.all([receiver.stop(), other.stop()]);
  });
});
