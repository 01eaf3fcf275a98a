/** The HTTP server: registers the routes of the API with their checks, and turns whatever goes wrong into problems. */
import { PROBLEM_MEDIA, type ProblemDetails, type Route, type RouteId, routes } from '@hansard/core/api/index.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify';
import { AnswerCache } from './answers/answer-cache.ts';
import { sendReadyFirst } from './answers/ready-answers.ts';
import type { App } from './app.ts';
import { requestChecks } from './checks.ts';
import type { AnyHandler } from './handler.ts';
import { handlers } from './handlers.ts';
import { methodsAt } from './paths.ts';
import { problemOf, Refusal } from './problems.ts';
import { registerRoute } from './register-route.ts';
import { SECURITY_HEADERS } from './security/headers.ts';
import { sendUnauthorized } from './site/unauthorized.ts';

const LONGEST_PARAMETER = 2000;
/** In which a request has to come; routes that take long bodies give more time. */
const REQUEST_MS = 30_000;

/** Routes that a server has beside those of every server, with what answers them. */
export interface MoreRoutes {
  readonly routes: readonly Route[];
  readonly handlers: Readonly<Record<string, AnyHandler | undefined>>;
}

const NO_MORE: MoreRoutes = { routes: [], handlers: {} };

/** `registered` is told of every route, as the framework has it. */
export function createServer(
  app: App,
  registered?: (route: RouteOptions) => void,
  more: MoreRoutes = NO_MORE,
  { proxies = 0 }: { readonly proxies?: number | undefined } = {},
): FastifyInstance {
  const server = Fastify({
    logger: false,
    // So many of the addresses, from the connection's own on, are those of proxies.
    trustProxy: (_address: string, hop: number) => hop < proxies,
    // A request that names no host is refused by the check of hosts, with a problem.
    http: { requireHostHeader: false },
    requestTimeout: REQUEST_MS,
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
  takeEmptyJson(server);
  server.decorateRequest('principal');
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    if (app.stopping.aborted) throw new Refusal('stopping', 'The server is being stopped.');
    return app.guard.receive(request, reply);
  });
  server.setErrorHandler((error, request, reply) => sendProblem(app, error, request, reply));
  server.setNotFoundHandler(async (request, reply) => sendNotFound(app, request, reply));
  const cache = new AnswerCache();
  sendReadyFirst(server, app, cache);
  for (const route of routes) {
    const handler = handlers[route.id as RouteId] as AnyHandler | undefined;
    if (handler) registerRoute(server, { app, cache, route, handler });
  }
  for (const route of more.routes) {
    const handler = more.handlers[route.id];
    if (handler) registerRoute(server, { app, cache, route, handler });
  }
  return server;
}

/** Many programs name JSON on every request, also where a route takes no body and they send none. */
function takeEmptyJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0 && request.routeOptions.schema?.body === undefined) done(null, undefined);
    else parse(request, body as string, done);
  });
}

/** Whoever mistyped an address in the browser gets the page, which says so and leads on. */
async function sendNotFound(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const page = request.method === 'GET' && isPage(request) ? app.page.file('index.html') : undefined;
  if (!page || /^\/(v1|api|assets|reference)\//.test(request.url))
    return sendProblem(app, notFound(request), request, reply);
  await app.guard.authorize(request, { method: 'GET', scope: 'read' });
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
  const problem = asAsked(problemOf(error, isRedacted(app, request)), request);
  if (problem.code === 'bug') app.report(error);
  if (error instanceof Refusal) reply.headers(error.headers);
  reply.code(problem.status).header('cache-control', 'no-store');
  if (problem.code === 'unauthorized' && isPage(request)) return sendUnauthorized(reply, app.loginPage);
  return reply.header('content-type', PROBLEM_MEDIA).send(Buffer.from(JSON.stringify(problem)));
}

/** Whoever knows the original of /api looks for `error`. */
const asAsked = (problem: ProblemDetails, { url }: FastifyRequest): ProblemDetails =>
  url.startsWith('/api/') ? { ...problem, error: problem.detail } : problem;

/** Failures may name sessions and files: only who sees everything is told. */
const isRedacted = ({ contents }: App, { principal }: FastifyRequest): boolean =>
  principal === undefined || principal.profile !== null || contents.profile !== null;

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
