/**
 * `npm run docs`: builds the documentation as a site of static files into `dist/docs`. It needs no network, neither to build nor to
 * read: open `dist/docs/index.html`. With `--screenshots` the pictures in `docs/images` are made again first, by the tests of the page.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { withCleanEnvironment } from './lib/clean-environment.mjs';
import { docsSite } from './lib/docs-site.mjs';
import { root } from './lib/paths.mjs';
import { show, tool } from './lib/run.mjs';
import { writeFolder } from './lib/write-folder.mjs';

const PICTURES = 'packages/web/src/docs/pictures.test.ts';

if (process.argv.includes('--screenshots')) {
  const made = await withCleanEnvironment(({ env }) => {
    const withPlace = { ...env, HANSARD_PICTURES: join(root, 'docs', 'images') };
    return show(process.execPath, [tool('vitest', 'vitest.mjs'), 'run', '--update=none', PICTURES], withPlace);
  });
  if (!made) process.exitCode = 1;
}

const folder = join(root, 'dist', 'docs');
const { files, faults } = docsSite();
rmSync(folder, { recursive: true, force: true });
writeFolder(folder, files);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
console.log(`Built ${Object.keys(files).length} files; open ${join('dist', 'docs', 'index.html')}`);
