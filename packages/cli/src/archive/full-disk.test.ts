/** A disk without any space, as a process sees it that may not make files larger. What is kept can still be read. */
import { appendFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCommand, type Ran, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID } from '../testing/sample-session.ts';

const home = new TestHome();
let path: string;
beforeAll(() => {
  buildCommand();
  path = addSession(home.path, { ask: 'Where is the lighthouse?' });
  expect(home.run(['sync']).status).toBe(0);
});
afterAll(() => home.remove());

const whileFull = (line: string): Ran => home.shell(`ulimit -f 0 || exit 77; ${line}`);
const kept = () => readdirSync(home.file('.local', 'share', 'hansard')).filter((name) => !/-(shm|wal)$/.test(name));

describe.skipIf(process.platform !== 'linux')('on a full disk', () => {
  it.each([
    ['hansard search lighthouse', 'Where is the '],
    [`hansard show ${SESSION_ID}`, 'Where is the lighthouse?'],
    ['hansard query "SELECT count(*) AS sessions FROM sessions"', 'sessions\n1'],
    ['hansard stats', 'Claude Code'],
    ['hansard sessions', 'Where is the lighthouse?'],
  ])('%s works', (line, shown) => {
    const before = kept();
    const { status, out, err } = whileFull(line);
    expect([status, err]).toEqual([0, '']);
    expect(out).toContain(shown);
    expect(kept()).toEqual(before);
  });

  it('what cannot be added is said, and what is there is listed', () => {
    appendFileSync(path, '\n');
    const { status, out, err } = whileFull('hansard sessions');
    expect([status, err]).toEqual([0, expect.stringMatching(/no space left.*Only what was kept before is shown/)]);
    expect(out).toContain('Where is the lighthouse?');
    expect(whileFull('hansard sync')).toMatchObject({ status: 2, err: expect.stringContaining('no space left') });
    expect(home.run(['sync']).status).toBe(0);
  });
});
