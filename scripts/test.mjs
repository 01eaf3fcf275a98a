/**
 * `npm test`: everything that must hold, in one command. With a filter (`npm test -- codex`) only the matching
 * tests run; `npm test -- -u` refreshes the goldens. Later steps run although an earlier one failed, so that
 * one run tells everything; only what depends on a failed step is skipped.
 */
import { ensureAcpSdk } from './lib/acp-sdk.mjs';
import { ensureCaptureSdks } from './lib/capture-sdks.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { withCleanEnvironment } from './lib/clean-environment.mjs';
import { ensureOidc, ensurePostgres, ensureS3 } from './lib/hub-engines.mjs';
import { otherMajor, otherNode } from './lib/other-node.mjs';
import { pack } from './lib/pack-test.mjs';
import { packLibraries } from './lib/package-checks.mjs';
import { ensureOrdinaryAgents } from './lib/real-agents.mjs';
import { show, tool } from './lib/run.mjs';
import { runSuite } from './lib/suite.mjs';
import { Tally } from './lib/tally.mjs';

const args = process.argv.slice(2);
const filtered = args.some((arg) => !arg.startsWith('-'));
const node = process.execPath;

process.exitCode = await withCleanEnvironment(async (clean) => {
  const tally = new Tally();
  if (filtered) await tally.step('Tests', () => runSuite(node, args, clean));
  else await everything(tally, clean);
  return tally.finish();
});

async function everything(tally, clean) {
  const { env } = clean;
  await tally.step('Lint and format', () => show(node, [tool('@biomejs', 'biome', 'bin', 'biome'), 'check', '.'], env));
  await tally.step('Types', () => show(node, ['scripts/types.mjs'], env));
  await tally.step('Imports', () =>
    show(node, [tool('dependency-cruiser', 'bin', 'dependency-cruise.mjs'), 'packages'], env),
  );
  const built = await tally.step('Build', () => show(node, ['scripts/build.mjs', '--libraries'], env));
  if (built) await tally.step('API report', () => show(node, ['scripts/api-report.mjs', '--check'], env));
  const missing = ensureChromium(env);
  if (missing) tally.skip('Chromium for the tests of pages', missing);
  const lacking = ensureCaptureSdks(env);
  if (lacking) tally.skip('The SDKs of model providers', lacking);
  const noEditor = ensureAcpSdk(env);
  if (noEditor) tally.skip('The library of the Agent Client Protocol', noEditor);
  const noPostgres = ensurePostgres(env);
  if (noPostgres) tally.skip('PostgreSQL for the tests of the hub', noPostgres);
  const noS3 = ensureS3(env);
  if (noS3) tally.skip('An S3 server for the tests of the hub', noS3);
  const noOidc = ensureOidc(env);
  if (noOidc) tally.skip('An OpenID provider for the tests of the hub', noOidc);
  const other = otherNode(env);
  // npm on an older Node takes older versions of the agents without a word.
  const recent = otherMajor === 24 ? other.path : node;
  const absent = recent ? ensureOrdinaryAgents(recent, env) : [other.reason];
  if (absent.length > 0) tally.skip('Real agents for the tests of drivers', absent.join('; '));
  const fine = await tally.step(`Tests on Node ${process.version}`, () => runSuite(node, args, clean));

  if (other.reason) tally.skip(`Tests on Node ${otherMajor}`, other.reason);
  else if (!fine) tally.skip(`Tests on Node ${other.version}`, `they fail on ${process.version} already`);
  else await tally.step(`Tests on Node ${other.version}`, () => runSuite(other.path, onOneNode(), clean));

  if (built) {
    await packSteps(tally, other, env);
    await librarySteps(tally, other, env);
    const dry = ['scripts/release.mjs', '999.0.0', '--dry-run', '--built'];
    await tally.step('A release, dry', () => show(node, dry, { ...env, TMPDIR: clean.home }));
  } else tally.skip('The packed command and libraries', 'the build failed');
}

/** Sweeps over pure code, and pages in a browser, take minutes and say the same on every Node: they run on this one alone. */
function onOneNode() {
  const sweeps = [
    'packages/core/src/privacy/**',
    'packages/core/src/adapters/contract.test.ts',
    'packages/archive/src/corpus/**',
    'packages/core/src/formats/**',
    'packages/client/src/installed-alone.test.ts',
    'packages/web/**',
    'packages/capture/**',
    'packages/live/**',
    'packages/archive/src/git/rewriting*.test.ts',
    'packages/cli/src/commands/git.test.ts',
    'packages/hub/src/accept/corpora.test.ts',
    'packages/hub/src/store/postgres/**',
    'packages/cli/src/hub/faults.test.ts',
    'packages/cli/src/hub/hub-page.test.ts',
    'packages/flows/**',
  ];
  return sweeps.flatMap((sweep) => ['--exclude', sweep]);
}

async function packSteps(tally, other, env) {
  let packed;
  const fine = await tally.step('Pack', () => {
    packed = pack(env);
    return true;
  });
  if (!fine) return;
  await tally.step(`The packed command on Node ${process.version}`, () => packed.attempt(node));
  if (other.path) await tally.step(`The packed command on Node ${other.version}`, () => packed.attempt(other.path));
  packed.remove();
}

/** The libraries, as programs get them. */
async function librarySteps(tally, other, env) {
  let packed;
  const fine = await tally.step('Pack the libraries', () => {
    packed = packLibraries(env);
    return true;
  });
  if (!fine) return;
  await tally.step('Published packages, by publint and attw', () => packed.lint());
  await tally.step(`Examples of the packages on Node ${process.version}`, () => packed.examples(node));
  if (other.path)
    await tally.step(`Examples of the packages on Node ${other.version}`, () => packed.examples(other.path));
  packed.remove();
}
