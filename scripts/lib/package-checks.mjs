/**
 * The packages as their users get them: staged, packed, looked at by publint and attw, installed together into an empty TypeScript
 * project, where the first example of each README compiles and runs.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { root } from './paths.mjs';
import { cacheFolder, ensurePinned } from './pinned-install.mjs';
import { capture, npm, tool } from './run.mjs';
import { PUBLISHED, stagePackages } from './stage-packages.mjs';

const CHECKERS = { publint: '0.3.25', '@arethetypeswrong/core': '0.18.5' };
const LIBRARIES = PUBLISHED.filter((name) => name !== 'cli');

/** Packs all libraries; they must have been built. */
export function packLibraries(env) {
  const folder = mkdtempSync(join(tmpdir(), 'hansard-packages-'));
  const staged = stagePackages(join(folder, 'staged'), LIBRARIES);
  const tarballs = Object.entries(staged).map(([name, path]) => {
    const [{ filename }] = JSON.parse(
      npm(process.execPath, ['pack', '--json', '--pack-destination', folder], env, path),
    );
    return { name, folder: path, tarball: join(folder, filename) };
  });
  return {
    lint: () => lint(tarballs, env),
    examples: (node) => examples(node, tarballs, env),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

async function lint(tarballs, env) {
  const lacking = ensurePinned('package-checks', CHECKERS, env);
  if (lacking) return { skipped: 1, passed: 0 };
  const require = createRequire(join(cacheFolder('package-checks'), 'package.json'));
  const load = (name) => import(pathToFileURL(require.resolve(name)).href);
  const [{ publint }, { formatMessage }, attw] = [
    await load('publint'),
    await load('publint/utils'),
    await import(pathToFileURL(join(cacheFolder('package-checks'), ATTW)).href),
  ];
  const faults = [];
  for (const { name, folder, tarball } of tarballs) {
    const { messages, pkg } = await publint({ pkgDir: folder, pack: false, strict: true });
    faults.push(...messages.map((message) => `${name}: publint: ${formatMessage(message, pkg, { color: false })}`));
    const analysed = await attw.checkPackage(attw.createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
    faults.push(...seriousIn(analysed).map((problem) => `${name}: attw: ${JSON.stringify(problem)}`));
  }
  for (const fault of faults) console.error(fault);
  return { passed: tarballs.length * 2 - faults.length, failed: faults.length };
}

const ATTW = 'node_modules/@arethetypeswrong/core/dist/index.js';

/**
 * These packages are ES modules for resolvers that know `exports`. Whoever loads them by `require` or with `node10` gets what
 * such programs get of every such package.
 */
function seriousIn({ problems = [] }) {
  return problems.filter(({ kind, resolutionKind }) => kind !== 'CJSResolvesToESM' && resolutionKind !== 'node10');
}

function examples(node, tarballs, env) {
  const folder = mkdtempSync(join(tmpdir(), 'hansard-examples-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    const files = tarballs.map(({ tarball }) => tarball);
    const types = `@types/node@${JSON.parse(readFileSync(tool('@types/node/package.json'), 'utf8')).version}`;
    npm(node, ['install', '--no-audit', '--no-fund', ...files, types], env, folder);
    for (const { name } of tarballs) writeFileSync(join(folder, `${fileOf(name)}.ts`), exampleOf(name));
    compile(folder, tarballs, env);
    for (const { name } of tarballs) runExample(node, folder, name, env);
    return { passed: tarballs.length + 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const fileOf = (name) => name.split('/')[1];

/** The first example in TypeScript of a package's README. */
function exampleOf(name) {
  const readme = readFileSync(join(root, 'packages', fileOf(name), 'README.md'), 'utf8');
  const [, code] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  if (!code) throw new Error(`The README of ${name} has no example in TypeScript.`);
  return code;
}

/** With `skipLibCheck` off: the declarations have no errors of their own. */
function compile(folder, tarballs, env) {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2024', 'dom', 'dom.asynciterable', 'esnext.disposable'],
    strict: true,
    noEmit: true,
    types: ['node'],
  };
  const files = tarballs.map(({ name }) => `${fileOf(name)}.ts`);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  capture(process.execPath, [tool('typescript-native', 'bin', 'tsc'), '-p', folder], env, folder);
}

function runExample(node, folder, name, env) {
  writeFileSync(join(folder, `${fileOf(name)}.mjs`), scriptOf(exampleOf(name)));
  const program = readsServer(name) ? 'with-server.mjs' : `${fileOf(name)}.mjs`;
  if (readsServer(name)) writeFileSync(join(folder, program), serverAround(exampleOf('@hansard/server'), fileOf(name)));
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const printed = capture(node, [program], { ...env, HOME: home, HANSARD_HOME: join(home, 'archive') }, folder);
  if (printed.trim() === '') throw new Error(`The example of ${name} printed nothing.`);
}

const readsServer = (name) => exampleOf(name).includes('HANSARD_URL');

/** The server's own example, with another example at the place where it uses the server. */
function serverAround(example, inner) {
  const use = `
process.env.HANSARD_URL = server.url;
process.env.HANSARD_TOKEN = new URL(server.link).searchParams.get('token');
await import('./${inner}.mjs');
await server.close();`;
  return scriptOf(example.replace('await server.close();', use));
}

function scriptOf(code) {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  return ts.transpileModule(code, { compilerOptions }).outputText;
}
