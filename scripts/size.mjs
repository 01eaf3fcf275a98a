/**
 * `npm run size`: how large the page, the viewer of exported files, the command and the libraries are, and how much they may be at
 * most. The limits are in `size-budget.json`. Fails when something is larger. It takes what was built.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './lib/paths.mjs';

const command = join(root, 'packages', 'cli', 'dist');
const page = join(command, 'page');

const filesBelow = (folder, pattern) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
const bytes = (paths) => paths.reduce((sum, path) => sum + readFileSync(path).length, 0);
const packed = (paths) => paths.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
const library = (name) => packed(filesBelow(join(root, 'packages', name, 'dist'), /\.js$/));

/** What a browser loads before the page shows anything. */
function start() {
  const html = readFileSync(join(page, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path);
  return packed(named.map((path) => join(page, path)));
}

const MEASURES = {
  'page, at the start': start,
  'page, all of it': () => packed(filesBelow(page, /\.(js|css|html)$/)),
  'viewer in exported files': () => packed([join(command, 'viewer', 'viewer.json')]),
  'command, unpacked': () => bytes(filesBelow(command, /\.cjs$/)),
  '@hansard/core': () => library('core'),
  '@hansard/archive': () => library('archive'),
  '@hansard/live': () => library('live'),
  '@hansard/flows': () => library('flows'),
  '@hansard/server': () => library('server'),
  '@hansard/client': () => library('client'),
  '@hansard/hub': () => library('hub'),
  '@hansard/capture': () => library('capture'),
};

const { kilobytes } = JSON.parse(readFileSync(join(root, 'size-budget.json'), 'utf8'));
const known = new Set([...Object.keys(MEASURES), ...Object.keys(kilobytes)]);
for (const name of known) {
  const [limit, measure] = [kilobytes[name], MEASURES[name]];
  const size = measure ? measure() / 1000 : Number.NaN;
  const fits = size <= limit;
  if (!fits) process.exitCode = 1;
  console.log(`${fits ? '  ' : '! '}${name.padEnd(26)} ${size.toFixed(1).padStart(8)} of ${limit} KB`);
}
if (process.exitCode) console.error('Too large. Make it smaller, or raise the limit in size-budget.json and say why.');
