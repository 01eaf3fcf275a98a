/** The list of routes: the server registers exactly these, and document and client are made from them. */
import type Type from 'typebox';
import type { Route } from './route.ts';
import { eventRoutes } from './routes/events.ts';
import { gitRoutes } from './routes/git.ts';
import { journalRoutes } from './routes/journal.ts';
import { liveRoutes } from './routes/live.ts';
import { questionRoutes } from './routes/questions.ts';
import { runRoutes } from './routes/runs.ts';
import { serverRoutes } from './routes/server.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { sharingRoutes } from './routes/sharing.ts';
import { telemetryRoutes } from './routes/telemetry.ts';

const ALL = [
  ...serverRoutes,
  ...sessionRoutes,
  ...gitRoutes,
  ...eventRoutes,
  ...questionRoutes,
  ...journalRoutes,
  ...sharingRoutes,
  ...liveRoutes,
  ...telemetryRoutes,
  ...runRoutes,
] as const;

export const routes: readonly Route[] = ALL;

type Known = (typeof ALL)[number];
export type RouteId = Known['id'];
type Named<Id extends RouteId> = Extract<Known, { id: Id }>;
type Part<Id extends RouteId, Field extends 'params' | 'query' | 'body'> =
  Named<Id> extends Record<Field, infer Schema extends Type.TSchema> ? Type.Static<Schema> : undefined;

/** Types of what a route takes and gives; undefined where it takes nothing. */
export type RouteParams<Id extends RouteId> = Part<Id, 'params'>;
export type RouteQuery<Id extends RouteId> = Part<Id, 'query'>;
/** A long body comes as it is sent. */
export type RouteBody<Id extends RouteId> =
  Named<Id> extends { readonly streaming: readonly string[] } ? AsyncIterable<Uint8Array> : Part<Id, 'body'>;
export type RouteScope<Id extends RouteId> = Named<Id>['scope'];
export type RouteAnswer<Id extends RouteId> = Type.Static<Named<Id>['answer']>;

export function routeOf(id: RouteId): Route {
  return routes.find((one) => one.id === id) as Route;
}
