/**
 * `npm run build`, and part of `npm install`: bundles the command into packages/cli/dist, each command a chunk
 * of its own. `--libraries` also builds the libraries with their types, which only publishing needs.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { bundle } from './lib/bundle.mjs';
import { root } from './lib/paths.mjs';

const started = performance.now();
const folder = (name) => join(root, 'packages', name, 'dist');
const source = (name, file) => join(root, 'packages', name, 'src', file);

const written = await bundle({
  input: { main: source('cli', 'main.ts') },
  folder: folder('cli'),
  output: { chunkFileNames: '[name]-[hash].js' },
});
if (process.argv.includes('--libraries')) await buildLibraries();
console.log(`Built ${written.length} files in ${Math.round(performance.now() - started)} ms`);

async function buildLibraries() {
  for (const name of ['core', 'archive']) {
    await bundle({
      input: { index: source(name, 'index.ts') },
      folder: folder(name),
      external: ['typebox', /^typebox\//, /^@hansard\//],
      output: { preserveModules: true, preserveModulesRoot: join(root, 'packages', name, 'src') },
    });
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    execFileSync(process.execPath, [tsc, '-p', join(root, 'packages', name, 'tsconfig.build.json')], {
      stdio: 'inherit',
    });
  }
}
