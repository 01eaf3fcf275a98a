/** Runs the vitest suite on a given Node and counts its tests. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { show, tool } from './run.mjs';

/**
 * Goldens are only written when asked for: without `-u` a missing one fails instead of recording itself. vitest takes
 * the word after `-u` for its value, so the filter in `-u codex` would be lost if it were passed on as it is.
 */
export function runSuite(node, args, { home, env }) {
  const report = join(home, 'vitest.json');
  const others = args.filter((arg) => !/^(-u|--update)$/.test(arg));
  const update = `--update=${others.length < args.length ? 'all' : 'none'}`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const fine = show(node, [tool('vitest', 'vitest.mjs'), 'run', update, ...reporters, ...others], env);
  const counts = existsSync(report)
    ? countsOf(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 };
  rmSync(report, { force: true });
  return { ...counts, failed: fine ? counts.failed : Math.max(1, counts.failed) };
}

function countsOf(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
