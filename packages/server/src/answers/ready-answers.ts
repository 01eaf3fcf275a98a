/**
 * Answers that were given before, to whoever asks again in the plainest way: the same address, from this machine, by
 * token or cookie. They are sent without the framework, whose way takes longer than sending. Whatever is special about
 * a request leaves it to the framework, which checks everything again and says what is wrong.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { SECURITY_HEADERS } from '../security/headers.ts';
import type { AnswerCache } from './answer-cache.ts';

type Request = FastifyRequest['raw'];
type Response = FastifyReply['raw'];

const ALWAYS = Object.entries(SECURITY_HEADERS).flat();

/** Looks for what is ready before the framework sees a request. */
export function sendReadyFirst({ server }: FastifyInstance, app: App, cache: AnswerCache): void {
  const framework = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (sendReady(app, cache, request, response)) return;
    for (const listener of framework) listener.call(server, request, response);
  });
}

/** False when nothing was sent. */
function sendReady(app: App, cache: AnswerCache, request: Request, response: Response): boolean {
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
const isSpecial = (headers: Request['headers']): boolean =>
  headers['if-none-match'] !== undefined ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined ||
  (headers.accept ?? '').includes('ndjson');
