/**
 * `npm run build`: builds the command. With `--libraries`, as the last part of `npm install` does, also the libraries and their
 * types, so that programs in the checkout can import them.
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
