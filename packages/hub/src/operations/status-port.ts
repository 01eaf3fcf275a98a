/**
 * A port of its own for those who run the hub: `/livez` (the process answers), `/readyz` (it can do its work) and `/metrics`.
 * It needs no key and shows numbers alone; a proxy that serves the hub to others leaves it out.
 */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Failure } from '@hansard/core';
import { bracketed } from '@hansard/server/frame';
import type { HubMetrics } from './metrics.ts';

export interface StatusOptions {
  readonly address: string;
  readonly port: number;
  readonly metrics: HubMetrics;
  /** Fails when the hub cannot do its work. */
  readonly check: () => Promise<void>;
  readonly stopping: AbortSignal;
}

export interface StatusPort {
  readonly url: string;
  close(): void;
}

/** A database that does not answer by then is not ready. */
const PATIENCE_MS = 3000;

export async function openStatusPort({ address, port, ...parts }: StatusOptions): Promise<StatusPort> {
  const server = createServer((request, response) => {
    void answer(parts, request.method ?? '', (request.url ?? '').replace(/\?.*$/s, ''), response);
  });
  const taken = await listening(server, address, port);
  return {
    url: `http://${bracketed(address)}:${taken}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Parts = Omit<StatusOptions, 'address' | 'port'>;

async function answer(parts: Parts, method: string, path: string, response: ServerResponse): Promise<void> {
  const send = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
  if (method !== 'GET' && method !== 'HEAD') return void send(405, 'only GET\n');
  if (path === '/livez') return void send(200, 'ok\n');
  if (path === '/readyz') {
    const why = await whyNot(parts);
    return void send(why === undefined ? 200 : 503, `${why ?? 'ok'}\n`);
  }
  if (path !== '/metrics') return void send(404, '/livez, /readyz or /metrics\n');
  const { registry } = parts.metrics;
  await registry.metrics().then(
    (text) => send(200, text, registry.contentType),
    () => send(503, 'the database does not answer\n'),
  );
}

async function whyNot({ check, stopping }: Parts): Promise<string | undefined> {
  if (stopping.aborted) return 'stopping';
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('the database does not answer in time'), PATIENCE_MS);
  });
  const checked = check().then(
    () => undefined,
    (error: unknown) => (error instanceof Failure ? error.message : 'the database does not answer'),
  );
  const why = await Promise.race([checked, late]);
  clearTimeout(timer);
  return why;
}

async function listening(server: Server, address: string, port: number): Promise<number> {
  server.listen(port, address);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const why =
      (cause as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'another program listens there' : String(cause);
    throw new Failure('cannot-listen', `${bracketed(address)}:${port} cannot be listened on: ${why}.`, { cause });
  }
  return (server.address() as { port: number }).port;
}
