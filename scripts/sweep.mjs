/** `npm run sweep [-- FILTER]`: the suite with property tests on cases of chance; a failure prints the seed it had. */
import { withCleanEnvironment } from './lib/clean-environment.mjs';
import { runSuite } from './lib/suite.mjs';

process.exitCode = await withCleanEnvironment(({ home, env }) => {
  const args = process.argv.slice(2);
  const { failed } = runSuite(process.execPath, args, { home, env: { ...env, HANSARD_SEED: 'random' } });
  return failed === 0 ? 0 : 1;
});
