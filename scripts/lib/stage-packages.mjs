/**
 * The packages as they are published, laid out in a folder: what was built, a manifest without what only the checkout needs, the
 * package's README and the licence. Programs get the entries that a manifest names. Our packages also use modules of one
 * another; those paths are under `internal/`, so that nobody takes them for a part of the API.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** In the order in which they depend on one another. */
export const PUBLISHED = ['core', 'archive', 'live', 'flows', 'server', 'client', 'hub', 'capture', 'cli'].filter(
  (name) => readdirSync(join(root, 'packages')).includes(name),
);

const inPackage = (name, ...path) => join(root, 'packages', name, ...path);

/** The folder of each package, by its name in the registry. */
export function stagePackages(folder, names = PUBLISHED) {
  return Object.fromEntries(names.map((name) => stage(name, join(folder, name))));
}

function stage(name, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const source = JSON.parse(readFileSync(inPackage(name, 'package.json'), 'utf8'));
  const manifest = publishedManifest(source);
  for (const part of source.files) cpSync(inPackage(name, part), join(folder, part), { recursive: true });
  cpSync(inPackage(name, 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  if (source.exports) for (const path of codeBelow(join(folder, 'dist'))) useInternalPaths(path);
  return [source.name, folder];
}

/** @param {Record<string, any>} source */
export function publishedManifest(source) {
  const { private: _private, scripts: _scripts, devDependencies: _dev, exports, ...kept } = source;
  return {
    ...kept,
    ...(exports ? { exports: publishedExports(exports) } : {}),
    publishConfig: { access: 'public' },
  };
}

function publishedExports(exports) {
  const entries = Object.entries(exports).map(([path, conditions]) => {
    const { 'hansard-source': _source, 'hansard-build': _build, ...others } = conditions;
    return path === './*.ts' ? ['./internal/*.js', others] : [path, others];
  });
  return Object.fromEntries([...entries, ['./package.json', './package.json']]);
}

/** `@hansard/core/query/query.ts` is `@hansard/core/internal/query/query.js` for those who install it. */
function useInternalPaths(path) {
  const text = readFileSync(path, 'utf8');
  const changed = text.replaceAll(
    /(['"])(@hansard\/[a-z]+)\/([^'"]+)\.ts\1/g,
    (_whole, quote, name, inner) => `${quote}${name}/internal/${inner}.js${quote}`,
  );
  if (changed !== text) writeFileSync(path, changed);
}

/** Scripts and declarations. */
export function codeBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|d\.ts)$/.test(name))
    .map((name) => join(folder, name));
}
