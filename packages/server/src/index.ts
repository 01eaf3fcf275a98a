/** The archive over HTTP: JSON, streams, and the page. */
export type { App } from './app.ts';
export { Changes } from './changes.ts';
export type { Content } from './content/content.ts';
export { createServer } from './server.ts';
