/** What answers a route. It is given what was checked against the route's schemas, and returns what is sent as JSON. */
import type { RouteBody, RouteId, RouteParams, RouteQuery, RouteScope } from '@hansard/core/api/index.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app.ts';
import type { Content } from './content/content.ts';
import type { Principal } from './security/principal.ts';

export interface Call<Id extends RouteId> {
  readonly params: RouteParams<Id>;
  readonly query: RouteQuery<Id>;
  readonly body: RouteBody<Id>;
  /** Who asks; nobody knows on a route that is open to all. */
  readonly principal: RouteScope<Id> extends null ? undefined : Principal;
  /**
   * Everything that comes from transcripts is taken from here: as it is, or through the privacy gate, as it is right for
   * who asks.
   */
  readonly content: RouteScope<Id> extends null ? undefined : Content;
  readonly request: FastifyRequest;
  /** For whoever sends something else than JSON: return it, after `send` or `hijack`. */
  readonly reply: FastifyReply;
}

export type Handler<Id extends RouteId> = (app: App, call: Call<Id>) => unknown;
/** One of a route that not every server has. */
export type AnyHandler = (app: App, call: AnyCall) => unknown;
export interface AnyCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly principal: Principal | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Handlers = { readonly [Id in RouteId]?: Handler<Id> };

/** Whether a switch in a query is on. */
export const isOn = (value: string | undefined): boolean => value === '' || value === '1' || value === 'true';
