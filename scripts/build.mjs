/** `npm run build`, and the last part of `npm install`: builds the command. Publishing also builds the libraries. */
import { buildCommand } from './lib/build-packages.mjs';

const started = performance.now();
const files = await buildCommand();
console.log(`Built the command: ${files.length} files in ${Math.round(performance.now() - started)} ms`);
