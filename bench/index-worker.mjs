/** Syncs a home into a new archive, with the index of written lines or without, and tells what that took. */

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { indexShare } from './index-share.mjs';

const [mode, home, place] = process.argv.slice(2);
const from = (file) => import(pathToFileURL(path.join(process.cwd(), 'packages', file)).href);
const { Archive, createNodeHost, sync } = await from('archive/dist/index.js');
const { adapters } = await from('core/dist/index.js');
const { WrittenRows } = await from('archive/dist/sqlite/git/written-rows.js');
if (mode === 'without') WrittenRows.prototype.note = () => {};
const host = createNodeHost({ home, env: { HANSARD_HOME: place } });
const archive = await Archive.open(host);
const before = process.cpuUsage();
await sync({ archive, adapters, host, now: new Date().toISOString() });
const { user, system } = process.cpuUsage(before);
archive.close();
console.log(JSON.stringify({ cpu: (user + system) / 1e6, ...(await indexShare(process.cwd(), place)) }));
