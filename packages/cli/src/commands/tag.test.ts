import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID } from '../testing/sample-session.ts';

const OTHER = '6f0c2a9e-0b1d-4c3e-8f7a-000000000002';
let home: TestHome;
beforeAll(() => {
  buildCommand();
  home = new TestHome();
  addSession(home.path, { ask: 'the first question' });
  addSession(home.path, { id: OTHER, ask: 'another \u001b[31mquestion', day: 2 });
  home.run(['sync']);
});
afterAll(() => home.remove());

const json = (...args: string[]) => JSON.parse(home.run([...args, '--json']).out);

describe('tag', () => {
  it('adds, lists and removes', () => {
    expect(home.run(['tag', SESSION_ID, 'add', 'Review', 'api'])).toMatchObject({ status: 0, err: '' });
    expect(json('tag', SESSION_ID).tags).toEqual(['api', 'review']);
    expect(home.run(['tag', SESSION_ID, 'remove', 'api']).out).toMatch(/the first question\nreview\n$/);
    expect(json('tag').tags).toEqual([{ tag: 'review', sessions: 1 }]);
  });

  it('changes nothing when one of the tags is refused', () => {
    expect(home.run(['tag', OTHER, 'add', 'fine', 'not fine'])).toMatchObject({ status: 2 });
    expect(json('tag', OTHER).tags).toEqual([]);
  });

  it('says what is missing', () => {
    expect(home.run(['tag', OTHER, 'add'])).toMatchObject({ status: 2, err: expect.stringContaining('needs a tag') });
    expect(home.run(['tag', 'nowhere', 'list']).err).toContain('unknown-session');
    expect(home.run(['tag', OTHER, 'paint', 'x']).err).toContain('add, remove, list');
  });
});

describe('note', () => {
  it('is on a session, an event, or from standard input', () => {
    home.run(['note', SESSION_ID, 'add', 'two', 'words']);
    home.run(['note', SESSION_ID, 'add', '--event', '2', 'on the answer']);
    expect(home.run(['note', SESSION_ID, 'add', '-'], { input: 'line one\nline two\n' }).status).toBe(0);
    const { notes } = json('note', SESSION_ID);
    expect(notes.map(({ text }: { text: string }) => text)).toEqual([
      'two words',
      'on the answer',
      'line one\nline two',
    ]);
    expect(notes[1].event).toEqual(expect.any(String));
    const { out } = home.run(['note']);
    expect(out).toContain('    line one\n    line two\n');
    expect(home.run(['note', SESSION_ID, 'remove', notes[0].id.slice(0, 8)]).out).not.toContain('two words');
  });

  it('refuses an event that is not in the session', () => {
    expect(home.run(['note', SESSION_ID, 'add', '--event', '99', 'x']).err).toContain('unknown-event');
    expect(json('note', OTHER).notes).toEqual([]);
  });
});

describe('star', () => {
  it('is set, listed and taken away', () => {
    expect(home.run(['star', SESSION_ID, OTHER]).out.match(/★/g)).toHaveLength(2);
    expect(home.run(['star']).out).not.toContain('\u001b');
    expect(home.run(['star', '--remove', OTHER]).out).not.toContain(OTHER.slice(0, 8));
    expect(json('star').starred).toEqual([expect.objectContaining({ nativeId: SESSION_ID })]);
  });
});

it('needs an archive', () => {
  const empty = new TestHome();
  for (const command of ['tag', 'note', 'star']) expect(empty.run([command]).err).toContain('no-archive');
  empty.remove();
});
