import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { remainsOf } from '../../../archive/src/testing/remains.ts';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID, sampleLines } from '../testing/sample-session.ts';

const BODY = 'Zq8vN2mXw4LkP0sRt6Yb1Hc3Jd5Fg7Aa9EeQw3Er5Ty7Ui9Op1As2Df4Gh6Jk8Lz0Xc2Vb4Nm6Qa8Ws1Ed3Rf5Tg7Y';
const KEY = `sk-ant-api03-${BODY.slice(0, 93)}AA`;
let home: TestHome;
let path: string;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
  path = addSession(home.path, { ask: `use ${KEY} for it`, answer: `I used ${KEY}` });
  addSession(home.path, { id: '6f0c2a9e-0b1d-4c3e-8f7a-000000000002', ask: 'something else', day: 2 });
  home.run(['sync']);
});
afterEach(() => home.remove());

const archive = () => home.file('.local', 'share', 'hansard');
const remains = async () => [
  ...(await remainsOf(BODY.slice(0, 40), archive())),
  ...(await remainsOf(BODY.slice(0, 93).toLowerCase(), archive())),
];
const json = (...args: string[]) => JSON.parse(home.run([...args, '--json']).out);

describe('scrub', () => {
  it('tells kinds and places without the secret, and asks where somebody can answer', async () => {
    const { out } = home.run(['scrub', '--all', '--dry-run']);
    expect(out).toContain('Anthropic');
    expect(out).toContain(path);
    expect(out).toMatch(/1 secret in \d places?\. Looked at 2 files\./);
    expect(out).not.toContain(BODY.slice(0, 10));
    const { found } = json('scrub', SESSION_ID, '--dry-run');
    expect(found[0]).toMatchObject({ ruleId: 'anthropic-api-key', in: 'original', path, line: 1 });
    expect(home.run(['scrub', '--all'])).toMatchObject({ status: 2, err: expect.stringContaining('--yes') });
    expect(home.run(['scrub'])).toMatchObject({ status: 2, err: expect.stringContaining('--all') });
    expect(home.run(['scrub', '--all', '--rule', 'nonsense']).err).toContain('no rule');
    expect(await remains()).not.toEqual([]);
  });

  it('removes it for good, and says of the original that it was changed', async () => {
    const ran = home.run(['scrub', SESSION_ID, '--yes']);
    expect([ran.status, ran.err]).toEqual([0, '']);
    expect(ran.out).toContain('Removed 1 secret from 2 places in 1 original.');
    expect(await remains()).toEqual([]);
    appendFileSync(path, sampleLines({ ask: `again ${KEY}`, day: 3 }));
    expect(home.run(['sync']).out).toContain('1 grown');
    home.run(['rebuild']);
    expect(await remains()).toEqual([]);
    expect(readFileSync(path, 'utf8')).toContain(KEY);
    expect(
      json('sessions')
        .sessions.map(({ scrubbed }: { scrubbed: boolean }) => scrubbed)
        .sort(),
    ).toEqual([false, true]);
    expect(home.run(['sessions']).out).toContain('(secrets removed)');
    expect(home.run(['show', SESSION_ID])).toMatchObject({
      out: expect.stringContaining('use [REDACTED:anthropic-api-key]***'),
      err: expect.stringContaining('no longer what the agent wrote'),
    });
    expect(home.run(['doctor', '--quick']).out).toContain('Secrets were removed from 1 original');
    rmSync(path);
    expect(home.run(['restore', path]).out).toContain('not what the agent wrote, byte for byte');
    expect(readFileSync(path, 'utf8')).toContain('[REDACTED:anthropic-api-key]***');
    expect(home.run(['scrub', '--all', '--yes']).out).toContain('No secrets found.');
    expect(home.run(['scrub', '--finish'])).toMatchObject({ status: 0, err: '' });
  });

  it('removes a password that is a number, and leaves a record that can be read', async () => {
    const id = '6f0c2a9e-0b1d-4c3e-8f7a-000000000003';
    const inside = { url: 'x', password: 48151623, body: '{"password": 48151623}' };
    const read = '"input":{"file_path":"/home/dev/demo/a.py"}';
    addSession(home.path, {
      id,
      day: 3,
      lines: sampleLines({ id }).replace(read, `"input":${JSON.stringify(inside)}`),
    });
    home.run(['sync']);
    const left = () => remainsOf('48151623', archive());
    expect(json('scan', id).secrets.map(({ field }: { field: string }) => field)).toContain('tool.input/password');
    expect(await left()).not.toEqual([]);
    expect(home.run(['scrub', '--all', '--yes'])).toMatchObject({ status: 0, err: '' });
    home.run(['sync']);
    home.run(['rebuild']);
    expect(await left()).toEqual([]);
    expect(home.run(['scan', '--all']).out).toContain('No secrets found.');
    const { events } = JSON.parse(home.run(['convert', id]).out);
    const call = events.find(({ type }: { type: string }) => type === 'tool_call');
    expect(call.tool.input).toEqual({ url: 'x', password: '******', body: '{"password": "****"}' });
  });

  it('goes by rule', async () => {
    expect(home.run(['scrub', '--all', '--rule', 'jwt', '--yes']).out).toContain('No secrets found.');
    expect(home.run(['scrub', '--all', '--rule', 'emails', '--yes']).err).toContain('not about secrets');
    expect(home.run(['scrub', '--all', '--rule', 'anthropic-api-key', '--yes']).status).toBe(0);
    expect(await remains()).toEqual([]);
  });

  it('loses nothing when it is killed at any moment, and is completed later', async () => {
    for (let n = 0; n < 6; n++) {
      const id = `7f0c2a9e-0b1d-4c3e-8f7a-0000000000${n}0`;
      const lines = Array.from({ length: 60 }, (_, i) =>
        sampleLines({ id: id.replace(/.{4}$/, String(1000 + i)), ask: `question ${i} ${KEY}` }),
      );
      addSession(home.path, { id, lines: lines.join('').replaceAll(/"sessionId":"[^"]*"/g, `"sessionId":"${id}"`) });
    }
    home.run(['sync']);
    const counted = () =>
      home.run(['query', 'SELECT count(*) AS n, sum(log_seq) AS seqs, max(time) AS last FROM events', '--json']).out;
    const before = counted();
    for (const delay of [300, 420, 540, 700]) {
      const child = spawn(process.execPath, [BIN, 'scrub', '--all', '--yes'], { env: home.env, stdio: 'ignore' });
      const ended = once(child, 'exit');
      await setTimeout(delay);
      child.kill('SIGKILL');
      await ended;
      expect(counted()).toEqual(before);
    }
    expect(home.run(['scrub', '--all', '--yes']).status).toBe(0);
    expect(await remains()).toEqual([]);
    expect(counted()).toEqual(before);
  });
});
