/** Builds the packages: the command as one program in chunks, the libraries module by module with their types. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPage } from './build-page.mjs';
import { buildViewer } from './build-viewer.mjs';
import { bundle } from './bundle.mjs';
import { writeClientTypes } from './client-types.mjs';
import { root } from './paths.mjs';
import { tool } from './run.mjs';
import { codeBelow } from './stage-packages.mjs';

/** In this order: the types of a later one refer to those of an earlier. */
const LIBRARIES = ['core', 'archive', 'live', 'flows', 'server', 'client', 'hub', 'capture'];

/** Installs nothing: what it takes from core is in it. */
const ALONE = new Set(['capture']);

const inPackage = (name, ...path) => join(root, 'packages', name, ...path);

/**
 * Everything but Node's own modules and the SQLite binding goes in; each lazily imported command is a chunk. The page
 * that the server shows lies beside it, in `page/`, the reference of its API in `reference/`, and the viewer of exported
 * pages in `viewer/`.
 */
export async function buildCommand() {
  return bundle({
    input: {
      main: inPackage('cli', 'src', 'main.ts'),
      // Programs of their own, which the command starts.
      holder: inPackage('live', 'src', 'holder', 'main.ts'),
      mock: inPackage('live', 'src/mock/main.ts'),
      reader: inPackage('archive', 'src/readers/reader-worker.ts'),
      'gate-for-pi': inPackage('live', 'src/drivers/pi/gate.ts'),
    },
    folder: inPackage('cli', 'dist'),
    output: {
      // As `bin/program.js` loads them: scripts, whose compiled code every Node can keep.
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name]-[hash].cjs',
      // By itself: the bundler's few helpers would else lie in the same chunk, and every command would load the types.
      codeSplitting: {
        groups: [
          { name: 'typebox', test: /node_modules[\\/]typebox[\\/]build[\\/](index\.mjs$|(type|guard|system)[\\/])/ },
        ],
      },
    },
    // `bin/program.js` reads it as such.
    ascii: true,
    beside: withReference(await withViewer(await buildPage())),
  });
}

async function withViewer({ files, moduleIds }) {
  const { viewer, moduleIds: others } = await buildViewer();
  const file = { 'viewer/viewer.json': JSON.stringify(viewer) };
  return { files: { ...files, ...file }, moduleIds: [...moduleIds, ...others] };
}

function withReference({ files, moduleIds }) {
  const folder = inPackage('server', 'reference');
  const reference = readdirSync(folder).map((name) => [`reference/${name}`, readFileSync(join(folder, name), 'utf8')]);
  return { files: { ...files, ...Object.fromEntries(reference) }, moduleIds };
}

/** All of them, or some, in the order that they need. */
export async function buildLibraries(wanted = LIBRARIES) {
  for (const name of LIBRARIES.filter((one) => wanted.includes(one))) {
    rmSync(inPackage(name, 'dist'), { recursive: true, force: true });
    if (ALONE.has(name)) await bundle({ input: entries(name), folder: inPackage(name, 'dist') });
    else {
      await bundle({
        input: modules(inPackage(name, 'src')),
        folder: inPackage(name, 'dist'),
        external: [/^@hansard\//, ...dependenciesOf(name)],
        output: { preserveModules: true, preserveModulesRoot: inPackage(name, 'src') },
      });
    }
    const args = [tool('typescript-native', 'bin', 'tsc'), '-p', inPackage(name, 'tsconfig.build.json')];
    execFileSync(process.execPath, args, { stdio: 'inherit' });
    if (!ALONE.has(name)) useWholeEntries(inPackage(name, 'dist'));
    if (name === 'client') {
      const api = await import(pathToFileURL(inPackage('core', 'dist', 'api', 'index.js')).href);
      writeClientTypes(inPackage('client', 'dist'), api);
    }
  }
  if (wanted.includes('core')) await writeViewer(inPackage('core', 'dist'));
}

/**
 * Our own packages take more from the archive and from live than their public entries have: those are for programs. In sources the
 * condition `hansard-source` leads them to the whole module, and in what is built its path does.
 */
function useWholeEntries(folder) {
  for (const path of codeBelow(folder)) {
    const text = readFileSync(path, 'utf8');
    const changed = text.replaceAll(/(['"])@hansard\/(archive|live)\1/g, '$1@hansard/$2/index.ts$1');
    if (changed !== text) writeFileSync(path, changed);
  }
}

/** Programs that write HTML take the viewer from `@hansard/core/html-viewer.ts`. */
async function writeViewer(folder) {
  const { viewer } = await buildViewer();
  const types =
    "import type { HtmlViewer } from './formats/contract.ts';\nexport declare const htmlViewer: HtmlViewer;\n";
  writeFileSync(join(folder, 'html-viewer.js'), `export const htmlViewer = ${JSON.stringify(viewer)};\n`);
  writeFileSync(join(folder, 'html-viewer.d.ts'), types);
}

/** What npm installs with a package is not put into it. */
function dependenciesOf(name) {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(inPackage(name, 'package.json'), 'utf8'),
  );
  return Object.keys({ ...dependencies, ...optionalDependencies }).map((one) => new RegExp(`^${one}($|/)`));
}

/** What a package exports, by the name under which it is written. */
function entries(name) {
  const { exports } = JSON.parse(readFileSync(inPackage(name, 'package.json'), 'utf8'));
  const sources = Object.values(exports).map((entry) => entry['hansard-source']);
  return Object.fromEntries(sources.map((path) => [path.slice('./src/'.length, -'.ts'.length), inPackage(name, path)]));
}

/** All modules that ship, by the name under which they are written. */
function modules(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)(testing|corpus|fixtures)\//.test(name));
  return Object.fromEntries(names.map((name) => [name.slice(0, -'.ts'.length), join(folder, name)]));
}
