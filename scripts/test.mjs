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
import { linkCommand } from './lib/link-test.mjs';
import { otherMajor, otherNode } from './lib/other-node.mjs';
import { pack } from './lib/pack-test.mjs';
import { packLibraries } from './lib/package-checks.mjs';
import { imports, lint, types } from './lib/quick-checks.mjs';
import { ensureOrdinaryAgents } from './lib/real-agents.mjs';
import { show } from './lib/run.mjs';
import { runSuite } from './lib/suite.mjs';
import { Tally } from './lib/tally.mjs';
import { ON_EVERY_NODE } from './lib/test-projects.mjs';

const args = process.argv.slice(2);
const filtered = args.some((arg) => !arg.startsWith('-'));
const node = process.execPath;
/** Browsers, engines and sweeps over pure code take minutes and say the same on every Node: they run on this one alone. */
const onEveryNode = ON_EVERY_NODE.flatMap((project) => ['--project', project]);

process.exitCode = await withCleanEnvironment(async (clean) => {
  const tally = new Tally();
  if (filtered) await tally.step('Tests', () => runSuite(node, args, clean));
  else await everything(tally, clean);
  return tally.finish();
});

async function everything(tally, clean) {
  const { env } = clean;
  await tally.step('Lint and format', () => lint(env));
  await tally.step('Types', () => types(env));
  await tally.step('Imports', () => imports(env));
  const built = await tally.step('Build', () => show(node, ['scripts/build.mjs', '--libraries'], env));
  if (built) await tally.step('API report', () => show(node, ['scripts/api-report.mjs', '--check'], env));
  if (built) await tally.step('Sizes', () => show(node, ['scripts/size.mjs'], env));
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
  else await tally.step(`Tests on Node ${other.version}`, () => runSuite(other.path, onEveryNode, clean));

  if (built) {
    await tally.step('The command on the PATH, from the checkout', () => linkCommand(env));
    await packSteps(tally, other, env);
    await librarySteps(tally, other, env);
    const dry = ['scripts/release.mjs', '999.0.0', '--dry-run', '--built'];
    await tally.step('A release, dry', () => show(node, dry, { ...env, TMPDIR: clean.home }));
  } else tally.skip('The packed command and libraries', 'the build failed');
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
