import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID } from '../testing/sample-session.ts';

const OTHER = '6f0c2a9e-0b1d-4c3e-8f7a-000000000002';
const home = new TestHome();
const running: ChildProcess[] = [];
let path: string;

beforeAll(() => {
  buildCommand();
  path = addSession(home.path);
  addSession(home.path, { id: OTHER, day: 2 });
  home.run(['sync']);
  home.run(['sessions']);
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(() => home.remove());

const uuids = () =>
  JSON.parse(home.run(['sessions', '--json']).out).sessions.map(
    ({ uuid, nativeId }: { uuid: string; nativeId: string }) => [nativeId, uuid],
  );
const idOf = (nativeId: string): string => new Map<string, string>(uuids()).get(nativeId) as string;

/** Where the link that it prints leads a browser. */
async function open(name: string): Promise<{ lands: string; page: string }> {
  const child = spawn(process.execPath, [BIN, 'open', name, '--port', '0'], { env: home.env, cwd: home.path });
  running.push(child);
  let out = '';
  for await (const piece of child.stdout as NodeJS.ReadableStream) {
    out += piece;
    if (out.split('\n').length > 2) break;
  }
  expect(out).toContain('Open this link in a browser; Ctrl-C ends it.');
  const link = new URL(out.split('\n')[0] as string);
  const login = await fetch(link, { redirect: 'manual' });
  const lands = login.headers.get('location') as string;
  const headers = { cookie: (login.headers.get('set-cookie') ?? '').split(';')[0] as string };
  return { lands, page: await (await fetch(new URL(lands, link), { headers })).text() };
}

describe('open', () => {
  it('leads to the session that is named by id, number in the last list, or file', async () => {
    const id = idOf(SESSION_ID);
    const numbers = new Map(uuids().map(([native]: [string], i: number) => [native, String(i + 1)]));
    for (const name of [id.slice(0, 8), SESSION_ID, numbers.get(SESSION_ID) as string, path]) {
      const { lands, page } = await open(name);
      expect([lands, page]).toEqual([`/s/${id}`, expect.stringContaining('<html')]);
    }
  });

  it('leads to an event of it', async () => {
    expect((await open(`${OTHER}#a b/..?c`)).lands).toBe(`/s/${idOf(OTHER)}?e=a%20b%2F..%3Fc`);
  });

  it('finds a session that was written just now', async () => {
    const id = '7f0c2a9e-0b1d-4c3e-8f7a-000000000003';
    addSession(home.path, { id, day: 3 });
    expect((await open(id)).lands).toBe(`/s/${idOf(id)}`);
  });

  it('takes a file from elsewhere into the archive', async () => {
    const there = new TestHome();
    const id = '8f0c2a9e-0b1d-4c3e-8f7a-000000000004';
    const file = addSession(there.path, { id, day: 4 });
    expect((await open(file)).lands).toBe(`/s/${idOf(id)}`);
    there.remove();
  });

  it('leads to the server that runs', async () => {
    await open(SESSION_ID);
    const { url } = JSON.parse(readFileSync(home.file('.local', 'share', 'hansard', 'server.json'), 'utf8'));
    const { status, out } = home.run(['open', OTHER]);
    expect([status, out]).toEqual([0, expect.stringContaining(`${url}/login?token=`)]);
    expect((await fetch(out.split('\n')[0] as string, { redirect: 'manual' })).headers.get('location')).toBe(
      `/s/${idOf(OTHER)}`,
    );
  });

  it('says so when there is no such session, or no such port', () => {
    expect(home.run(['open', 'nonsense'])).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringContaining('nonsense'),
    });
    expect(home.run(['open', SESSION_ID, '--port', '99999'])).toMatchObject({ status: 2 });
    expect(home.run(['open'])).toMatchObject({ status: 2, err: expect.stringContaining('SESSION') });
  });
});
