/**
 * The kinds of tests, each a project of vitest. A file's kind follows from the helpers that it imports, so a new test is in the right
 * project by itself. Tests of pure code that try every golden case, for seconds each, are listed by path.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** What a file of a project imports; the first that fits counts. */
const BY_IMPORT = {
  browser: /testing\/(chromium|served-page|exported-file)\.ts'|'playwright-core'/,
  engines: /testing\/(postgres-server|s3-server|oidc-server|hub-places|real-agent|sdks|git-world)\.ts'/,
  command: /testing\/(command|live-home|run-home|killed-run|writing-process)\.ts'|'node:child_process'/,
  integration:
    /\bmkdtemp(Sync)?\b|'node:(http2?|net)'|testing\/(test-server|sample-server|run-server|running-hub|reading-harness)\.ts'/,
};

/** Whole folders, whatever their files import. */
const BY_PATH = {
  engines: /^packages\/archive\/src\/git\//,
  integration: /^packages\/(archive|hub|server)\//,
};

/** Pure code over everything there is: every agent, every golden case, every rule, thousands of generated texts. */
const SWEEPS = [
  /^packages\/core\/src\/adapters\/(any-name|contract|hostile-values|wires|witnesses)\.test\.ts$/,
  /^packages\/core\/src\/privacy\/(pipeline|matching|validation|texts)\//,
  /^packages\/core\/src\/formats\/(contract|memory|invariants|loss-report)\.test\.ts$/,
  /^packages\/core\/src\/formats\/universal\/(stream|write)\.test\.ts$/,
  /^packages\/archive\/src\/corpus\//,
  /^packages\/archive\/src\/masking\/masker\.test\.ts$/,
  /^packages\/archive\/src\/(sync\/keep-with-readers|usage-alone\/usage-alone|sharing\/leaving)\.test\.ts$/,
  /^packages\/archive\/src\/sqlite\/(universal\/growing-log|views\/agreeing-numbers|search\/golden-search)\.test\.ts$/,
  /^packages\/archive\/src\/streaming\/(archived-source|archived-transcript|file-sources)\.test\.ts$/,
  /^packages\/hub\/src\/accept\/corpora\.test\.ts$/,
];

export const PROJECTS = ['unit', 'sweeps', 'integration', 'command', 'browser', 'engines'];

/** What differs between versions of Node; the others say the same on each. */
export const ON_EVERY_NODE = ['unit', 'integration', 'command'];

/** The project of a file, by its path from the root and its text. */
export function projectOf(path, text) {
  if (SWEEPS.some((sweep) => sweep.test(path))) return 'sweeps';
  const [byImport] = Object.entries(BY_IMPORT).find(([, imports]) => imports.test(text)) ?? [];
  const [byPath] = Object.entries(BY_PATH).find(([, paths]) => paths.test(path)) ?? [];
  if (byImport === undefined || byImport === 'integration') return byPath ?? byImport ?? 'unit';
  return byImport;
}

/** Files by project. */
export function testFiles() {
  const files = Object.fromEntries(PROJECTS.map((project) => [project, []]));
  for (const path of testPaths()) files[projectOf(path, readFileSync(join(root, path), 'utf8'))].push(path);
  return files;
}

function testPaths() {
  const sources = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`);
  return sources
    .filter((source) => existsSync(join(root, source)))
    .flatMap((source) =>
      readdirSync(join(root, source), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${source}/${name.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => path.endsWith('.test.ts'))
    .sort();
}
