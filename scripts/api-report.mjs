/**
 * `npm run api-report`: writes what the libraries offer to programs into `api/`, one file for each package. With `--check` it
 * only compares, and says what differs.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiReport } from './lib/api-report.mjs';
import { root } from './lib/paths.mjs';
import { PUBLISHED } from './lib/stage-packages.mjs';

const folder = join(root, 'api');
mkdirSync(folder, { recursive: true });
let differing = 0;
for (const name of PUBLISHED.filter((one) => one !== 'cli')) {
  const file = join(folder, `${name}.md`);
  const report = apiReport(name);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (before === report) continue;
  if (!process.argv.includes('--check')) writeFileSync(file, report);
  else {
    differing += 1;
    console.error(`api/${name}.md does not match the built package:\n${difference(before, report)}`);
  }
}
if (differing > 0) {
  console.error('If the API was meant to change, run `npm run build && npm run api-report` and commit api/.');
  process.exitCode = 1;
}

function difference(before, after) {
  const [old, now] = [before, after].map((text) => new Set(text.split('\n')));
  const gone = [...old].filter((line) => !now.has(line)).map((line) => `- ${line.slice(0, 160)}`);
  const added = [...now].filter((line) => !old.has(line)).map((line) => `+ ${line.slice(0, 160)}`);
  return [...gone, ...added].slice(0, 40).join('\n');
}
