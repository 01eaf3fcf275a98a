/** Which usage counts: responses once, totals only where nothing finer is told. */
import { expect, it } from 'vitest';
import type { Usage } from '../transcript.ts';
import { noTokens } from './buckets.ts';
import { countedEvents, inheritedEvents } from './counted.ts';

const used = (id: string, usage: Partial<Usage>, source?: string) => ({
  id,
  usage: { ...noTokens(), input: 1, ...usage },
  ...(source ? { source } : {}),
});
const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

it('counts a response once, with its last numbers', () => {
  const events = [used('a', { responseId: 'r' }), used('b', {}), used('c', { responseId: 'r' })];
  expect(ids(countedEvents(events)).sort()).toEqual(['b', 'c']);
});

it('counts the last total of the session and the turns after it, where no responses are told', () => {
  const [turn, session] = [{ scope: 'turn' }, { scope: 'session' }];
  expect(ids(countedEvents([used('a', turn), used('b', session), used('c', session), used('d', turn)]))).toEqual([
    'c',
    'd',
  ]);
  expect(ids(countedEvents([used('a', session), used('b', {}, 'subagent:x')]))).toEqual(['a', 'b']);
  expect(ids(countedEvents([used('a', session), used('b', {})]))).toEqual(['b']);
  expect(ids(countedEvents([used('a', session), used('b', { input: 0 })]))).toEqual(['a', 'b']);
  expect(ids(countedEvents([used('a', { ...session, input: 0 })]))).toEqual([]);
});

it('counts a remainder beside the responses', () => {
  expect(ids(countedEvents([used('a', {}), used('b', { scope: 'remainder' })]))).toEqual(['a', 'b']);
});

it('keeps apart what a fork inherited', () => {
  const events = [used('a', { inherited: true }), used('b', {})];
  expect([ids(countedEvents(events)), ids(inheritedEvents(events))]).toEqual([['b'], ['a']]);
});

it('counts what another agent tells of a response only where its own agent does not', () => {
  const told = used('told', { responseId: 'r', source: 'subagent:x' });
  const own = used('own', { responseId: 'r' }, 'subagent:x');
  expect(ids(countedEvents([told]))).toEqual(['told']);
  expect(ids(countedEvents([told, own]))).toEqual(['own']);
  expect(ids(countedEvents([own, told]))).toEqual(['own']);
});
