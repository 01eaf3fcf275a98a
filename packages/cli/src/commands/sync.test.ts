import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID } from '../testing/sample-session.ts';

let home: TestHome;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.remove());

const EVENTS = 'SELECT event_id, log_seq, type FROM events ORDER BY log_seq';
/** All events of the archive, and those of an archive that was made in one go. */
const indexed = (env?: Record<string, string>) => home.run(['query', EVENTS, '--json'], { env }).out;
function indexedAnew(): string {
  const env = { HANSARD_HOME: home.file('another-archive') };
  home.run(['sync'], { env });
  return indexed(env);
}

const syncJson = () => JSON.parse(home.run(['sync', '--json']).out).agents[0];

describe('sync', () => {
  it('says on an empty machine that there is nothing to keep', () => {
    const { status, out, err } = home.run(['sync']);
    expect([status, err]).toEqual([0, '']);
    expect(out).toContain('no agent has sessions on this machine');
  });

  it('keeps a session that is then listed, shown, converted and restored although the agent has removed it', () => {
    const path = addSession(home.path, {});
    const shown = home.run(['show', path]).out;
    const bytes = readFileSync(path);
    expect(home.run(['sync']).out).toMatch(/^Claude Code: 1 file \(1 new\), .* stored\n/);
    rmSync(path);
    expect(home.run(['sync']).out).toContain('1 removed by the agent, kept here');
    expect(home.run(['sessions']).out).toContain('(removed by the agent, kept in the archive)');
    expect(home.run(['show', path])).toMatchObject({ status: 0, out: shown });
    expect(JSON.parse(home.run(['convert', path]).out).events.length).toBeGreaterThan(0);
    expect(home.run(['restore', path])).toMatchObject({ status: 0, err: '' });
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('stores only what is new', () => {
    const path = addSession(home.path, {});
    expect(syncJson()).toMatchObject({ files: { new: 1 }, bytes: statSync(path).size });
    expect(syncJson()).toMatchObject({ files: { unchanged: 1 }, bytes: 0 });
    appendFileSync(path, '{"type":"mode","mode":"normal","sessionId":"x"}\n');
    expect(syncJson()).toMatchObject({ files: { grown: 1 }, bytes: 48 });
  });

  it('loses nothing when it is killed at any moment', async () => {
    const path = addSession(home.path, {});
    const record = `{"type":"summary","summary":"${'padding '.repeat(2000)}","leafUuid":"x"}\n`;
    appendFileSync(path, record.repeat(1500));
    for (const delay of [120, 180, 240, 300]) {
      const child = spawn(process.execPath, [BIN, 'sync'], { env: home.env, stdio: 'ignore' });
      const ended = once(child, 'exit');
      await setTimeout(delay);
      child.kill('SIGKILL');
      await ended;
      appendFileSync(path, record);
    }
    expect(home.run(['sync']).status).toBe(0);
    const copy = home.file('copy.jsonl');
    expect(home.run(['restore', path, '-o', copy]).status).toBe(0);
    expect(readFileSync(copy).equals(readFileSync(path))).toBe(true);
    expect(indexed()).toEqual(indexedAnew());
  });

  it('follows what is written with --watch, until it is interrupted', async () => {
    const path = addSession(home.path, {});
    const child = spawn(process.execPath, [BIN, 'sync', '--watch', '--json'], { env: home.env });
    const lines: { newEvents: number }[] = [];
    child.stdout.on('data', (chunk) => {
      for (const line of String(chunk).split('\n')) if (line) lines.push(JSON.parse(line));
    });
    const ended = once(child, 'exit');
    await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(1);
    const said = { role: 'user', content: 'said while watching' };
    appendFileSync(path, `${JSON.stringify({ type: 'user', uuid: 'u-99', sessionId: SESSION_ID, message: said })}\n`);
    await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(2);
    expect(lines[1]).toMatchObject({ newEvents: 1 });
    child.kill('SIGINT');
    expect((await ended)[0]).toBe(0);
    expect(home.run(['sessions', 'watching']).out).toContain('1 session.');
  });

  it('can run twice at once', async () => {
    const path = addSession(home.path, {});
    appendFileSync(path, `{"type":"summary","summary":"${'x'.repeat(9000)}","leafUuid":"x"}\n`.repeat(800));
    const children = [1, 2, 3].map(() => spawn(process.execPath, [BIN, 'sync'], { env: home.env, stdio: 'ignore' }));
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0]);
    const copy = home.file('copy.jsonl');
    home.run(['restore', path, '-o', copy]);
    expect(readFileSync(copy).equals(readFileSync(path))).toBe(true);
    expect(home.run(['restore', path, '--original', '2', '-o', home.file('second')]).err).toContain('not-archived');
    expect(indexed()).toEqual(indexedAnew());
  });
});

describe('restore', () => {
  it('never replaces a file unless told to', () => {
    const path = addSession(home.path, {});
    home.run(['sync']);
    appendFileSync(path, 'changed');
    expect(home.run(['restore', path])).toMatchObject({ status: 2, err: expect.stringContaining('output-exists') });
    expect(home.run(['restore', path, '--force']).status).toBe(0);
    expect(readFileSync(path, 'utf8').endsWith('changed')).toBe(false);
  });

  it('gives an earlier version of a rewritten file', () => {
    const path = addSession(home.path, {});
    const bytes = readFileSync(path);
    home.run(['sync']);
    truncateSync(path, 200);
    expect(syncJson()).toMatchObject({ files: { rewritten: 1 } });
    const old = home.file('old.jsonl');
    expect(home.run(['restore', path, '--original', '1', '-o', old]).status).toBe(0);
    expect(readFileSync(old).equals(bytes)).toBe(true);
  });

  it('says what to do when there is no archive, or nothing of that name in it', () => {
    const none = home.run(['restore', 'x.jsonl']);
    expect(none).toMatchObject({ status: 2, err: expect.stringContaining('hansard sync') });
    expect(existsSync(home.file('.local'))).toBe(false);
    home.run(['sync']);
    expect(home.run(['restore', 'x.jsonl']).err).toContain('not-archived');
    expect(home.run(['restore', 'x.jsonl', '--original', '1'])).toMatchObject({ status: 2 });
  });
});
