/** Registers a route as its entry in the list says: who may ask, what is taken, what is kept for whoever asks again. */
import type { Route, RouteId, Scope } from '@hansard/core/api/index.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Answer } from './answers/answer.ts';
import type { AnswerCache } from './answers/answer-cache.ts';
import { cacheKey } from './answers/ready-answers.ts';
import type { App } from './app.ts';
import { takeStreams } from './body-stream.ts';
import type { AnyHandler, Call } from './handler.ts';
import { addressOf } from './paths.ts';
import type { Principal } from './security/principal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once that was checked. */
    principal?: Principal;
  }
}

export interface Registration {
  readonly app: App;
  readonly cache: AnswerCache;
  readonly route: Route;
  readonly handler: AnyHandler;
}

/** Routes that take no body have little use for one. */
const NO_BODY = 16 * 1024;
/** For how long an answer that depends on the time is given again. */
const MOMENT_MS = 15_000;

export function registerRoute(server: FastifyInstance, registration: Registration): void {
  const { streaming, bodyLimit = NO_BODY } = registration.route;
  if (streaming === undefined) return void server.route({ ...optionsOf(registration), bodyLimit });
  // How bodies are read is a matter of all routes of an instance.
  server.register(async (apart) => {
    takeStreams(apart, streaming, bodyLimit);
    apart.route(optionsOf(registration));
  });
}

function optionsOf({ app, cache, route, handler }: Registration): RouteOptions {
  const { method, path, params, query, body, scope, media } = route;
  return {
    method,
    url: addressOf(path),
    // The head of a stream would come with a stream that nobody reads.
    exposeHeadRoute: media !== 'sse',
    // The rest of a path has no name in the router, and is checked by whoever looks it up.
    schema: {
      ...(params && !path.includes('*') && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
    },
    onRequest: async (request, reply) => {
      if (scope === null) return;
      request.principal = await app.guard.authorize(request, { method, scope });
      endWithPrincipal(request.principal, reply);
    },
    handler: (request, reply) => answer({ app, cache, route, handler }, request, reply),
  };
}

/** Whatever is still being sent to somebody who is no longer let in is cut off: it must not look complete. */
function endWithPrincipal({ onEnd }: Principal, { raw }: FastifyReply): void {
  const leave = onEnd?.(() => raw.destroy());
  if (leave) raw.once('close', leave);
}

async function answer(
  { app: whole, cache, route, handler }: Registration,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { principal } = request;
  const app = principal && whole.scopedTo ? await whole.scopedTo(principal) : whole;
  const content = principal && (await app.contents.for(principal));
  const key = principal && keyOf(app, route, principal, request);
  const version = key === undefined ? '' : await app.store.changes.version();
  const known = key === undefined ? undefined : cache.get(key, version);
  if (known) return known.answer.send(request, reply);
  const { params, query, body } = request;
  const value = await handler(app, {
    params,
    query,
    body,
    principal,
    content,
    request,
    reply,
  } as Call<RouteId>);
  // Whoever sent something itself returned the answer, which is waited for: it may have been cut off.
  if (value === reply || reply.sent || reply.raw.destroyed) return reply;
  const made = value instanceof Answer ? value : Answer.json(value);
  if (key !== undefined) cache.keep(key, { answer: made, scope: route.scope as Scope }, version);
  return made.send(request, reply.code(route.status ?? 200));
}

/** By what the answer is kept; undefined where it is not. */
function keyOf(app: App, route: Route, principal: Principal, request: FastifyRequest): string | undefined {
  const view = app.contents.viewOf(principal);
  const asLines = route.lines !== undefined && (request.headers.accept ?? '').includes('ndjson');
  // What is kept is kept for all who see the same store.
  if (route.cache === 'never' || asLines || view === undefined || app.isScoped === true) return undefined;
  return cacheKey(view, request.url, route.cache === 'moment' ? Math.floor(Date.now() / MOMENT_MS) : '');
}
