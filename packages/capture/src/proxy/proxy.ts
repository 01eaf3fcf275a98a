/**
 * A proxy for model calls on loopback: everything goes through unchanged and at once, and what is a call of a model is
 * recorded beside it. Its address has a random token in it, so that no other user of the machine and no page in a browser
 * can use it. If recording fails, calls go on.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest, Agent as TlsAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Session } from '../session/session.ts';
import { readableEncodings } from './decoded.ts';
import { ProxiedCall } from './proxied-call.ts';
import { environmentFor, type Route, redirectedBy, routesOf, targetOf } from './routes.ts';

export interface ProxyOptions {
  /** The session that a call belongs to. */
  readonly session: () => Session;
  /** Variables that name upstreams; those that are not set have the providers' own. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Any free one by default. */
  readonly port?: number;
  /** Kept across restarts by whoever gives it; random by default. */
  readonly token?: string;
}

export interface RunningProxy {
  /** Up to the token; a route's variable follows. */
  readonly base: string;
  /** What a program needs in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Calls of models that have come so far. */
  readonly calls: () => number;
  /** Waits for what is being recorded, then closes. */
  close(): Promise<void>;
}

export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const proxy = new RecordingProxy(options);
  await proxy.listen(options.port ?? 0);
  return proxy;
}

const IDLE_MS = 600_000;

/** Headers of one connection, which the other side has its own of. */
const HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
  'host',
]);

class RecordingProxy implements RunningProxy {
  readonly #options: ProxyOptions;
  readonly #token: string;
  readonly #routes: readonly Route[];
  readonly #server: Server;
  readonly #agents = { http: new Agent({ keepAlive: true }), https: new TlsAgent({ keepAlive: true }) };
  readonly #recording = new Set<Promise<void>>();
  #calls = 0;
  base = '';
  env: Record<string, string> = {};

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#token = options.token ?? randomBytes(18).toString('base64url');
    this.#routes = routesOf(options.env);
    this.#server = createServer((request, response) => this.#pass(request, response));
    // Clients that would rather have a WebSocket fall back at once when they are told so.
    this.#server.on('upgrade', (_request, socket) => {
      socket.end('HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    });
    // Answers of models take their time.
    this.#server.requestTimeout = 0;
    this.#server.timeout = 0;
    // Programs keep connections for their next call: who closes one first may cut it off.
    this.#server.keepAliveTimeout = IDLE_MS;
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    this.base = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/t/${this.#token}`;
    this.env = environmentFor(this.#routes, this.base, this.#options.env);
  }

  calls(): number {
    return this.#calls;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await Promise.all(this.#recording);
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const found = this.#targetOf(request.url ?? '');
    if (!found) {
      answer(response, 404, 'This is a proxy of hansard, and there is nothing at this address.');
      return;
    }
    const { address: target, route } = found;
    const url = new URL(target);
    const call = this.#callOf(request, target);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const agent = url.protocol === 'https:' ? this.#agents.https : this.#agents.http;
    const passed = passedHeaders(request.rawHeaders);
    const headers = [...(call ? withReadableEncodings(passed) : passed), 'host', url.host];
    const upstream = send(url, { method: request.method, headers, agent });
    const redirected = (location: string) => redirectedBy(location, target, route, this.base);
    upstream.on('response', (from) => this.#answer(from, response, call, redirected));
    upstream.on('error', (error: Error) => {
      this.#keep(call?.failed(`The model could not be reached: ${error.message}`));
      if (!response.headersSent) answer(response, 502, `The model could not be reached: ${error.message}`);
      else response.destroy();
    });
    request.on('error', () => upstream.destroy());
    request.pipe(upstream);
    if (call) {
      request.on('data', (chunk: Buffer) => call.requestChunk(chunk));
      request.once('end', () => setImmediate(() => call.requestEnd()));
    }
    // Said first: closing the other side looks like a failure there.
    response.once('close', () => {
      if (response.writableFinished) return;
      call?.interrupted('the program closed the connection');
      this.#keep(call?.end());
      upstream.destroy();
    });
  }

  #answer(
    from: IncomingMessage,
    response: ServerResponse,
    call: ProxiedCall | undefined,
    redirected: (location: string) => string,
  ): void {
    call?.response(from.statusCode ?? 0, from.headers);
    const headers = withHeader(passedHeaders(from.rawHeaders), 'location', redirected);
    response.writeHead(from.statusCode ?? 502, from.statusMessage, headers);
    // Else a stream would wait for its first piece.
    response.flushHeaders();
    from.pipe(response);
    if (call) from.on('data', (chunk: Buffer) => call.responseChunk(chunk));
    from.once('end', () => this.#keep(call?.end()));
    from.once('aborted', () => {
      call?.interrupted('the model closed the connection');
      this.#keep(call?.end());
      response.destroy();
    });
    from.once('error', () => response.destroy());
  }

  #targetOf(path: string): ReturnType<typeof targetOf> {
    const [, token = '', rest = ''] = /^\/t\/([\w-]+)(\/.*)$/s.exec(path) ?? [];
    const [given, own] = [Buffer.from(token), Buffer.from(this.#token)];
    if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined;
    const found = targetOf(this.#routes, rest);
    return found && URL.canParse(found.address) ? found : undefined;
  }

  #callOf(request: IncomingMessage, target: string): ProxiedCall | undefined {
    const session = this.#options.session();
    const call = session.guarded(() => ProxiedCall.of(session, request.method ?? 'GET', target, request.headers));
    if (call) this.#calls++;
    return call;
  }

  #keep(work: Promise<void> | undefined): void {
    if (!work) return;
    this.#recording.add(work);
    void work.finally(() => this.#recording.delete(work));
  }
}

/** As they came, with their order and spelling, but for those of the connection itself. */
function passedHeaders(raw: readonly string[]): string[] {
  return raw.flatMap((name, at) => {
    if (at % 2 === 1 || HOP.has(name.toLowerCase())) return [];
    return [name, raw[at + 1] as string];
  });
}

function withHeader(headers: readonly string[], name: string, change: (value: string) => string): string[] {
  return headers.map((value, at) => (at % 2 === 1 && headers[at - 1]?.toLowerCase() === name ? change(value) : value));
}

const withReadableEncodings = (headers: readonly string[]): string[] =>
  withHeader(headers, 'accept-encoding', readableEncodings);

function answer(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ error: { type: 'hansard_proxy', message } });
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
