import { readFileSync, rmSync } from 'node:fs';
import { createNodeHost } from '@hansard/archive';
import { adapters, assemble, readFolder } from '@hansard/core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { addSession } from '../testing/sample-session.ts';
import { addStore } from '../testing/sample-store.ts';

let home: TestHome;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.remove());

describe('restore', () => {
  it('takes a session by its number in the last list', () => {
    const path = addSession(home.path, {});
    const bytes = readFileSync(path);
    home.run([]);
    rmSync(path);
    expect(home.run(['restore', '1'])).toMatchObject({ status: 0, err: '' });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(home.run(['restore', '1'])).toMatchObject({ status: 2, err: expect.stringContaining('output-exists') });
  });

  it('writes a session of a database as the document that the agent imports', async () => {
    const path = addStore(home.path);
    home.run(['sync']);
    const before = await transcripts();
    rmSync(path);
    const { status, out } = home.run(['restore', 'ses_1', '-o', 'back.json']);
    expect(status).toBe(0);
    expect(out).toContain('opencode import');
    expect(JSON.parse(home.run(['restore', 'ses_2', '--json']).out).restored[0].path).toMatch(/ses_2\.json$/);
    rmSync(home.file('ses_2.json'));
    rmSync(home.file('.local'), { recursive: true });
    const [back] = await transcripts('back.json');
    const first = before.find(({ session }) => session.nativeId === 'ses_1');
    expect(back?.events.map(({ id, text }) => [id, text])).toEqual(first?.events.map(({ id, text }) => [id, text]));
  });

  it('says what is not there', () => {
    expect(home.run(['restore', 'x'])).toMatchObject({ status: 2, err: expect.stringContaining('no-archive') });
    home.run(['sync']);
    expect(home.run(['restore', 'nothing']).err).toContain('not-archived');
  });
});

async function transcripts(...names: string[]) {
  const host = createNodeHost({ home: home.path, env: {} });
  const { reads } = await readFolder(adapters, host, home.file(...(names.length > 0 ? [] : ['.local'])));
  return assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: host.digest });
}
