import { transcriptOf } from '@hansard/core/testing/events.ts';
import { expect, it } from 'vitest';
import { shownEvents } from './shown-events.ts';

const { events } = transcriptOf([
  { type: 'session', role: 'system', text: 'started' },
  { type: 'system', role: 'system', audience: 'model', text: 'You are an agent.' },
  { type: 'user_message', role: 'user', audience: 'model', text: 'a reminder' },
  { type: 'user_message', role: 'user', text: 'Fix it' },
]);
const texts = (selection: object) =>
  shownEvents(events, { all: false, tools: true, ...selection }).map(({ text }) => text);

it('shows what people said, and system prompts when the system is asked for', () => {
  expect(texts({})).toEqual(['Fix it']);
  expect(texts({ role: 'user' })).toEqual(['Fix it']);
  expect(texts({ role: 'system' })).toEqual(['You are an agent.']);
  expect(texts({ role: 'system', all: true })).toEqual(['started', 'You are an agent.']);
});
