/** Syncs a home into a new archive, with the index of written lines or without, and tells what that took. */

import { register } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { indexShare } from './index-share.mjs';

const [mode, home, place] = process.argv.slice(2);
// Without it: nothing is found to have been written, and nothing is looked for.
const stub = `export async function load(url, context, next) {
  if (!url.endsWith('/core/dist/git/wrote.js')) return next(url, context);
  return { format: 'module', shortCircuit: true, source: 'export const wroteOf = () => undefined;' };
}`;
if (mode === 'without') register(`data:text/javascript,${encodeURIComponent(stub)}`);
const from = (file) => import(pathToFileURL(path.join(process.cwd(), 'packages', file)).href);
const { Archive, createNodeHost, sync } = await from('archive/dist/index.js');
const { adapters } = await from('core/dist/index.js');
const host = createNodeHost({ home, env: { HANSARD_HOME: place } });
const archive = await Archive.open(host);
const before = process.cpuUsage();
await sync({ archive, adapters, host, now: new Date().toISOString() });
const { user, system } = process.cpuUsage(before);
archive.close();
console.log(JSON.stringify({ cpu: (user + system) / 1e6, ...(await indexShare(process.cwd(), place)) }));
