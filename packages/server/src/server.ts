/** The HTTP server: registers the routes of the API with their checks, and turns whatever goes wrong into problems. */
import { PROBLEM_MEDIA, type Route, type RouteId, routes } from '@hansard/core/api/index.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify';
import { Answer } from './answers/answer.ts';
import { AnswerCache } from './answers/answer-cache.ts';
import { cacheKey, sendReadyFirst } from './answers/ready-answers.ts';
import type { App } from './app.ts';
import { requestChecks } from './checks.ts';
import type { Handler } from './handler.ts';
import { handlers } from './handlers.ts';
import { addressOf, methodsAt } from './paths.ts';
import { problemOf, Refusal } from './problems.ts';
import { SECURITY_HEADERS } from './security/headers.ts';
import { sendUnauthorized } from './site/unauthorized.ts';

const BODY_LIMIT = 256 * 1024;
const LONGEST_PARAMETER = 2000;

/** `registered` is told of every route, as the framework has it. */
export function createServer(app: App, registered?: (route: RouteOptions) => void): FastifyInstance {
  const server = Fastify({
    logger: false,
    // A request that names no host is refused by the check of hosts, with a problem.
    http: { requireHostHeader: false },
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    schemaController: requestChecks,
    clientErrorHandler,
    // Addresses that no route can have.
    frameworkErrors: (error, request, reply) => {
      reply.headers(SECURITY_HEADERS);
      sendProblem(app, new Refusal('bad-request', error.message.slice(0, 200)), request, reply);
    },
  });
  if (registered) server.addHook('onRoute', registered);
  server.removeContentTypeParser('text/plain');
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    if (app.stopping.aborted) throw new Refusal('stopping', 'The server is being stopped.');
    return app.guard.receive(request, reply);
  });
  server.setErrorHandler((error, request, reply) => sendProblem(app, error, request, reply));
  server.setNotFoundHandler(async (request, reply) => sendNotFound(app, request, reply));
  const cache = new AnswerCache(app.archive.sql);
  sendReadyFirst(server, app, cache);
  for (const route of routes) {
    const handler = handlers[route.id as RouteId] as Handler<RouteId> | undefined;
    if (handler) register(server, app, cache, route, handler);
  }
  return server;
}

/** Answers that do not come from the archive alone. */
const UNCACHED: ReadonlySet<string> = new Set(['health', 'status', 'agents', 'views']);
/** Whether a session is live, and what was three days ago, is a matter of time, too. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(['sessions', 'session', 'search', 'numbers']);
const MOMENT_MS = 15_000;

function register(
  server: FastifyInstance,
  app: App,
  cache: AnswerCache,
  route: Route,
  handler: Handler<RouteId>,
): void {
  const { id, method, path, params, query, body, auth, media, lines, status = 200 } = route;
  const isCached = method === 'GET' && media === 'json' && !UNCACHED.has(id);
  server.route({
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
    onRequest: async (request) => {
      if (auth) app.guard.authorize(request, route);
    },
    handler: async (request, reply) => {
      const asLines = lines !== undefined && (request.headers.accept ?? '').includes('ndjson');
      const moment = OF_THE_MOMENT.has(id) ? Math.floor(Date.now() / MOMENT_MS) : '';
      const key = isCached && !asLines ? cacheKey(request.url, moment) : undefined;
      const known = key === undefined ? undefined : cache.get(key);
      if (known) return known.send(request, reply);
      const { state } = cache;
      const value = await handler(app, {
        params: request.params as never,
        query: request.query as never,
        body: request.body as never,
        request,
        reply,
      });
      if (value === reply || reply.sent) return reply;
      const answer = value instanceof Answer ? value : Answer.json(value);
      if (key !== undefined) cache.keep(key, answer, state);
      return answer.send(request, reply.code(status));
    },
  });
}

/** Whoever mistyped an address in the browser gets the page, which says so and leads on. */
function sendNotFound(app: App, request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
  const page = request.method === 'GET' && isPage(request) ? app.page.file('index.html') : undefined;
  if (!page || /^\/(v1|assets|reference)\//.test(request.url))
    return sendProblem(app, notFound(request), request, reply);
  app.guard.authorize(request, { method: 'GET' });
  return page.send(request, reply.code(404));
}

function notFound(request: FastifyRequest): Refusal {
  const path = request.url.replace(/\?.*$/s, '');
  const methods = methodsAt(path);
  if (methods.length === 0) return new Refusal('route-not-found', `There is nothing at ${path.slice(0, 200)}.`);
  const detail = `${path.slice(0, 200)} does not take ${request.method}.`;
  return new Refusal('method-not-allowed', detail, { headers: { allow: methods.join(', ') } });
}

function sendProblem(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error, app.content.profile !== null);
  if (problem.code === 'bug') app.report(error);
  if (error instanceof Refusal) reply.headers(error.headers);
  reply.code(problem.status).header('cache-control', 'no-store');
  if (problem.code === 'unauthorized' && isPage(request)) return sendUnauthorized(reply);
  return reply.header('content-type', PROBLEM_MEDIA).send(Buffer.from(JSON.stringify(problem)));
}

/** A browser that shows it to somebody. */
const isPage = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes('text/html');

/** What is no HTTP at all gets an answer, too. */
function clientErrorHandler(error: NodeJS.ErrnoException, socket: import('node:stream').Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  const large = error.code === 'HPE_HEADER_OVERFLOW';
  const problem = problemOf(new Refusal(large ? 'header-too-large' : 'bad-request', 'The request is no HTTP.'));
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${large ? 'Request Header Fields Too Large' : 'Bad Request'}`,
    `content-type: ${PROBLEM_MEDIA}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
