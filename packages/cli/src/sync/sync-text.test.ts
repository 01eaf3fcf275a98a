import type { SyncSummary } from '@hansard/archive';
import { expect, it } from 'vitest';
import { syncText } from './sync-text.ts';

const FILES = { new: 0, grown: 0, rewritten: 0, unchanged: 2, overtaken: 0, excluded: 0, erased: 0 };
const summary = (files: Partial<typeof FILES>, newEvents = 0): SyncSummary => ({
  agents: [{ agent: 'some-agent', files: { ...FILES, ...files }, bytes: 0, missing: 0, databases: 0, stored: 0 }],
  problems: [],
  newSessions: 0,
  newEvents,
});
const lastLine = (one: SyncSummary) => syncText(one, '/home/dev/archive', '/home/dev').trim().split('\n').at(-1);

it.each([
  ['nothing is different', summary({}), 'Already up to date.'],
  ['there is more', summary({ grown: 1 }, 1), '0 new sessions, 1 new event.'],
  ['a file was rewritten to less', summary({ rewritten: 1 }), 'No new sessions or events.'],
  ['something was left out', summary({ excluded: 1 }), 'Already up to date.'],
])('says in the end that %s', (_, one, words) => {
  expect(lastLine(one)).toMatch(words);
});
