/** The HTTP API as data: routes and schemas, without a server. */

export { MAP_FLAGS } from '../events/map-flags.ts';
export * from './events.ts';
export * from './flows.ts';
export * from './git.ts';
export * from './journal.ts';
export * from './live.ts';
export * from './numbers.ts';
export * from './problem.ts';
export type { Cache, Media, Method, Route } from './route.ts';
export {
  type RouteAnswer,
  type RouteBody,
  type RouteId,
  type RouteParams,
  type RouteQuery,
  type RouteScope,
  routeOf,
  routes,
} from './routes.ts';
export * from './run-views.ts';
export {
  ReceiptFileList,
  RunAnswer,
  RunEntry,
  RunFileEntry,
  RunList,
  RunStepEntry,
  RunTokenSums,
  TranscriptFileList,
} from './runs.ts';
export { isScope, SCOPE_NAMES, SCOPES, type Scope } from './scope.ts';
export * from './search.ts';
export * from './server.ts';
export * from './session.ts';
export * from './sharing.ts';
export * from './views.ts';
