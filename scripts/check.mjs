/**
 * `npm run check [-- FILTER]`: what to run while working, in under a minute: format and lint, types, import rules, and the tests of pure
 * code. `npm test` runs everything.
 */
import { withCleanEnvironment } from './lib/clean-environment.mjs';
import { imports, lint, types } from './lib/quick-checks.mjs';
import { runSuite } from './lib/suite.mjs';
import { Tally } from './lib/tally.mjs';

process.exitCode = await withCleanEnvironment(async (clean) => {
  const tally = new Tally();
  await tally.step('Lint and format', () => lint(clean.env));
  await tally.step('Types', () => types(clean.env));
  await tally.step('Imports', () => imports(clean.env));
  await tally.step('Tests of pure code', () =>
    runSuite(process.execPath, ['--project', 'unit', ...process.argv.slice(2)], clean),
  );
  return tally.finish();
});
