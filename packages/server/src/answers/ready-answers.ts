/**
 * Answers that were given before, to whoever asks again in the plainest way: the same address, from this machine, by
 * token or cookie. They are sent without the framework, whose way takes longer than sending. Whatever is special about
 * a request leaves it to the framework, which checks everything again and says what is wrong.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:http';
import type { App } from '../app.ts';
import { SECURITY_HEADERS } from '../security/headers.ts';
import type { AnswerCache } from './answer-cache.ts';

const ALWAYS = Object.entries(SECURITY_HEADERS).flat();

/** As the framework names its settings. */
export interface ServerSettings {
  readonly http?: object;
  readonly keepAliveTimeout: number;
  readonly requestTimeout: number;
}

/** A server whose requests are answered from what is ready, and by `otherwise`. */
export function serverWithReady(
  app: App,
  cache: AnswerCache,
  otherwise: RequestListener,
  { http = {}, keepAliveTimeout, requestTimeout }: ServerSettings,
): Server {
  const server = createServer(http, (request, response) => {
    if (!sendReady(app, cache, request, response)) otherwise(request, response);
  });
  return Object.assign(server, { keepAliveTimeout, requestTimeout });
}

/** False when nothing was sent. */
function sendReady(app: App, cache: AnswerCache, request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = '', headers } = request;
  if (method !== 'GET' || app.stopping.aborted || isSpecial(headers) || !app.guard.admitsPlain(request)) return false;
  const ready = cache.get(cacheKey(url))?.ready(headers['accept-encoding']);
  if (!ready) return false;
  response.writeHead(200, [...ALWAYS, ...ready.headers]);
  response.end(ready.body);
  return true;
}

/** By what an answer of no particular moment is kept. */
export const cacheKey = (url: string, moment: number | '' = ''): string => `${moment} ${url}`;

/** Another form of it, a part of it, or with a body. */
const isSpecial = (headers: IncomingMessage['headers']): boolean =>
  headers['if-none-match'] !== undefined ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined ||
  (headers.accept ?? '').includes('ndjson');
