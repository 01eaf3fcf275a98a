import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCommand, hasTerminal, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID } from '../testing/sample-session.ts';

let home: TestHome;
let path: string;
beforeAll(() => {
  buildCommand();
  home = new TestHome();
  path = addSession(home.path);
});
afterAll(() => home.remove());

const show = (...args: string[]) => home.run(['show', ...args]);
const HEADER = `What does a.py do?
2026-03-01 09:15 · Claude Code 2.0.5 · claude-sonnet-4-5-20250929
/home/dev/demo · d2d0840d · 5 events · 2,100 tokens · $0.01

`;
const ESCAPE = '\u001b';

describe('show', () => {
  it('prints the conversation', () => {
    const { status, out, err } = show(path);
    expect([status, err]).toEqual([0, '']);
    expect(out).toBe(`${HEADER}[09:15:30] 👤 USER
What does a.py do?

[09:15:31] 🤖 ASSISTANT
I will look.

[09:15:31] 🔧 Read
{"file_path": "/home/dev/demo/a.py"}

[09:15:32] 🔧 Read
print("hi")

[09:15:33] 🤖 ASSISTANT
It prints a greeting.
`);
  });

  it('shows a transcript that was converted before the same way', () => {
    const document = home.run(['convert', path]).out;
    expect(home.run(['show', '-'], { input: document }).out).toBe(show(path).out);
    const lines = home.run(['convert', path, '--lines']).out;
    expect(home.run(['show', '-'], { input: lines }).out).toBe(show(path).out);
  });

  it('shows what came back when the call itself carries it, once', () => {
    const document = JSON.parse(home.run(['convert', path]).out);
    const output = 'print("hi")';
    const calls = document.events.map((event: { type: string; tool?: object }) =>
      event.type === 'tool_call' ? { ...event, tool: { ...event.tool, output } } : event,
    );
    const shown = (events: object[], ...args: string[]) =>
      home.run(['show', '-', ...args], { input: JSON.stringify({ ...document, events }) }).out;
    expect(shown(calls)).toBe(show(path).out);
    const alone = calls.filter(({ type }: { type: string }) => type !== 'tool_result');
    expect(shown(alone).replace('[09:15:31] 🔧 Read\nprint', '[09:15:32] 🔧 Read\nprint')).toBe(show(path).out);
    const entries = shown(alone, '--json', '--all').trim().split('\n');
    expect(entries).toHaveLength(alone.length);
  });

  it('selects by role and source, and leaves tools out', () => {
    expect(show(path, '--role', 'user').out).toBe(`${HEADER}[09:15:30] 👤 USER\nWhat does a.py do?\n`);
    expect(show(path, '--role', 'tool').out).toBe(`${HEADER}[09:15:32] 🔧 Read\nprint("hi")\n`);
    expect(show(path, '--no-tools').out).not.toContain('🔧');
    expect(show(path, '--source', 'primary').out).toBe(show(path).out);
    expect(show(path, '--source', 'subagent:none')).toMatchObject({
      status: 0,
      out: '',
      err: expect.stringContaining('Nothing of the session is shown'),
    });
    expect(show(path, '--role', 'usr')).toMatchObject({
      status: 2,
      err: expect.stringContaining('Did you mean user?'),
    });
  });

  it('marks the days of a session that lasts longer than one', () => {
    const late = addSession(home.path, { id: SESSION_ID.replace(/1$/, '5'), day: 2 });
    const lines = readFileSync(late, 'utf8').trimEnd().split('\n');
    const last = (lines.at(-1) as string).replaceAll('2026-03-02T09', '2026-03-04T11');
    writeFileSync(late, `${[...lines.slice(0, -1), last].join('\n')}\n`);
    const { out } = show(late);
    expect(out).toMatch(/^What does a.py do\?\n2026-03-02 09:15 to 2026-03-04 11:15 /);
    expect(out.match(/── .* ──/g)).toEqual(['── 2026-03-04 ──']);
  });

  it('tells times in the zone asked for', () => {
    expect(show(path, '--timezone', 'Asia/Tokyo').out).toContain('[18:15:30]');
    expect(home.run(['show', path], { env: { HANSARD_TIMEZONE: 'America/New_York' } }).out).toContain('[04:15:30]');
    expect(show(path, '--timezone', 'Mars/Base')).toMatchObject({
      status: 2,
      err: expect.stringContaining('(bad-argument)'),
    });
  });

  it('prints entries as JSON Lines', () => {
    const entries = show(path, '--json')
      .out.trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries[0]).toMatchObject({
      role: 'user',
      content: 'What does a.py do?',
      source: 'primary',
      tool_name: null,
    });
    expect(entries.find(({ tool_input }) => tool_input)).toMatchObject({ role: 'assistant', tool_name: 'Read' });
  });

  it('colours headers only, and only when wanted', () => {
    const with_ = (env: Record<string, string>, ...args: string[]) => home.run(['show', path, ...args], { env }).out;
    expect(show(path).out).not.toContain(ESCAPE);
    const coloured = with_({ FORCE_COLOR: '1' });
    expect(coloured).toContain(ESCAPE);
    const [title, when, where, ...lines] = coloured.split('\n').filter((line) => line.includes(ESCAPE));
    expect([title, when, where].map((line) => line?.startsWith(ESCAPE))).toEqual([true, true, true]);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every((line) => line.includes('[09:15:3'))).toBe(true);
    expect(with_({ FORCE_COLOR: '1', NO_COLOR: '1' })).not.toContain(ESCAPE);
    expect(with_({ NO_COLOR: '1' }, '--color', 'always')).toContain(ESCAPE);
    expect(with_({ HANSARD_COLOR: 'always' })).toContain(ESCAPE);
  });

  it('neutralises what the transcript says', () => {
    const evil = addSession(home.path, {
      id: SESSION_ID.replace(/1$/, '3'),
      ask: `${ESCAPE}]0;owned\u0007\r\u202etxt`,
    });
    expect(show(evil).out).toContain('␛]0;owned␇␍\\u{202e}txt\n');
  });
});

describe('show in a terminal', () => {
  const inTerminal = (env: Record<string, string>, ...args: string[]) => home.terminal(['show', path, ...args], env);

  it.skipIf(!hasTerminal)('goes through the pager that the user has chosen', () => {
    const { out, status } = inTerminal({ PAGER: 'sed s/^/paged:/' });
    expect(status).toBe(0);
    expect(
      out
        .trimEnd()
        .split('\n')
        .every((line) => line.startsWith('paged:')),
    ).toBe(true);
    expect(inTerminal({ PAGER: 'sed s/^/paged:/', HANSARD_PAGER: 'never' }).out).not.toContain('paged:');
    expect(inTerminal({ PAGER: 'sed s/^/paged:/' }, '--no-pager').out).not.toContain('paged:');
  });

  it.skipIf(!hasTerminal)('ends quietly when the reader leaves early', () => {
    const long = addSession(home.path, { id: SESSION_ID.replace(/1$/, '4'), answer: 'word '.repeat(200_000) });
    const ran = home.terminal(['show', long], { PAGER: 'head -1' });
    expect(ran.status).toBe(0);
    expect(ran.out).not.toMatch(/EPIPE|bug/);
  });

  it.skipIf(!hasTerminal)('prints the text when there is no such pager', () => {
    const { out } = inTerminal({ PAGER: 'no-such-pager' });
    expect(out).toContain('The pager "no-such-pager" was not found.');
    expect(out).toContain('It prints a greeting.');
  });
});
