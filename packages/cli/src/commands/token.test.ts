/** Tokens as a user makes them, on a server that is running all the while. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID } from '../testing/sample-session.ts';

const home = new TestHome();
const SECRET = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
let child: ChildProcess;
let url: string;

beforeAll(async () => {
  buildCommand();
  home.env['HANSARD_HOME'] = home.file('archive');
  addSession(home.path, { ask: `use ${SECRET}` });
  home.run(['sync']);
  child = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--json', '--no-watch'], { env: home.env });
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  url = JSON.parse(String(line)).url;
});
afterAll(async () => {
  child.kill('SIGTERM');
  await once(child, 'exit');
  home.remove();
});

const json = (...args: string[]) => JSON.parse(home.run(['token', ...args, '--json']).out);
const ask = (path: string, token: string, method = 'GET') =>
  fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });

it('starts with none but the user’s own, which may do everything', async () => {
  expect(json('list')).toEqual({ tokens: [] });
  expect(home.run(['token']).out).toContain('no tokens but your own');
  const own = readFileSync(home.file('archive', 'server-token'), 'utf8').trim();
  expect((await ask(`/v1/sessions/${SESSION_ID}/star`, own, 'PUT')).status).toBe(200);
});

it('makes one that works at once, does what its scope says, and stops at once when it is revoked', async () => {
  const { status, out, err } = home.run(['token', 'create', '--scope', 'read', '--name', 'dash\u001bboard']);
  expect([status, out]).toEqual([0, expect.stringMatching(/^hansard_[\w-]{43}\n$/)]);
  expect(err).toContain('shown once');
  const secret = out.trim();
  expect((await ask('/v1/sessions', secret)).status).toBe(200);
  const refused = await ask(`/v1/sessions/${SESSION_ID}/star`, secret, 'PUT');
  expect([refused.status, await refused.json()]).toEqual([403, expect.objectContaining({ code: 'missing-scope' })]);
  const { tokens } = json('list');
  expect(tokens).toEqual([
    {
      id: expect.stringMatching(/^[\da-f]{10}$/),
      name: 'dash\u001bboard',
      scopes: ['read'],
      profile: null,
      created: expect.any(String),
      expires: null,
      expired: false,
    },
  ]);
  const listed = home.run(['token', 'list']).out;
  expect([listed.includes(tokens[0].id), listed.includes(secret), listed.includes('\u001b')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(home.run(['token', 'revoke', tokens[0].id.slice(0, 4)]).out).toBe(`Revoked ${tokens[0].id}.\n`);
  expect((await ask('/v1/sessions', secret)).status).toBe(401);
  expect(json('list')).toEqual({ tokens: [] });
});

it('is kept as a hash that only the user can read', () => {
  const { token } = json('create', '--scope', 'read');
  const path = home.file('archive', 'server-tokens');
  expect(readFileSync(path, 'utf8')).not.toContain(token);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(home.run(['doctor', '--quick', '--json']).out).toContain('Only you can read the archive');
});

it('holds a token to a profile, on this machine too', async () => {
  const { token, profile, expires } = json('create', '--scope', 'read', '--profile', 'strict', '--expires', '1d');
  expect([profile, Date.parse(expires) > Date.now()]).toEqual(['strict', true]);
  const path = `/v1/transcripts/${SESSION_ID}/events`;
  expect(await (await ask(path, json('create', '--scope', 'read').token)).text()).toContain(SECRET);
  expect(await (await ask(path, token)).text()).not.toContain(SECRET);
});

it('may have several scopes', async () => {
  const { token, scopes } = json('create', '--scope', 'read', '--scope', 'annotate', '--scope', 'read');
  expect(scopes).toEqual(['read', 'annotate']);
  expect((await ask(`/v1/sessions/${SESSION_ID}/star`, token, 'PUT')).status).toBe(200);
});

describe('says what is wrong with', () => {
  it.each([
    [['create'], /needs a scope:[\s\S]*annotate {4}Tag/],
    [['create', '--scope', 'reed'], /--scope is one of read, annotate, .*not "reed".*read/],
    [['create', '--scope'], /--scope needs a value/],
    [['create', '--scope', 'read', '--profile', 'strickt'], /no privacy profile "strickt".*strict/],
    [['create', '--scope', 'read', '--profile', 'none'], /takes nothing out/],
    [['create', '--scope', 'read', '--expires', 'yesterday'], /which is over/],
    [['create', 'me', '--scope', 'read'], /takes no ID/],
    [['list', '--scope', 'read'], /--scope goes with `create`/],
    [['revoke'], /needs the id/],
    [['revoke', 'nothere'], /There is no token "nothere"[\s\S]*token list/],
    [['remove', 'x'], /ACTION is one of list, create, revoke/],
  ])('token %j', (args, message) => {
    const { status, err } = home.run(['token', ...args]);
    expect([status, err]).toEqual([2, expect.stringMatching(message)]);
  });

  it('an id that several begin with', () => {
    const line = readFileSync(home.file('archive', 'server-tokens'), 'utf8').split('\n').find(Boolean) as string;
    const again = ['abcd1', 'abcd2'].map((id) => JSON.stringify({ ...JSON.parse(line), id }));
    writeFileSync(home.file('archive', 'server-tokens'), again.join('\n'));
    expect(home.run(['token', 'revoke', 'abcd']).err).toContain('The ids of 2 tokens begin with "abcd"');
    expect(home.run(['token', 'revoke', 'abcd2']).status).toBe(0);
  });
});

it('needs no archive yet', () => {
  const fresh = new TestHome();
  expect(fresh.run(['token', 'create', '--scope', 'ingest'])).toMatchObject({ status: 0 });
  expect(fresh.run(['token']).out).toContain('ingest');
  fresh.remove();
});
