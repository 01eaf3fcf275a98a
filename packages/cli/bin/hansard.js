#!/usr/bin/env node
// Starts the program. Plain JavaScript, so that an old Node can still say what is wrong.
import { existsSync, readFileSync } from 'node:fs';
import { keepCompiledCode } from './code-cache.js';

const [major, minor] = process.versions.node.split('.').map(Number);
const main = new URL('../dist/main.js', import.meta.url);

if (major < 20 || (major === 20 && minor < 19)) {
  fail(`hansard needs Node 20.19 or later; this is ${process.version}.`);
} else if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else if (existsSync(main)) {
  keepCompiledCode();
  import(main.href).then((program) => program.main(process.argv.slice(2)));
} else {
  fail('hansard is not built yet: run `npm run build` in its folder.');
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}
