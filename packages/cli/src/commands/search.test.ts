import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { root } from '../testing/repository.ts';
import { addSession } from '../testing/sample-session.ts';
import { addStore } from '../testing/sample-store.ts';

const OTHER = '5f0c2a9e-0b1d-4c3e-8f7a-000000000002';
let home: TestHome;
beforeAll(() => {
  buildCommand();
  home = new TestHome();
  addSession(home.path, { ask: 'Explain parseHTTPRequest to me', answer: 'It prints \u001b[31ma greeting.' });
  addSession(home.path, { id: OTHER, cwd: '/home/dev/other app', ask: 'Greeting 日本語テキスト', day: 2 });
  addStore(home.path);
  home.run(['sync']);
});
afterAll(() => home.remove());

const json = (...query: string[]) => {
  const { status, out, err } = home.run(['search', '--json', ...query]);
  expect([status, err]).toEqual([0, '']);
  return JSON.parse(out);
};
const projects = (...query: string[]) => json(...query).sessions.map(({ project }: { project: string }) => project);

describe('search', () => {
  it('shows sessions with their hits, newest first, and how to open them', () => {
    const { status, out, err } = home.run(['search', 'greeting']);
    expect([status, err]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^1 {2}2026-03-02 09:15 {2}Claude Code {2}\/home\/dev\/other app {2}/);
    expect(out).toMatch(/\n2 {2}2026-03-01 09:15 {2}Claude Code {2}\/home\/dev\/demo {2}/);
    expect(out).toContain('2026-03-01 09:15  assistant\n   It prints ␛[31ma greeting.');
    expect(out).not.toContain('\u001b');
    expect(lines.at(-2)).toBe('2 sessions, 3 hits in all.');
  });

  it('gives a link that opens the event', () => {
    const [line] = home.run(['search', 'parseHTTPRequest']).out.match(/hansard show \S+/) ?? [];
    const shown = home.run((line as string).split(' ').slice(1));
    expect(shown.status).toBe(0);
    expect(shown.out).toContain('Explain parseHTTPRequest to me');
  });

  it('lets the next command name sessions by their numbers', () => {
    home.run(['search', 'greeting']);
    expect(home.run(['show', '2']).out).toContain('Explain parseHTTPRequest');
  });

  it('highlights what was found, in colour', () => {
    const { out } = home.run(['search', 'http', '--color', 'always']);
    expect(out).toContain('parse\u001b[1m\u001b[33mHTTP\u001b[39m\u001b[22mRequest');
  });

  it('finds parts of identifiers, text without spaces, files, and what stores hold', () => {
    expect(projects('HTTPRequest')).toEqual(['/home/dev/demo']);
    expect(projects('テキスト')).toEqual(['/home/dev/other app']);
    expect(projects('語')).toEqual(['/home/dev/other app']);
    expect(projects('"second question"')).toEqual(['/home/dev/demo']);
    expect(projects('file:a.py', 'project:demo')).toEqual(['/home/dev/demo']);
  });

  it('takes exclusions as words of their own', () => {
    expect(projects('greeting', '-parseHTTPRequest', '-n', '5')).toHaveLength(2);
    expect(projects('greeting', '-project:other')).toEqual(['/home/dev/demo']);
    expect(projects('greeting', '-agent:claude')).toEqual([]);
    expect(projects('greeting -project:demo')).toEqual(['/home/dev/other app']);
    expect(projects('-n1', 'greeting')).toHaveLength(1);
  });

  it('gives programs everything', () => {
    const { sessions, ...rest } = json('greeting', 'is:assistant', 'project:demo', '--hits', '1');
    expect(rest).toMatchObject({ order: 'ranked', more: false, total: 1, rankedPartly: false, explanation: [] });
    const [hit] = sessions[0].hits;
    expect(hit).toMatchObject({ type: 'assistant_message', error: false, logSeq: expect.any(Number) });
    expect(hit.link).toBe(`${sessions[0].shortId}#${hit.eventId}`);
    const [[start, end]] = hit.snippet.marks;
    expect(hit.snippet.text.slice(start, end)).toBe('greeting');
  });

  it('ranks, and finds by regular expression', () => {
    expect(json('greeting')).toMatchObject({ order: 'ranked', sessions: [{}, {}] });
    expect(json('--newest', 'greeting')).toMatchObject({ order: 'newest', sessions: [{}, {}] });
    expect(projects('/parse[A-Z]{4}R/')).toEqual(['/home/dev/demo']);
    expect(json('/parse[A-Z]{4}R/').patterns).toMatchObject({ complete: true });
  });

  it('lists sessions for filters that choose no events', () => {
    const { out } = home.run(['search', 'project:other']);
    expect(out).toMatch(/\/home\/dev\/other app .*\n {3}hansard show [0-9a-f]{8}\n\n1 session\.\n/);
  });

  it('keeps what the agent has removed, and says so by a filter', () => {
    const path = addSession(home.path, { id: OTHER.replace(/2$/, '9'), ask: 'gone soon', answer: 'Bye.', day: 3 });
    home.run(['sync']);
    rmSync(path);
    home.run(['sync']);
    expect(json('soon', 'is:missing').sessions).toHaveLength(1);
  });
});

describe('a search that finds nothing', () => {
  it('says what is to blame and what was perhaps meant', () => {
    expect(home.run(['search', 'greetign']).out).toBe(
      'No matches.\n  No matches for greetign. Did you mean greeting?\n',
    );
    expect(home.run(['search', 'greeting', 'tool:Raed']).out).toContain(
      'No matches for tool:Raed; without it, the rest matches in 2 sessions. Did you mean tool:Read?',
    );
    expect(home.run(['search', 'parseHTTPRequest', 'is:assistant']).out).toContain(
      'Without is:assistant, the rest matches in 1 session.',
    );
  });
});

describe('a query that makes no sense', () => {
  it('is refused with its place', () => {
    const { status, err } = home.run(['search', 'greeting', 'tol:Read']);
    expect(status).toBe(2);
    expect(err).toContain('There is no filter tol:. Did you mean tool:?\n  greeting tol:Read\n           ^^^^^^^^\n');
    expect(err).toContain('(bad-query)');
  });

  it('is refused when it is missing, and without an archive', () => {
    expect(home.run(['search']).err).toContain('search needs QUERY');
    const empty = new TestHome();
    expect(empty.run(['search', 'x']).err).toContain('(no-archive)');
    empty.remove();
  });
});

describe('what agents have recorded', () => {
  it('is found across agents, by words, tools and files', () => {
    const recorded = new TestHome();
    for (const agent of ['claude-code', 'codex']) {
      const input = join(root, 'packages/core/src/adapters', agent, 'fixtures/basic/input');
      cpSync(input, recorded.path, { recursive: true });
    }
    recorded.run(['sync']);
    const find = (...query: string[]) => JSON.parse(recorded.run(['search', '--json', ...query]).out);
    const agents = (...query: string[]) =>
      find(...query)
        .sessions.map(({ agent }: { agent: string }) => agent)
        .sort();
    expect(agents('sum')).toEqual(['claude-code', 'codex']);
    expect(agents('sum', 'agent:codex')).toEqual(['codex']);
    expect(agents('is:error').length).toBeGreaterThan(0);
    expect(agents('is:tool')).toEqual(['claude-code', 'codex']);
    const [{ hits }] = find('is:edit', 'agent:claude', '--hits', '1').sessions;
    const shown = recorded.run(['show', hits[0].link]);
    expect([shown.status, shown.out.length > 0]).toEqual([0, true]);
    recorded.remove();
  });
});
