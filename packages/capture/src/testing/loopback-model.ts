/** A model on loopback that speaks the protocols of the real ones, and answers what a script tells it to. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type Protocol, protocolOf } from './model-protocols.ts';

/** What the model says to one request. */
export interface Reply {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
  readonly refusal?: string;
  /** An error instead of an answer. */
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Streams: in how many pieces the text comes. */
  readonly pieces?: number;
  /** Streams: stops after so many events and waits until the client is gone. */
  readonly hangAfter?: number;
  /** Streams: breaks the connection after so many events. */
  readonly breakAfter?: number;
  readonly gzip?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look at what the SDKs have sent
export type Body = any;

export interface Seen {
  readonly path: string;
  readonly body: Body;
  readonly headers: IncomingMessage['headers'];
}

export class LoopbackModel {
  readonly seen: Seen[] = [];
  script: (body: Body, n: number) => Reply;
  /** Called when a client has left before its answer was complete. */
  onGone: () => void = () => {};
  readonly #server: Server;
  url = '';

  private constructor(script: (body: Body, n: number) => Reply) {
    this.script = script;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(script: (body: Body, n: number) => Reply): Promise<LoopbackModel> {
    const model = new LoopbackModel(script);
    await new Promise<void>((resolve) => model.#server.listen(0, '127.0.0.1', 4096, resolve));
    model.url = `http://127.0.0.1:${(model.#server.address() as AddressInfo).port}`;
    return model;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    const protocol = protocolOf(path);
    if (!protocol) return void response.writeHead(404).end('{"error":{"message":"no such path"}}');
    const body: Body = text ? JSON.parse(text) : {};
    this.seen.push({ path, body, headers: request.headers });
    const reply = this.script(body, this.seen.length);
    const id = `id-${this.seen.length}`;
    if (reply.status) return fail(response, reply);
    const streamed = body.stream === true || path.includes(':streamGenerateContent');
    if (streamed) return this.#stream(response, protocol, reply, body, id);
    const json = Buffer.from(JSON.stringify(protocol.whole(reply, body, id)));
    const headers = { 'content-type': 'application/json', 'x-request-id': `req-${id}`, ...reply.headers };
    if (reply.gzip) response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(json));
    else response.writeHead(200, headers).end(json);
  }

  async #stream(response: ServerResponse, protocol: Protocol, reply: Reply, body: Body, id: string): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': `req-${id}`, ...reply.headers });
    response.flushHeaders();
    let sent = 0;
    for (const event of protocol.events(reply, body, id)) {
      if (sent === reply.breakAfter) return void response.destroy();
      if (sent++ === reply.hangAfter) return void response.once('close', () => this.onGone());
      if (!response.write(event)) await new Promise((resolve) => response.once('drain', resolve));
    }
    response.end();
  }
}

function fail(response: ServerResponse, { status = 500, text = 'It failed.', headers }: Reply): void {
  const body = { type: 'error', error: { type: 'overloaded', code: 'overloaded', message: text } };
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
