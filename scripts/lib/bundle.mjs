/**
 * Bundles one package from source into its `dist`. Workspace packages are taken from source by the
 * `hansard-source` condition, so that nothing has to be built before anything else. Files are written first
 * and stale ones removed after, so that a program started during a build still finds its chunks.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { thirdPartyNotices } from './third-party-notices.mjs';

/** Has native binaries, and is only wanted where Node lacks `node:sqlite`. */
const NATIVE = '@photostructure/sqlite';

/**
 * @param {{ input: string | Record<string, string>, folder: string, external?: (string | RegExp)[],
 *   output?: import('rolldown').OutputOptions }} options
 */
export async function bundle({ input, folder, external = [], output = {} }) {
  const build = await rolldown({
    input,
    platform: 'node',
    external: [/^node:/, NATIVE, ...external],
    // Some packages offer ES modules by the field `module` only; their UMD form cannot be bundled.
    resolve: { mainFields: ['module', 'main'], conditionNames: ['hansard-source', 'import', 'node', 'default'] },
    transform: { target: 'node20.19' },
    onLog: (level, log) => {
      if (level !== 'info' && level !== 'debug') throw new Error(log.message);
    },
  });
  const result = await build.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', ...output });
  await build.close();
  const written = result.output.map(({ fileName }) => fileName);
  writeNotices(folder, result.output, written);
  removeStale(folder, new Set(written));
  return written;
}

function writeNotices(folder, output, written) {
  const notices = thirdPartyNotices(output.flatMap((chunk) => chunk.moduleIds ?? []));
  if (!notices) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices);
  written.push('THIRD-PARTY-NOTICES.txt');
}

function removeStale(folder, kept) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = name.replaceAll('\\', '/');
    const isFile = /\.(js|map|txt)$/.test(path);
    if (isFile && !kept.has(path)) rmSync(join(folder, name), { force: true });
  }
}
