/** A first prompt with pictures in it makes a first record of megabytes: the session is there like any other. */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { addSession, sampleLines } from '../testing/sample-session.ts';

let home: TestHome;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.remove());

it.each([300_000, 6_000_000])('of %d bytes is listed, found and shown', (bytes) => {
  const [first = '', ...rest] = sampleLines({ ask: 'Count the doors' }).split('\n');
  const record = JSON.parse(first);
  const picture = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: 'iVBO'.repeat(bytes / 4) },
  };
  record.message.content = [picture, { type: 'text', text: 'Count the doors' }];
  const path = addSession(home.path, { lines: [JSON.stringify(record), ...rest].join('\n') });
  expect(home.run(['sync']).status).toBe(0);
  expect(home.run(['sessions']).out).toContain('Count the doors');
  expect(home.run(['search', 'doors', '--json']).out).toContain('doors');
  expect(home.run(['show', path]).out).toContain('It prints a greeting.');
  const [converted] = JSON.parse(`[${home.run(['convert', path, '--to', 'transcript']).out}]`);
  expect(converted.events.length).toBeGreaterThan(3);
});
