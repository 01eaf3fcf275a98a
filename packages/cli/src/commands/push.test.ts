/** Sending sessions to a hub that runs, by the commands that people use. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';
import { addSession } from '../testing/sample-session.ts';

const TOKEN = `ghp_${'Zx81QmPv0Rt5LwKn7Yb3'}${'Hs9Dc2Fg6Ja4Ue1V'}`;
const home = new TestHome();
const data = home.file('hub');
let child: ChildProcess;
let url: string;

beforeAll(async () => {
  buildCommand();
  addSession(home.path, { ask: `What does a.py do? The token is ${TOKEN}`, answer: 'It prints a greeting.' });
  child = spawn(process.execPath, [BIN, 'hub', 'serve', '--data', data, '--port', '0'], {
    env: home.env,
    cwd: home.path,
  });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    if (!line.startsWith('http://')) continue;
    url = line.trim();
    break;
  }
});
afterAll(async () => {
  if (child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  home.remove();
});

const keyOf = (role: string): { keyId: string; key: string } =>
  JSON.parse(home.run(['hub', 'key', '--role', role, '--data', data, '--json']).out);
const ask = (key: string, path: string) => fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });

it('sends a session redacted, once, which readers see and audits confirm', async () => {
  const { keyId, key } = keyOf('submitter');
  expect(key).toMatch(new RegExp(`^hsk_${keyId}_`));
  expect(home.run(['sync']).status).toBe(0);

  const early = home.run(['push', 'demo', '--to', url, '--yes']);
  expect([early.status, early.err]).toEqual([expect.any(Number), expect.stringContaining('not-logged-in')]);
  expect(home.run(['login', url, '--key-file', '-'], { input: `${key}\n` }).status).toBe(0);
  if (process.platform !== 'win32') {
    expect(statSync(home.file('.local', 'share', 'hansard', 'hubs.json')).mode & 0o777).toBe(0o600);
  }

  const none = home.run(['push', '5f0c', '--profile', 'none', '--yes']);
  expect([none.status === 0, none.err.includes('profile-local')]).toEqual([false, true]);
  const dry = JSON.parse(home.run(['push', '5f0c', '--profile', 'team', '--dry-run', '--json']).out);
  expect(dry).toMatchObject({ to: url, project: 'default', profile: 'team', would: [{ events: expect.any(Number) }] });
  const reader = keyOf('reader').key;
  expect(await (await ask(reader, '/v1/sessions')).json()).toMatchObject({ total: 0 });

  const push = () => JSON.parse(home.run(['push', '5f0c', '--profile', 'team', '--yes', '--json']).out).pushed[0];
  const first = push();
  expect([first.outcome, first.receipt.submitter.keyId]).toEqual(['created', keyId]);
  const again = push();
  expect([again.outcome, again.receipt]).toEqual(['same', first.receipt]);
  expect(home.run(['shared']).out).toContain(url);

  const id = first.receipt.transcriptId;
  const text = await (await ask(reader, `/v1/transcripts/${id}`)).text();
  expect([text.includes('greeting'), text.includes(TOKEN)]).toEqual([true, false]);

  expect(home.run(['audit', id]).status).toBe(0);
  writeFileSync(home.file('changed.json'), text.replace('greeting', 'Greeting'));
  const audit = home.run(['audit', home.file('changed.json')]);
  expect([audit.status, audit.out]).toEqual([1, expect.stringContaining('BAD  root')]);

  const revoked = home.run(['hub', 'revoke', keyId, '--data', data]);
  expect(revoked.status).toBe(0);
  expect(home.run(['push', '5f0c', '--yes']).err).toContain('not-logged-in');
});
