/** What several parts of the program must agree on is said in one place: names of sources, and how tool calls end. */
import { expect, it } from 'vitest';
import { readText, shippedSources } from '../testing/repository.ts';

/** The beginning of a subagent's source, as it would be put together or looked for. */
const SOURCE = /['"`]subagent:(?:['"`]|\$\{)/;
/** Two statuses of which one is `denied`, or a set of them, as a failure would be told by. */
const FAILED = /new Set\(\[[^\]]*'denied'|'error' \|\| [\w.?]+ === 'denied'/;

const found = (pattern: RegExp, place: string) =>
  shippedSources().filter((path) => path !== place && pattern.test(readText(path)));

it('names sources of subagents in one file', () => {
  expect(found(SOURCE, 'packages/core/src/events/source-path.ts')).toEqual([]);
});

it('tells failed calls in one file', () => {
  expect(found(FAILED, 'packages/core/src/events/tool-outcome.ts')).toEqual([]);
});

it('finds what it looks for', () => {
  expect(readText('packages/core/src/events/source-path.ts')).toMatch(SOURCE);
  expect(readText('packages/core/src/events/tool-outcome.ts')).toMatch(FAILED);
  expect("status === 'error' || status === 'denied'").toMatch(FAILED);
});
