import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, EventArchive } from '../../testing/event-log.ts';
import { listSessions } from '../sessions/session-rows.ts';
import { sessionsMatching } from './session-filter.ts';

let events: EventArchive;
beforeAll(async () => {
  events = await EventArchive.open();
  await events.add({
    edits: {
      facts: { environment: { cwd: '/home/dev/api' } },
      events: [
        { text: 'change the parser', timestamp: at(1) },
        {
          type: 'tool_call',
          timestamp: at(1, 1),
          tool: { name: 'Edit', kind: 'edit', input: { file_path: '/home/dev/api/parser.ts' } },
        },
      ],
    },
    fails: {
      facts: { environment: { cwd: '/home/dev/100%_done' } },
      events: [
        { text: 'run the tests', timestamp: at(5) },
        { type: 'tool_result', timestamp: at(5, 1), tool: { name: 'Bash', status: 'error', output: 'parser broke' } },
        { type: 'assistant_message', text: 'fine', timestamp: at(9) },
      ],
    },
  });
});
afterAll(() => events.remove());

const sessions = (source: string) => {
  const query = parseQuery(source, { now: Date.parse(at(20)), timezone: 'UTC' });
  return listSessions(events.archive, sessionsMatching(events.archive.sql, query)).map(({ nativeId }) => nativeId);
};

it.each<[string, string[]]>([
  ['parser', ['fails', 'edits']],
  ['parser tool:Bash', ['fails']],
  ['change tool:Edit', []],
  ['tool:Edit', ['edits']],
  ['-tool:Edit', ['fails']],
  ['is:error', ['fails']],
  ['-is:error', ['edits']],
  ['file:parser.ts', ['edits']],
  ['-file:parser.ts', ['fails']],
  ['-change', ['fails']],
  ['-"the parser" -broke', []],
  ['after:2026-08-03', ['fails']],
  ['before:2026-08-03', ['edits']],
  ['after:2026-08-07 before:2026-08-08', ['fails']],
  ['after:2026-08-07 tool:Bash', []],
  ['project:100%_', ['fails']],
  ['project:%', ['fails']],
  ['project:_', ['fails']],
  ['project:a*i', ['edits']],
  ['-project:api', ['fails']],
])('a list of sessions for %s', (source, expected) => {
  expect(sessions(source)).toEqual(expected);
});
