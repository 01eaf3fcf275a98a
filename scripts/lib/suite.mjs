/** Runs the vitest suite on a given Node and counts its tests. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { show, tool } from './run.mjs';

const ADAPTERS = 'packages/core/src/adapters';

/**
 * Goldens are only written when asked for: without `-u` a missing one fails instead of recording itself. vitest takes
 * the word after `-u` for its value, so the filter in `-u codex` would be lost if it were passed on as it is.
 */
export function runSuite(node, args, { home, env }) {
  const report = join(home, 'vitest.json');
  const filters = args.filter((arg) => !/^(-u|--update)$/.test(arg));
  const update = `--update=${filters.length < args.length ? 'all' : 'none'}`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const fine = show(node, [tool('vitest', 'vitest.mjs'), 'run', update, ...reporters, ...withGoldens(filters)], env);
  const counts = existsSync(report)
    ? countsOf(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 };
  rmSync(report, { force: true });
  return { ...counts, failed: fine ? counts.failed : Math.max(1, counts.failed) };
}

/** The id of an agent stands for its golden cases, too: one test has those of all. */
function withGoldens(args) {
  const isAgent = (arg) => /^[a-z0-9-]+$/.test(arg) && existsSync(join(root, ADAPTERS, arg, 'index.ts'));
  return args.some(isAgent) ? [...args, `${ADAPTERS}/golden.test.ts`] : args;
}

function countsOf(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
