/** JSON that is nested a hundred thousand deep, in one record of one session, stops no command. */
import { appendFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { PLANTED_SECRET } from '../testing/planted-secret.ts';
import { addSession, SESSION_ID, sampleLines } from '../testing/sample-session.ts';

const DEPTH = 100_000;
const arrays = `${'['.repeat(DEPTH)}"k"${']'.repeat(DEPTH)}`;
const objects = `${'{"a":'.repeat(DEPTH)}"k"${'}'.repeat(DEPTH)}`;

let home: TestHome;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.remove());

it.each([
  ['arrays', arrays],
  ['objects', objects],
])('in %s', (_name, deep) => {
  const path = addSession(home.path, { ask: `the token is ${PLANTED_SECRET}` });
  const [first = '{}'] = sampleLines({}).split('\n');
  const { message, ...rest } = JSON.parse(first);
  const record = JSON.stringify({ ...rest, uuid: `${SESSION_ID.slice(0, -2)}99`, message });
  appendFileSync(path, `${record.slice(0, -1)},"toolUseResult":${deep}}\n{"type":"odd","value":${deep}}\n`);
  expect(home.run(['sync']).status).toBe(0);
  expect(home.run(['scan', '--all']).out).toContain('1 secret');
  expect(home.run(['scrub', '--all', '--yes'])).toMatchObject({ status: 0, out: expect.stringContaining('Removed 1') });
  for (const command of [['show', SESSION_ID], ['convert', path], ['export', SESSION_ID], ['rebuild']]) {
    const { err } = home.run(command);
    expect(err, command.join(' ')).not.toMatch(/this is a bug|call stack/i);
  }
});
