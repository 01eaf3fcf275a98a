/** Hooks, links, and whose a range of commits is: as a user runs them in a repository that real git made. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitWorld } from '@hansard/archive/testing/git-world.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BIN, buildCommand } from '../testing/command.ts';

const SESSION = '5f0c2a9e-0b1d-4c3e-8f7a-0000000000c1';
let world: GitWorld;

beforeAll(() => buildCommand());
beforeEach(() => {
  world = new GitWorld();
  world.person('desk.js', () => ['const deskOpensAt = readTimetable();']);
  world.commit('desk');
});
afterEach(() => world.remove());

function run(...args: string[]) {
  const env = { ...world.env, TZ: 'UTC' };
  const ran = spawnSync(process.execPath, [BIN, ...args], { cwd: world.repo, env, encoding: 'utf8' });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
}

function agentCommits(): string {
  world.agent(SESSION, 'desk.js', (lines) => [
    ...lines,
    'announceOpening(deskOpensAt, loudspeakers);',
    'lightUp(signs);',
  ]);
  world.person('desk.js', (lines) => [...lines, 'sweepFloor(hallway, broomCupboard);']);
  return world.commit('announce');
}

describe('hansard log, commits, why, stats and check', () => {
  it('tie commits to the session that wrote them', () => {
    const commit = agentCommits();
    const { commits } = JSON.parse(run('log', '--json').out);
    expect(commits).toHaveLength(2);
    expect(commits[0]).toMatchObject({ commit, lines: { agent: 2, human: 1, uncertain: 0 } });
    expect(commits[0].sessions).toMatchObject([{ nativeId: SESSION, tier: 'tool_emitted', lines: 2 }]);
    expect(commits[1].sessions).toEqual([]);
    const known = JSON.parse(run('commits', SESSION, '--json').out).commits;
    expect(known).toMatchObject([
      { revision: commit, tier: 'tool_emitted', lines: 2, alive: 2, reachable: true, branch: 'main' },
    ]);
    expect(run('why', commit).out).toContain('The session wrote 2 lines of it, in 1 file.');
    expect(run('why', 'HEAD~1').out).toContain('No session is tied to it');
  });

  it('count lines of a range by who wrote them, and those that survived', () => {
    agentCommits();
    world.person('desk.js', (lines) => lines.filter((line) => line !== 'lightUp(signs);'));
    world.commit('dark');
    const summary = JSON.parse(run('stats', '--by', 'author-kind', 'HEAD~2..HEAD', '--json').out);
    expect(summary).toMatchObject({
      commits: 2,
      written: { agent: 2, human: 1 },
      survived: { agent: 1, human: 1, uncertain: 0 },
    });
    expect(summary.sessions).toMatchObject([{ nativeId: SESSION, written: 2, survived: 1 }]);
    const { out } = run('check', 'HEAD~2..HEAD');
    expect(out).toContain('| Agents | 1 | 50.0% |');
    expect(out).toContain('Claude Code');
    expect(run('stats', '--by', 'author-kind').err).toContain('range of commits');
    expect(run('check', 'nowhere..HEAD').err).toContain('no commit "nowhere"');
  });

  it.each(['HEAD', '..HEAD', 'main..', '..', 'main...'])('take no range that is open, such as %s', (range) => {
    const { status, out, err } = run('check', range);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('both ends of A..B have to be named');
    expect(err).toMatch(/write (HEAD|main)~1\.\.(HEAD|main)\./);
    expect(run('stats', '--by', 'author-kind', range).status).toBe(2);
  });

  it('keep a link whose commit history has forgotten, marked as unreachable', () => {
    const commit = agentCommits();
    run('commits', SESSION);
    world.git('commit', '-q', '--amend', '-m', 'announce, once more');
    const found = JSON.parse(run('commits', SESSION, '--json').out).commits;
    expect(
      found.map((one: { revision: string; reachable: boolean }) => [one.revision === commit, one.reachable]),
    ).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

describe('hansard git', () => {
  const hooks = () => join(world.repo, '.git', 'hooks');
  const contents = () =>
    readdirSync(hooks())
      .sort()
      .map((name) => [name, readFileSync(join(hooks(), name), 'utf8')]);

  it('runs what was there before, spools a line, links it, and goes away byte for byte', () => {
    mkdirSync(hooks(), { recursive: true });
    writeFileSync(join(hooks(), 'post-commit'), '#!/bin/sh\necho theirs >> ran.txt\nexit 3\n');
    chmodSync(join(hooks(), 'post-commit'), 0o755);
    writeFileSync(join(world.repo, '.gitignore'), 'ran.txt\n');
    const before = contents();
    expect(run('git', 'install', '--no-start').status).toBe(0);
    expect(run('git', 'install', '--no-start', '--json').out).toContain('ours, then what was there');
    const commit = agentCommits();
    expect(readFileSync(join(world.repo, 'ran.txt'), 'utf8')).toBe('theirs\n');
    const spool = join(world.home, 'archive', 'git-spool');
    expect(readFileSync(spool, 'utf8').split('\t').slice(1)).toEqual(['post-commit', commit, `${world.repo}\n`]);
    expect(JSON.parse(run('git', 'link', '--json').out)).toEqual({ commits: 1, links: 1, problems: [] });
    expect(existsSync(spool)).toBe(false);
    run('git', 'uninstall');
    expect(contents()).toEqual(before);
  });

  it('tells of rewritten commits, and passes its input on', () => {
    mkdirSync(hooks(), { recursive: true });
    writeFileSync(join(hooks(), 'post-rewrite'), '#!/bin/sh\ncat > "$(git rev-parse --git-dir)/rewritten.txt"\n', {
      mode: 0o755,
    });
    run('git', 'install', '--no-start');
    const old = agentCommits();
    world.git('commit', '-q', '--amend', '-m', 'again');
    const now = world.git('rev-parse', 'HEAD').trim();
    expect(readFileSync(join(world.repo, '.git', 'rewritten.txt'), 'utf8').trim()).toBe(`${old} ${now}`);
    expect(JSON.parse(run('git', 'link', '--json').out).commits).toBe(2);
  });

  it('never fails a commit, whatever is wrong with it', () => {
    run('git', 'install');
    const path = join(hooks(), 'post-commit');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(world.home, '/nowhere/at/all'));
    expect(agentCommits()).toMatch(/^[0-9a-f]{40}$/);
  });

  it('follows core.hooksPath, as husky sets it', () => {
    world.git('config', 'core.hooksPath', '.husky/_');
    run('git', 'install', '--no-start');
    expect(readdirSync(join(world.repo, '.husky', '_')).sort()).toEqual(['post-commit', 'post-merge', 'post-rewrite']);
    expect(existsSync(join(hooks(), 'post-commit'))).toBe(false);
    run('git', 'uninstall');
    expect(readdirSync(join(world.repo, '.husky', '_'))).toEqual([]);
  });

  it('works for all repositories, whose own hooks still run', () => {
    mkdirSync(hooks(), { recursive: true });
    writeFileSync(join(hooks(), 'pre-commit'), '#!/bin/sh\necho own >> "$(git rev-parse --git-dir)/own.txt"\n', {
      mode: 0o755,
    });
    run('git', 'install', '--global', '--no-start');
    const commit = agentCommits();
    expect(readFileSync(join(world.repo, '.git', 'own.txt'), 'utf8')).toBe('own\n');
    expect(readFileSync(join(world.home, 'archive', 'git-spool'), 'utf8')).toContain(commit);
    run('git', 'uninstall', '--global');
    expect(spawnSync('git', ['config', '--global', 'core.hooksPath'], { env: world.env }).status).toBe(1);
    expect(existsSync(join(world.home, 'archive', 'git-hooks'))).toBe(false);
  });

  it('writes notes without content when asked to, which stand in for an archive', () => {
    run('git', 'install', '--no-start', '--notes');
    const commit = agentCommits();
    run('git', 'link');
    const note = world.git('notes', '--ref=refs/notes/hansard', 'show', commit);
    expect(JSON.parse(note)).toMatchObject({
      agent: 'claude-code',
      tier: 'tool_emitted',
      lines: 2,
      files: { 'desk.js': [[2, 3]] },
    });
    expect(note).not.toContain('announce');
    const env = { ...world.env, HOME: join(world.folder, 'ci'), HANSARD_HOME: join(world.folder, 'ci', 'archive') };
    mkdirSync(env.HOME);
    const ran = spawnSync(process.execPath, [BIN, 'check', 'HEAD~1..HEAD'], { cwd: world.repo, env, encoding: 'utf8' });
    expect(ran.stdout).toContain('| Agents | 2 | 66.7% |');
  });
});
