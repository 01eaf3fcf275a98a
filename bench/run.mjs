#!/usr/bin/env node
/**
 * All benchmarks, side by side in one run, as ratios and CPU seconds: `npm run bench [NAME…]`.
 * Data: the synthetic home of ../shared/tools when it is there, and the golden cases repeated to the same size.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { blameTable } from './blame.mjs';
import { captureTable } from './capture.mjs';
import { discoveryTable } from './discovery.mjs';
import { flowsTable } from './flows.mjs';
import { formatsTable } from './formats.mjs';
import { htmlTable } from './html.mjs';
import { hubTable } from './hub.mjs';
import { liveTable } from './live.mjs';
import { numbersTable } from './numbers.mjs';
import { ownHistoryTable } from './own-history.mjs';
import { pageTable } from './page.mjs';
import { privacyTable } from './privacy.mjs';
import { recallTable } from './privacy-recall.mjs';
import { readTable } from './read.mjs';
import { runsTable } from './runs.mjs';
import { searchTable } from './search.mjs';
import { serverTable } from './server.mjs';
import { startTable } from './start.mjs';
import { syncTable } from './sync.mjs';
import { writtenLinesTable } from './written-lines.mjs';

const root = path.dirname(import.meta.dirname ?? new URL('.', import.meta.url).pathname.replace(/\/$/, ''));
const wanted = process.argv.slice(2);
const benches = {
  read: readTable,
  start: startTable,
  sync: syncTable,
  discovery: discoveryTable,
  search: searchTable,
  runs: runsTable,
  flows: flowsTable,
  blame: blameTable,
  'written-lines': writtenLinesTable,
  'own-history': ownHistoryTable,
  numbers: numbersTable,
  formats: formatsTable,
  privacy: privacyTable,
  'privacy-recall': recallTable,
  html: htmlTable,
  page: pageTable,
  server: serverTable,
  capture: captureTable,
  hub: hubTable,
  live: liveTable,
};
const scratch = mkdtempSync(path.join(tmpdir(), 'hansard-bench-'));

execFileSync(process.execPath, [path.join(root, 'scripts/build.mjs'), '--libraries'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  cwd: root,
});
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(await bench({ root, scratch }));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
// What is compared with may leave something running.
process.exit();
