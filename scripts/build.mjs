/**
 * `npm run build`, and the last part of `npm install`: builds the command. With `--libraries` also the libraries
 * and their types, which publishing and the benchmarks need.
 */
import { writeFileSync } from 'node:fs';
import { buildCommand, buildLibraries } from './lib/build-packages.mjs';
import { buildStamp } from './lib/paths.mjs';

const started = performance.now();
const files = await buildCommand();
// Files that stay the same are not written again, so none of them tells when this was.
writeFileSync(buildStamp, '');
if (process.argv.includes('--libraries')) await buildLibraries();
console.log(`Built ${files.length} files in ${Math.round(performance.now() - started)} ms`);
