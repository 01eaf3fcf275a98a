#!/usr/bin/env node
// Starts the program. Plain JavaScript, so that an old Node can still say what is wrong.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
const main = fileURLToPath(new URL('../dist/main.cjs', import.meta.url));

if (major < 20 || (major === 20 && minor < 19)) {
  fail(`hansard needs Node 20.19 or later; this is ${process.version}.`);
} else if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else if (existsSync(main)) {
  // Only now: it needs what an old Node has not.
  import('./program.js').then(({ loadProgram }) => loadProgram(main).main(process.argv.slice(2)));
} else {
  fail('hansard is not built yet: run `npm run build` in its folder.');
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}
