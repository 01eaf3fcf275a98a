import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, EventArchive } from '../../testing/event-log.ts';
import { explainNothing } from './explain.ts';

let events: EventArchive;
beforeAll(async () => {
  events = await EventArchive.open();
  await events.add({
    one: {
      facts: { environment: { cwd: '/home/dev/payments', repo: { branch: 'feature/new-form' } } },
      events: [
        { text: 'the parser parses', timestamp: at(1) },
        { type: 'tool_call', tool: { name: 'Bash', input: { command: 'make' } }, timestamp: at(1) },
      ],
    },
    two: { events: [{ text: 'another parser', timestamp: at(2) }] },
  });
});
afterAll(() => events.remove());

const explain = (source: string) =>
  explainNothing(events.archive.sql, parseQuery(source, { now: Date.parse(at(3)), timezone: 'UTC' }));

it('suggests a word that differs by a slip', () => {
  const none = { fitsNothing: true, sessionsWithout: 0 };
  expect(explain('prser')).toEqual([{ clause: 'prser', ...none, instead: ['parser'] }]);
  expect(explain('apresr')).toEqual([{ clause: 'apresr', ...none, instead: [] }]);
  expect(explain('praser')).toEqual([{ clause: 'praser', ...none, instead: ['parser'] }]);
  expect(explain('anoth')).toEqual([{ clause: 'anoth', ...none, instead: ['anoth*'] }]);
  expect(explain('"no such words"')).toEqual([{ clause: '"no such words"', ...none, instead: [] }]);
});

it('names the part of the query that nothing fits, and what there is without it', () => {
  expect(explain('parser tool:Bsah')).toEqual([
    { clause: 'tool:Bsah', fitsNothing: true, sessionsWithout: 2, instead: ['tool:Bash'] },
  ]);
  expect(explain('parser project:paymets')).toEqual([
    { clause: 'project:paymets', fitsNothing: true, sessionsWithout: 2, instead: ['project:payments'] },
  ]);
  expect(explain('make branch:feature/new')).toMatchObject([
    { clause: 'branch:feature/new', instead: ['branch:feature/new-form'] },
  ]);
});

it('names the parts that do not go together', () => {
  expect(explain('another tool:Bash')).toEqual([
    { clause: 'another', fitsNothing: false, sessionsWithout: 1, instead: [] },
    { clause: 'tool:Bash', fitsNothing: false, sessionsWithout: 1, instead: [] },
  ]);
  expect(explain('parser /not there/')).toEqual([
    { clause: '/not there/', fitsNothing: false, sessionsWithout: 2, instead: [] },
  ]);
});
