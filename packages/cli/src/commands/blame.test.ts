/** `hansard blame` and `hansard why` as a user runs them, in a repository with a session that wrote into it. */

import { spawnSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { GitWorld } from '@hansard/archive/testing/git-world.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, buildCommand } from '../testing/command.ts';

const SESSION = '5f0c2a9e-0b1d-4c3e-8f7a-0000000000b1';
let world: GitWorld;

beforeAll(() => {
  buildCommand();
  world = new GitWorld();
  world.person('desk.js', () => ['const deskOpensAt = readTimetable();']);
  world.commit('desk');
  world.agent(SESSION, 'desk.js', (lines) => [...lines, 'announceOpening(deskOpensAt, loudspeakers);']);
  world.commit('announce');
});
afterAll(() => world.remove());

function run(...args: string[]) {
  const ran = spawnSync(process.execPath, [BIN, ...args], {
    cwd: world.repo,
    env: { ...world.env, TZ: 'UTC' },
    encoding: 'utf8',
  });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
}

describe('hansard blame', () => {
  it('prints one JSON document with an entry for each line', () => {
    const { status, out } = run('blame', 'desk.js', '--json');
    expect(status).toBe(0);
    const { file, revision, lines } = JSON.parse(out);
    expect([file, revision]).toEqual(['desk.js', world.git('rev-parse', 'HEAD').trim()]);
    expect(lines[0]).toEqual({
      line: 1,
      text: 'const deskOpensAt = readTimetable();',
      commit: world.git('rev-parse', 'HEAD~1').trim(),
      author: 'human',
      agent: null,
      model: null,
      session: null,
      nativeId: null,
      event: null,
      tier: 'orphan',
      confidence: 'high',
    });
    expect(lines[1]).toMatchObject({
      line: 2,
      text: 'announceOpening(deskOpensAt, loudspeakers);',
      commit: revision,
      author: 'agent',
      agent: 'claude-code',
      model: 'claude-sonnet-4-5-20250929',
      nativeId: SESSION,
      tier: 'tool_emitted',
      confidence: 'high',
    });
    expect(lines[1].session).toMatch(/^[0-9a-f-]{36}$/);
    expect(run('show', `${lines[1].session}#${lines[1].event}`, '--no-pager').out).toContain('announceOpening');
  });

  it('takes ranges and revisions', () => {
    const of = (...args: string[]) =>
      JSON.parse(run('blame', 'desk.js', '--json', ...args).out).lines.map(({ line }: { line: number }) => line);
    expect([of('-L', '2'), of('-L', '1,+1'), of('--at', 'HEAD~1')]).toEqual([[2], [1], [1]]);
    expect(run('blame', 'desk.js', '-L', '7').err).toContain('The file has 2 lines');
    expect(run('blame', 'desk.js', '--at', 'nowhere').err).toContain('no commit "nowhere"');
  });

  it('knows a file that was moved and is not committed yet', () => {
    renameSync(join(world.repo, 'desk.js'), join(world.repo, 'counter.js'));
    try {
      const { out, err } = run('blame', 'counter.js', '--json');
      const { file, lines } = JSON.parse(out);
      expect([file, lines.map(({ author }: { author: string }) => author)]).toEqual(['desk.js', ['human', 'agent']]);
      expect(err).toContain('counter.js was moved since the last commit, which has it as desk.js');
      expect(run('why', 'counter.js:2').out).toContain('The session wrote exactly this line');
      expect(run('blame', 'counter.js', '--at', 'HEAD').err).toContain('counter.js is not in the commit');
    } finally {
      renameSync(join(world.repo, 'counter.js'), join(world.repo, 'desk.js'));
    }
  });

  it('prints text, and lines as git does', () => {
    expect(run('blame', 'desk.js').out.split('\n')[1]).toMatch(
      /^[0-9a-f]{8} Claude Code claude-sonnet-4-5 [0-9a-f]{8} .*2 announceOpening/,
    );
    const { out } = run('blame', 'desk.js', '--porcelain', '-L', '2');
    expect(out).toContain('hansard-author agent\nhansard-tier tool_emitted\n');
    expect(out).toContain('\n\tannounceOpening(deskOpensAt, loudspeakers);\n');
  });
});

describe('hansard why', () => {
  it('says what shows it', () => {
    const { out } = run('why', 'desk.js:2');
    expect(out).toContain('The session wrote exactly this line into this file before the commit was made.');
    expect(out).toMatch(/Read it with: hansard show [0-9a-f-]{36}#/);
    expect(out).toContain('Asked for: Please go on.');
    expect(out.endsWith('\n')).toBe(true);
  });
});
