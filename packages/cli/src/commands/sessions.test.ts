import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID, sampleLines } from '../testing/sample-session.ts';
import { addStore } from '../testing/sample-store.ts';

let home: TestHome;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.remove());

const idOf = (n: number) => SESSION_ID.replace(/1$/, String(n));
function addAt(day: number, options: Parameters<typeof addSession>[1] = {}): string {
  const path = addSession(home.path, { id: idOf(day), day, ask: `question ${day}`, ...options });
  const time = new Date(`2026-03-0${day}T12:00:00Z`);
  utimesSync(path, time, time);
  return path;
}
const titles = (...args: string[]) =>
  JSON.parse(home.run(['sessions', '--json', ...args]).out).sessions.map(({ title }: { title: string }) => title);

describe('sessions', () => {
  it('says on an empty machine where it looked and what to do', () => {
    const { status, out, err } = home.run(['sessions']);
    expect([status, err]).toEqual([0, '']);
    expect(out).toContain(`No sessions were found under ${home.path}`);
    expect(out).toContain('~/.claude/projects');
    expect(out).toContain('hansard show FILE');
    expect(JSON.parse(home.run(['sessions', '--json']).out)).toMatchObject({ sessions: [], total: 0 });
  });

  it('lists the newest first, with the path to show', () => {
    addAt(1);
    addAt(3, { cwd: `${home.path}/work`, ask: 'third\nsecond line' });
    addAt(2);
    const { out } = home.run(['sessions']);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^2026-03-03 09:15 {2}Claude Code {2}\S+ KB {2}~\/work {2,}third$/);
    expect(lines[1]).toMatch(new RegExp(`^ {4}~/\\.claude/projects/.*${idOf(3)}\\.jsonl$`));
    expect(lines.at(-1)).toMatch(/^3 sessions\./);
    expect(titles()).toEqual(['third', 'question 2', 'question 1']);
  });

  it('limits and selects', () => {
    for (const day of [1, 2, 3]) addAt(day, { cwd: day === 2 ? '/home/dev/other' : '/home/dev/demo' });
    expect(titles('-n', '1')).toEqual(['question 3']);
    expect(titles('--project', 'OTHER')).toEqual(['question 2']);
    expect(titles('--agent', 'claude-code')).toHaveLength(3);
    expect(home.run(['sessions', '-n', '2']).out).toContain('2 sessions of 3 session files (--all lists all).');
    expect(home.run(['sessions', '-n', '1', '--project', 'demo']).out).toContain('1 session (--all lists all).');
    // A subagent's file beside a session's is no session, and nothing more is to be listed.
    const agent = sampleLines({ id: idOf(1) }).replaceAll('"type":', '"isSidechain":true,"agentId":"x1","type":');
    writeFileSync(join(dirname(addAt(1)), `${idOf(9)}.jsonl`), agent);
    expect(JSON.parse(home.run(['sessions', '--json']).out).total).toBe(4);
    expect(home.run(['sessions']).out).toContain('\n3 sessions. Read');
    const env = { HANSARD_SESSIONS_LIMIT: '2' };
    expect(JSON.parse(home.run(['sessions', '--json'], { env }).out).sessions).toHaveLength(2);
    expect(JSON.parse(home.run(['sessions', '--json', '--all'], { env }).out).sessions).toHaveLength(3);
    expect(home.run(['sessions', '-n', '0'])).toMatchObject({ status: 2, err: expect.stringContaining('from 1') });
  });

  it('leaves excluded agents alone', () => {
    addAt(1);
    const env = { HANSARD_EXCLUDE_AGENTS: 'claude-code' };
    expect(JSON.parse(home.run(['sessions', '--json'], { env }).out).total).toBe(0);
    expect(home.run(['sessions', '--agent', 'claude-code'], { env }).err).toContain('excluded by your settings');
    const wrong = home.run(['sessions'], { env: { HANSARD_EXCLUDE_AGENTS: 'claude-cod' } });
    expect([wrong.status, wrong.err]).toEqual([2, expect.stringContaining('Did you mean claude-code?')]);
  });

  it('reads the beginning and the end of large files only', () => {
    const filler = sampleLines({ answer: 'x'.repeat(50_000) }).repeat(20);
    const title = JSON.stringify({ type: 'custom-title', customTitle: 'Renamed at the end', sessionId: idOf(1) });
    addAt(1, { lines: `${sampleLines({ id: idOf(1) })}${filler}${title}\n` });
    const [session] = JSON.parse(home.run(['sessions', '--json']).out).sessions;
    expect(session).toMatchObject({ title: 'Renamed at the end', events: null, project: '/home/dev/demo' });
  });

  it('survives what is no session, and shows no control characters', () => {
    addAt(1, { lines: '' });
    addAt(2, { lines: '\0\0\0{"' });
    addAt(3, { ask: '\u001b[31mred' });
    mkdirSync(home.file('.claude', 'projects', 'x'), { recursive: true });
    writeFileSync(home.file('.claude', 'projects', 'x', 'notes.txt'), 'x');
    const { status, out } = home.run(['sessions']);
    expect(status).toBe(0);
    expect(out).not.toContain('\u001b');
    expect(out).toContain('␛[31mred');
  });
});

describe('sessions of the archive', () => {
  it('are not shown by a number that the last list did not have', () => {
    addAt(1);
    home.run(['sync']);
    home.run(['sessions']);
    const { status, err } = home.run(['show', '77']);
    expect([status, err]).toEqual([2, expect.stringContaining('no file or folder 77. The list ends with 1;')]);
  });

  it('are brought up to date, listed by their last activity, and found by words and filters', () => {
    addAt(1, { cwd: '/home/dev/api', ask: 'why does parseHeader fail' });
    addAt(2);
    expect(home.run(['sessions', 'parseHeader'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('no-archive'),
    });
    home.run(['sync']);
    addAt(3);
    expect(titles()).toEqual(['question 3', 'question 2', 'why does parseHeader fail']);
    expect(titles('header', 'project:api')).toEqual(['why does parseHeader fail']);
    expect(titles('--', '-header', 'before:2026-03-03')).toEqual(['question 2']);
    expect(titles('--project', 'API')).toEqual(['why does parseHeader fail']);
    expect(titles('file:a.py')).toHaveLength(3);
    expect(home.run(['sessions', 'nothinglikethis']).out).toBe('None of the 3 sessions in the archive is like that.\n');
    expect(home.run(['sessions', 'colour:red'])).toMatchObject({ status: 2, err: expect.stringContaining('colour') });
    const { out } = home.run(['sessions', '-n', '1']);
    expect(out).toMatch(
      /^1 {2}2026-03-03 09:15 {2}Claude Code {2}\d+ events .*question 3\n {4}[0-9a-f]{8} {2}cd \S+ && claude --resume/,
    );
    expect(out).toContain('1 session of 3 (--all lists all).');
    expect(home.run(['show', '1']).out).toContain('question 3');
  });
});

describe('agents', () => {
  it('says what is supported and what is here', () => {
    addAt(1);
    const { out, status } = home.run(['agents']);
    expect(status).toBe(0);
    expect(out).toMatch(/^AGENT +ID +FILES HERE/);
    expect(out).toMatch(/Claude Code +claude-code +1 +\S+ KB +2026-03-01 12:00 +recorded +\S/);
    expect(out).toMatch(/Cannot be read:\n.*Windsurf: .*encrypted/);
    const [agent] = JSON.parse(home.run(['agents', '--json']).out).agents;
    expect(agent).toMatchObject({
      id: 'claude-code',
      excluded: false,
      found: { sessionFiles: 1, newest: '2026-03-01T12:00:00.000Z' },
      dialects: expect.arrayContaining([expect.objectContaining({ kind: 'log' })]),
    });
  });
});

describe('a store of several sessions', () => {
  it('is listed by session, each of which can be shown alone', () => {
    const path = addStore(home.path);
    const { sessions } = JSON.parse(home.run(['sessions', '--json']).out);
    expect(sessions.map(({ nativeId, title }: Record<string, string>) => [nativeId, title])).toEqual([
      ['ses_2', 'Second session'],
      ['ses_1', 'First session'],
    ]);
    expect(home.run(['sessions']).out).toContain('opencode.db --session ses_2\n');
    expect(home.run(['show', path, '--session', 'ses_1']).out).toContain('USER\nfirst question\n');
    expect(home.run(['show', path, '--session', 'ses_1']).out).not.toContain('second question');
    expect(home.run(['show', path]).out).toMatch(/first question[\s\S]*─{20,}\nSecond session[\s\S]*second question/);
    expect(home.run(['show', path, '--session', 'x'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('(nothing-found)'),
    });
  });
});
