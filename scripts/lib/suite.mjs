/** Runs the vitest suite on a given Node and counts its tests. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { show, tool } from './run.mjs';

/** Goldens are only written when asked for: without `-u` a missing one fails instead of recording itself. */
export function runSuite(node, args, { home, env }) {
  const report = join(home, 'vitest.json');
  const update = args.some((arg) => /^(-u|--update)/.test(arg)) ? [] : ['--update=none'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const fine = show(node, [tool('vitest', 'vitest.mjs'), 'run', ...update, ...reporters, ...args], env);
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
