/**
 * Two hubs of the real command on one PostgreSQL, which syncs to disk: documents come in, come again, and are searched while
 * more come in. Targets: 5,000 events a second, 150 µs of hub and 100 µs of PostgreSQL CPU an event, 5 ms a document that is
 * there; a session grown by a tenth sends a fifth of it, five late events a twentieth; search p50 50 ms, p90 150 ms for every
 * class of word; up in 1 s, under 120 MiB. `HANSARD_BENCH_HUB_COPIES` copies all of it inside the database before searching.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../scripts/lib/bundle.mjs';
import { table } from './table.mjs';

export async function hubTable({ root, scratch }) {
  const folder = path.join(scratch, 'hub');
  mkdirSync(folder, { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  execFileSync(process.execPath, [path.join(root, 'scripts/build.mjs')], { stdio: 'ignore', cwd: root });
  const input = { main: fileURLToPath(new URL('hub-worker.mjs', import.meta.url)) };
  await bundle({ input, folder: path.join(folder, 'out'), external: [/^vitest/] });
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    HANSARD_POSTGRES_CACHE: path.join(root, 'node_modules/.cache/hansard/postgres/node_modules'),
    HANSARD_BENCH_HUB_DOCUMENTS: process.env.HANSARD_BENCH_HUB_DOCUMENTS ?? '300',
    HANSARD_BENCH_HUB_COPIES: process.env.HANSARD_BENCH_HUB_COPIES ?? '0',
  };
  const args = [
    path.join(folder, 'out', 'main.js'),
    path.join(root, 'packages/cli/bin/hansard.js'),
    path.join(root, '../shared/tools/generate-logs.mjs'),
  ];
  const { sending, growing, searching, title, searchTitle } = JSON.parse(
    execFileSync(process.execPath, args, {
      env,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  return table(title, sending) + table('A session that goes on', growing) + table(searchTitle, searching);
}
