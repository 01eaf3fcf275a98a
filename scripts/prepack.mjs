/**
 * Before `npm pack` of a package: builds it, and puts the licence and the README beside its package.json, as
 * npm only takes files from there. Run in the package's folder.
 */
import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildCommand, buildLibraries } from './lib/build-packages.mjs';
import { root } from './lib/paths.mjs';

const folder = process.cwd();
for (const name of ['LICENSE', 'README.md']) copyFileSync(join(root, name), join(folder, name));
if (basename(folder) === 'cli') await buildCommand();
else await buildLibraries();
