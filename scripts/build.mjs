/**
 * `npm run build`, and the last part of `npm install`: builds the command. With `--libraries` also the libraries
 * and their types, which publishing and the benchmarks need.
 */
import { buildCommand, buildLibraries } from './lib/build-packages.mjs';

const started = performance.now();
const files = await buildCommand();
if (process.argv.includes('--libraries')) await buildLibraries();
console.log(`Built ${files.length} files in ${Math.round(performance.now() - started)} ms`);
