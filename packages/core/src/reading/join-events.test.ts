import { expect, it } from 'vitest';
import type { EventDraft } from '../adapters/contract.ts';
import { fc } from '../testing/property.ts';
import { joinEvents } from './join-events.ts';

const log: EventDraft = {
  id: 'a',
  type: 'assistant_message',
  text: 'Hello, world.',
  timestamp: '2026-01-01T00:00:05.000Z',
  usage: { input: 1, output: 2, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0 },
  native: { type: 'assistant', input: 'log', start: 0, end: 10 },
};
const wire: EventDraft = {
  id: 'a',
  type: 'assistant_message',
  text: 'Hello, world.',
  timestamp: '2026-01-01T00:00:04.000Z',
  startedAt: '2026-01-01T00:00:03.000Z',
  usage: { input: 9, output: 9, cacheRead: 9, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0 },
  chunks: [{ offset: 0 }, { offset: 7 }],
  native: { type: 'message', input: 'wire', start: 3, end: 4, merged: [{ type: 'delta', start: 5, end: 6 }] },
};

it('takes text, usage and times from the best, and deltas from another', () => {
  expect(joinEvents([log, wire])).toEqual({
    ...log,
    chunks: wire.chunks,
    startedAt: wire.startedAt,
    native: {
      ...log.native,
      merged: [
        { type: 'message', input: 'wire', start: 3, end: 4 },
        { type: 'delta', input: 'wire', start: 5, end: 6 },
      ],
    },
  });
});

it('takes deltas only where they made the text, or its beginning', () => {
  expect(joinEvents([log, { ...wire, text: 'Hello, moon.' }]).chunks).toBeUndefined();
  expect(joinEvents([log, { ...wire, text: 'Hello, ' }]).chunks).toEqual(wire.chunks);
});

it('takes a recorded time for one that was inferred', () => {
  const inferred = { ...log, timestampSource: 'previous' };
  expect(joinEvents([inferred, wire])).toMatchObject({ timestamp: wire.timestamp });
  expect(joinEvents([inferred, wire]).timestampSource).toBeUndefined();
  expect(joinEvents([inferred, { ...wire, timestampSource: 'file' }])).toMatchObject({ timestampSource: 'previous' });
});

it('closes what the best leaves open, and changes nothing that it closed', () => {
  const call = (status: string, more = {}) => ({ id: 'c', type: 'tool_call', tool: { name: 'Bash', status, ...more } });
  expect(joinEvents([call('running'), call('ok', { exitCode: 0 })] as EventDraft[]).tool).toEqual({
    name: 'Bash',
    status: 'ok',
    exitCode: 0,
  });
  expect(joinEvents([call('error'), call('ok')] as EventDraft[]).tool?.status).toBe('error');
});

it('lets no other hide, withdraw, move or rename an event', () => {
  const hostile: EventDraft = {
    ...wire,
    withdrawn: true,
    hidden: { by: 'x' },
    source: 'subagent:x',
    branch: 'b',
    audience: 'model',
  };
  const { withdrawn, hidden, source, branch, audience, text } = joinEvents([log, hostile]);
  expect([withdrawn, hidden, source, branch, audience, text]).toEqual([...Array(5).fill(undefined), log.text]);
  expect(joinEvents([log, { ...hostile, type: 'user_message' }])).toEqual(log);
});

it('changes no account, and none that is worse changes what a better one says', () => {
  const value = fc.oneof(fc.string(), fc.constant(undefined));
  const account = fc.record({
    id: fc.constant('a'),
    type: fc.constantFrom('assistant_message', 'tool_call'),
    text: value,
    model: value,
    tool: fc.option(fc.record({ name: fc.string(), output: value, status: fc.constantFrom('ok', 'error') }), {
      nil: undefined,
    }),
  });
  fc.assert(
    fc.property(fc.array(account, { minLength: 1, maxLength: 4 }), (accounts) => {
      const before = structuredClone(accounts);
      const joined = joinEvents(accounts as EventDraft[]);
      expect(accounts).toEqual(before);
      const alike = before.filter(({ type }) => type === before[0]?.type);
      expect(joined.text).toEqual(alike.find(({ text }) => text !== undefined)?.text);
      expect(joined.model).toEqual(alike.find(({ model }) => model !== undefined)?.model);
      expect(joined.tool?.status).toEqual(alike.find(({ tool }) => tool)?.tool?.status);
    }),
  );
});
