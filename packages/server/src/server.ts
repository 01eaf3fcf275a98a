/** The HTTP server: registers the routes of the API with their checks, and starts and stops. */
import { type Route, type RouteId, routes } from '@hansard/core/api/index.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import type { App } from './app.ts';
import type { Handler } from './handler.ts';
import { handlers } from './handlers.ts';

export function createServer(app: App): FastifyInstance {
  const server = Fastify({ logger: false });
  for (const route of routes) {
    const handler = handlers[route.id as RouteId] as Handler<RouteId> | undefined;
    if (handler) register(server, app, route, handler);
  }
  return server;
}

function register(server: FastifyInstance, app: App, route: Route, handler: Handler<RouteId>): void {
  const { method, path, params, query, body } = route;
  server.route({
    method,
    url: addressOf(path),
    schema: { ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) },
    handler: (request, reply) =>
      handler(app, {
        params: request.params as never,
        query: request.query as never,
        body: request.body as never,
        request,
        reply,
      }),
  });
}

/** `/v1/sessions/{id}` as the router writes it. */
export function addressOf(path: string): string {
  return path.replaceAll(/\{(\w+)\*\}/g, '*').replaceAll(/\{(\w+)\}/g, ':$1');
}
