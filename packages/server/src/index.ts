/** The archive over HTTP: JSON, streams, and the page. */
export type { App } from './app.ts';
export { type BuiltInPrivacyOptions, builtInPrivacy } from './content/built-in-privacy.ts';
export type { Content } from './content/content.ts';
export type { ServerPrivacy } from './content/server-privacy.ts';
export type { Machine, SyncState } from './machine.ts';
export { isLoopback } from './security/hosts.ts';
export { createServer } from './server.ts';
export { type RunningServer, type ServerOptions, startServer, USUAL_PORT } from './start.ts';
