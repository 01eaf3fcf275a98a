/** The frame of the server, for a server that lets others in: routes, checks, answers, the page, and how it listens. */
export type { App } from './app.ts';
export { Contents } from './content/contents.ts';
export type { ServerPrivacy } from './content/server-privacy.ts';
export type { AnyCall, AnyHandler } from './handler.ts';
export { Refusal } from './problems.ts';
export { Buckets } from './security/buckets.ts';
export { bearerOf, COOKIE, cookieOf, isFromPage, REALM, withoutScope } from './security/guard.ts';
export { bracketed, hostCheck, isLoopback } from './security/hosts.ts';
export type { Door, Needed, Principal } from './security/principal.ts';
export { cookieFor } from './security/token.ts';
export { createServer, type MoreRoutes } from './server.ts';
export { Site } from './site/site.ts';
export { type LoginPage, sendUnauthorized } from './site/unauthorized.ts';
export { closeWithin, listen, PATIENCE_MS } from './start.ts';
