/**
 * Answers that were given before, to whoever asks again in the plainest way: the same address, from this machine, by
 * token or cookie. They are sent without the framework, whose way takes longer than sending. Whatever is special about
 * a request leaves it to the framework, which checks everything again and says what is wrong.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { SECURITY_HEADERS } from '../security/headers.ts';
import type { Principal } from '../security/principal.ts';
import type { AnswerCache } from './answer-cache.ts';

type Request = FastifyRequest['raw'];
type Response = FastifyReply['raw'];

const ALWAYS = Object.entries(SECURITY_HEADERS).flat();

/** Looks for what is ready before the framework sees a request. */
export function sendReadyFirst({ server }: FastifyInstance, app: App, cache: AnswerCache): void {
  const framework = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const pass = () => {
      for (const listener of framework) listener.call(server, request, response);
    };
    const asked = askedPlainly(app, cache, request);
    if (!asked) return pass();
    // A store that cannot tell its version cannot tell that nothing has changed.
    app.store.changes.version().then((version) => void (send(cache, asked, version, response) || pass()), pass);
  });
}

interface Asked {
  readonly key: string;
  readonly principal: Principal;
  readonly encodings: string | undefined;
}

/** Undefined for what is special about a request, and for what is not there. */
function askedPlainly(app: App, cache: AnswerCache, request: Request): Asked | undefined {
  const { method, url = '', headers } = request;
  if (method !== 'GET' || app.stopping.aborted || isSpecial(headers)) return undefined;
  const principal = app.guard.admitsPlain(request);
  const view = principal && app.contents.viewOf(principal);
  if (!principal || view === undefined) return undefined;
  const key = cacheKey(view, url);
  return cache.mayHave(key) ? { key, principal, encodings: headers['accept-encoding'] } : undefined;
}

/** False when nothing was sent. Whoever may not have it is told so by the framework. */
function send(cache: AnswerCache, { key, principal, encodings }: Asked, version: string, response: Response): boolean {
  const kept = cache.get(key, version);
  const ready = kept && principal.scopes.has(kept.scope) ? kept.answer.ready(encodings) : undefined;
  if (!ready) return false;
  response.writeHead(200, [...ALWAYS, ...ready.headers]);
  response.end(ready.body);
  return true;
}

/** By what an answer is kept: for whom, as the content says, and of which moment, if that matters. */
export const cacheKey = (view: string, url: string, moment: number | '' = ''): string => `${view} ${moment} ${url}`;

/** Another form of it, a part of it, or with a body. */
const isSpecial = (headers: Request['headers']): boolean =>
  headers['if-none-match'] !== undefined ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined ||
  (headers.accept ?? '').includes('ndjson');
