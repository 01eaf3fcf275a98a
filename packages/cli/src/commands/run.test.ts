/** `hansard run` with the mock, through the real command. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestHome } from '../testing/command.ts';

let home: TestHome;
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.remove());

it('says what the agent says, and keeps it', () => {
  const ran = home.run(['run', 'mock', 'hello']);
  expect([ran.status, ran.out]).toEqual([0, expect.stringContaining('hello')]);
  expect(JSON.parse(home.run(['sessions', '--json']).out)).toMatchObject({
    sessions: [{ agent: 'mock', title: 'hello' }],
  });
});

it('refuses once what is asked where nobody can answer', () => {
  const ran = home.run(['run', 'mock', 'question']);
  expect(ran.err.match(/nobody is there to answer/g)).toHaveLength(1);
  expect([ran.status, ran.err]).toEqual([0, expect.not.stringContaining('Error')]);
});
