/** Sending sessions to a hub that runs, by the commands that people use. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID } from '../testing/sample-session.ts';

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
  expect(home.run(['audit', id.slice(0, 8)]).status).toBe(0);
  writeFileSync(home.file('changed.json'), text.replace('greeting', 'Greeting'));
  const audit = home.run(['audit', home.file('changed.json')]);
  expect([audit.status, audit.out]).toEqual([1, expect.stringContaining('BAD  root')]);

  const { submitter } = JSON.parse(text);
  expect(submitter).toMatchObject({ keyId, hub: expect.stringMatching(/^hub_/), pseudonym: expect.any(String) });

  const revoked = home.run(['hub', 'revoke', keyId, '--data', data]);
  expect(revoked.status).toBe(0);
  expect(home.run(['push', '5f0c', '--yes']).err).toContain('not-logged-in');
});

it('adds, lists and removes webhooks while the hub runs, and says what is wrong', async () => {
  const hook = (...more: string[]) => home.run(['hub', 'webhook', ...more, '--data', data]);
  expect(hook().out).toBe('There are no webhooks.\n');
  const made = hook('https://example.org/told', '--kind', 'key', '--kind', 'accept');
  expect([made.out, made.err]).toEqual([
    expect.stringMatching(/^whsec_\S{44}\n$/),
    expect.stringContaining('shown once'),
  ]);
  const answer = await ask(keyOf('admin').key, '/v1/webhooks');
  const told = (await answer.json()) as { webhooks: { id: string }[] };
  expect(told).toMatchObject({ webhooks: [{ url: 'https://example.org/told', kinds: ['accept', 'key'] }] });
  const id = told.webhooks[0]?.id ?? '';
  expect(hook().out).toContain(`${id}  https://example.org/told  accept,key`);
  for (const wrong of [
    ['file:///etc/passwd'],
    [id],
    ['wh_0', '--remove'],
    ['--remove'],
    ['https://a.b/', '--kind', 'x'],
  ]) {
    expect([wrong, hook(...wrong).status]).toEqual([wrong, 2]);
  }
  expect(hook(id, '--remove').out).toBe(`Removed ${id}.\n`);
  expect(JSON.parse(hook('--json').out)).toEqual({ webhooks: [] });
});

it('sends sums alone, which analysts count and readers do not see', async () => {
  const { key } = keyOf('submitter');
  const numbers = new TestHome();
  addSession(numbers.path, { id: `${SESSION_ID.slice(0, -4)}b100`, ask: 'Rename zwergpelikan.py', answer: 'Done.' });
  numbers.run(['sync']);
  numbers.run(['login', url, '--key-file', '-'], { input: `${key}\n` });
  const sent = JSON.parse(numbers.run(['push', '--all', '--numbers', '--project', 'sums', '--yes', '--json']).out);
  expect(sent.pushed).toMatchObject([{ outcome: 'created', sums: expect.any(Number) }]);
  const id = sent.pushed[0].session;
  expect((await ask(keyOf('reader').key, `/v1/sessions/${id}`)).status).toBe(404);
  expect((await ask(key, `/v1/transcripts/${id}`)).status).toBe(404);
  expect(numbers.run(['shared']).out).toContain(url);
  numbers.remove();
});

it('queues what cannot be sent, and sends it as it was asked for', async () => {
  const { key, keyId } = keyOf('submitter');
  const away = new TestHome();
  addSession(away.path, { id: `${SESSION_ID.slice(0, -4)}b200`, ask: 'What is in b.py?', answer: 'A class.' });
  away.run(['sync']);
  away.run(['login', url, '--key-file', '-'], { input: `${key}\n` });
  const file = away.file('.local', 'share', 'hansard', 'hubs.json');
  const known = readFileSync(file, 'utf8');
  const nowhere = 'http://127.0.0.1:9';
  writeFileSync(file, known.replaceAll(url, nowhere));
  const failed = away.run(['push', '--all', '--profile', 'team', '--project', 'later', '--yes']);
  expect([failed.status, failed.err]).toEqual([1, expect.stringContaining('It is queued.')]);
  const queue = away.file('.local', 'share', 'hansard', 'push-queue.json');
  writeFileSync(queue, readFileSync(queue, 'utf8').replaceAll(nowhere, url));
  writeFileSync(file, known);
  const sent = JSON.parse(away.run(['push', '--queued', '--yes', '--json']).out).pushed[0];
  expect(sent.receipt).toMatchObject({ privacy: { profile: 'team' }, submitter: { keyId } });
  expect(JSON.parse(readFileSync(queue, 'utf8'))).toEqual([]);
  expect(away.run(['push', '--changed', '--yes']).out).toContain('nothing to send');
  away.remove();
});

it('sends by itself only what was named for it', async () => {
  const { key } = keyOf('submitter');
  const own = new TestHome();
  addSession(own.path, { id: `${SESSION_ID.slice(0, -4)}b300`, ask: 'What is in c.py?', answer: 'A function.' });
  own.run(['sync']);
  own.run(['login', url, '--key-file', '-'], { input: `${key}\n` });
  const automatic = (env: Record<string, string>) =>
    own.run(['push', '--automatic', '--profile', 'team', '--json'], { env });
  expect(automatic({}).err).toContain('push.projects');
  expect(JSON.parse(automatic({ HANSARD_PUSH_PROJECTS: '/somewhere/else' }).out).pushed).toEqual([]);
  const { project } = JSON.parse(own.run(['sessions', '--json']).out).sessions[0];
  const named = { HANSARD_PUSH_PROJECTS: project.path ?? project };
  expect(JSON.parse(automatic(named).out).pushed).toMatchObject([{ outcome: 'created' }]);
  expect(JSON.parse(automatic(named).out).pushed).toEqual([]);
  own.remove();
});

it('carries the own key to another machine by a file, and begins no hub where there is none', () => {
  const [one, other] = [new TestHome(), new TestHome()];
  const file = one.file('key.txt');
  expect(one.run(['keys', 'export', '--file', file]).status).toBe(0);
  const key = readFileSync(file, 'utf8').trim();
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  const taken = other.run(['keys', 'import', '--file', file]);
  expect([taken.status, taken.out.includes(key)]).toEqual([0, false]);
  expect(readFileSync(other.file('.local', 'share', 'hansard', 'key'), 'utf8').trim()).toBe(key);
  expect(other.run(['keys', 'import', '--file', other.file('nothing')]).status).toBe(2);

  const typo = one.run(['hub', 'key', '--role', 'reader', '--data', one.file('typo')]);
  expect([typo.status, typo.err]).toEqual([2, expect.stringContaining('There is no hub in')]);
  expect(existsSync(one.file('typo'))).toBe(false);
  for (const password of ['CHANGEME', '%3Cpassword%3E', 'your-password']) {
    const placeholder = one.run(['hub', 'serve', '--database', `postgres://hub:${password}@127.0.0.1:9/hub`]);
    expect([placeholder.status, placeholder.err]).toEqual([2, expect.stringContaining('placeholder')]);
  }
  for (const home of [one, other]) home.remove();
});
