import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID } from '../testing/sample-session.ts';
import { addStore } from '../testing/sample-store.ts';

const OTHER = '6f0c2a9e-0b1d-4c3e-8f7a-000000000002';
let here: TestHome;
let there: TestHome;
let copy: string;
beforeAll(buildCommand);
beforeEach(() => {
  [here, there] = [new TestHome(), new TestHome()];
  addSession(here.path, { ask: 'asked here' });
  addSession(there.path, { id: OTHER, ask: 'asked there', day: 2 });
  addStore(there.path);
  here.run(['sync']);
  there.run(['sync']);
  copy = here.file('copy.db');
  there.run(['tag', OTHER, 'add', 'travelled']);
  there.run(['backup', copy]);
});
afterEach(() => {
  here.remove();
  there.remove();
});

describe('import', () => {
  it('adds the sessions of another machine, once', () => {
    const first = here.run(['import', copy, '--json']);
    expect([first.status, first.err]).toEqual([0, '']);
    expect(JSON.parse(first.out)).toMatchObject({ newSessions: 3, inputs: { new: 3 }, journal: { tags: 1 } });
    expect(here.run(['show', OTHER]).out).toContain('asked there');
    expect(JSON.parse(here.run(['tag', OTHER, '--json']).out).tags).toEqual(['travelled']);
    expect(here.run(['import', copy]).out).toMatch(
      /0 new sessions, 0 new events; 0 files new, 0 with more than before, 3 as/,
    );
  });

  it('tells the machines apart', () => {
    here.run(['import', copy]);
    expect(JSON.parse(here.run(['sessions', 'machine:this', '--json']).out).sessions).toHaveLength(1);
  });

  it('begins an archive where there is none', () => {
    const fresh = new TestHome();
    cpSync(copy, fresh.file('copy.db'));
    expect(fresh.run(['import', fresh.file('copy.db')]).status).toBe(0);
    expect(fresh.run(['show', OTHER]).status).toBe(0);
    fresh.remove();
  });

  it('refuses what it does not know, and the archive itself', () => {
    writeFileSync(here.file('x.txt'), 'nothing of use');
    expect(here.run(['import', here.file('x.txt')])).toMatchObject({
      status: 2,
      err: expect.stringContaining('not-importable'),
    });
    expect(here.run(['import', here.file('none')])).toMatchObject({
      status: 2,
      err: expect.stringContaining('file-not-found'),
    });
    const own = join(here.file('.local', 'share', 'hansard'), 'archive.db');
    expect(here.run(['import', own])).toMatchObject({ status: 2, err: expect.stringContaining('itself') });
    expect(here.run(['show', SESSION_ID]).status).toBe(0);
  });
});
