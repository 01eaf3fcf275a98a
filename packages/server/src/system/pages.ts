/** The page and the reference: files for browsers, and the link that logs one in. */
import { openapiDocument } from '@hansard/core/api/openapi.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../answers/answer.ts';
import type { App } from '../app.ts';
import type { Call, Handlers } from '../handler.ts';
import { Refusal } from '../problems.ts';
import { COOKIE } from '../security/guard.ts';
import type { Site } from '../site/site.ts';

/** The names of the page's files change with what is in them. */
const FOR_GOOD = 'private, max-age=31536000, immutable';
const YEAR = 31_536_000;

const page = (app: App, { request, reply }: Pick<Call<'page-home'>, 'request' | 'reply'>) =>
  sendFile(app.page, 'index.html', request, reply);

export const pageHandlers: Handlers = {
  login: async (app, { query, request, reply }) => {
    const secret = await app.guard.cookieFor(request, query.token);
    if (secret === undefined) throw new Refusal('unauthorized', 'The token is not the server’s.');
    const cookie = `${app.guard.cookieName?.(request) ?? COOKIE}=${secret}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${YEAR}`;
    return reply.header('set-cookie', cookie).redirect(placeOf(query), 303);
  },
  openapi: ({ describe = openapiDocument }) => describe(),
  reference: (app, { request, reply }) => sendFile(app.reference, 'index.html', request, reply),
  'reference-file': (app, { params, request, reply }) => sendFile(app.reference, nameIn(params), request, reply),
  'page-home': page,
  'page-session': page,
  'page-search': page,
  'page-compare': page,
  'page-settings': page,
  'page-stats': page,
  'page-runs': page,
  'page-run': page,
  'page-runs-compare': page,
  'page-file': (app, { params, request, reply }) => {
    reply.header('cache-control', FOR_GOOD);
    return sendFile(app.page, `assets/${nameIn(params)}`, request, reply);
  },
};

/** Made here and not taken from the address: a link must not lead elsewhere. */
function placeOf({ session, event }: Call<'login'>['query']): string {
  if (session === undefined) return '/';
  return `/s/${encodeURIComponent(session)}${event === undefined ? '' : `?e=${encodeURIComponent(event)}`}`;
}

/** The router calls the rest of a path so. */
const nameIn = (params: object): string => String((params as Record<string, unknown>)['*'] ?? '');

function sendFile(site: Site, name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const file: Answer | undefined = site.file(name);
  if (!file) throw new Refusal('not-found', `There is no file ${name.slice(0, 200)}.`);
  return file.send(request, reply);
}
