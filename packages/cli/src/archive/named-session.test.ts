import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID } from '../testing/sample-session.ts';

const OTHER = SESSION_ID.replace(/1$/, '2');
const home = new TestHome();
beforeAll(() => {
  buildCommand();
  addSession(home.path, { ask: 'Who was first?' });
  addSession(home.path, { id: OTHER, day: 2, ask: 'Who is newest?' });
  home.run(['sync']);
});
afterAll(() => home.remove());

const run = (...args: string[]) => home.run(args);

describe('a number before any list was shown', () => {
  it('is that of the list that would be shown, to read', () => {
    expect(run('show', '1').out).toContain('Who is newest?');
    expect(run('show', '2').out).toContain('Who was first?');
    expect(run('show', '3').err).toContain('there is no number 3');
  });

  it('is refused where something would be changed', () => {
    const { status, err } = run('rm', '1', '--yes');
    expect(status).toBe(2);
    expect(err).toContain('No list was shown yet that 1 could be a number in.\n');
    expect(err).toContain('`hansard sessions` lists them');
  });

  it('is none of an empty list', () => {
    run('sessions', 'nosuchword');
    const { status, err } = run('show', '1');
    expect([status, err]).toEqual([2, expect.stringContaining('The list is empty')]);
  });
});
