/** Links between sessions and commits are of the journal, and hooks live beside whatever hooks are there. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GitWorld } from '@hansard/archive/testing/git-world.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BIN, buildCommand } from '../testing/command.ts';

const SESSION = '5f0c2a9e-0b1d-4c3e-8f7a-0000000000f1';
let world: GitWorld;

beforeAll(() => buildCommand());
beforeEach(() => {
  world = new GitWorld();
  world.person('desk.js', () => ['const deskOpensAt = readTimetable();']);
  world.commit('desk');
});
afterEach(() => world.remove());

function run(...args: string[]) {
  return runIn({ home: world.home, cwd: world.repo }, ...args);
}

function runIn({ home, cwd }: { home: string; cwd: string }, ...args: string[]) {
  const env = { ...world.env, HOME: home, HANSARD_HOME: join(home, 'archive'), TZ: 'UTC' };
  const ran = spawnSync(process.execPath, [BIN, ...args], { cwd, env, encoding: 'utf8' });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
}

function agentCommits(line = 'announceOpening(deskOpensAt, loudspeakers);'): string {
  world.agent(SESSION, 'desk.js', (lines) => [...lines, line]);
  return world.commit('announce');
}

const revisions = (text: string): string[] =>
  JSON.parse(text).commits.map(({ revision }: { revision: string }) => revision);

describe('links', () => {
  it('are in backups, stay through a rebuild, and are erased with the session', () => {
    const commit = agentCommits();
    expect(revisions(run('commits', SESSION, '--json').out)).toEqual([commit]);
    const copy = join(world.folder, 'copy.db');
    expect(run('backup', copy).status).toBe(0);
    expect(run('rebuild').status).toBe(0);
    // From here on nothing but the journal knows of the commit.
    renameSync(world.repo, `${world.repo}-gone`);
    const cwd = world.folder;
    expect(revisions(runIn({ home: world.home, cwd }, 'commits', SESSION, '--json').out)).toEqual([commit]);
    const home = join(world.folder, 'other-home');
    mkdirSync(home);
    expect(runIn({ home, cwd }, 'import', copy).status).toBe(0);
    expect(revisions(runIn({ home, cwd }, 'commits', SESSION, '--json').out)).toEqual([commit]);
    expect(runIn({ home, cwd }, 'sessions', `commit:${commit.slice(0, 9)}`).out).toContain('Please go on');
    expect(runIn({ home, cwd }, 'sessions', 'branch:main', '--json').out).toContain(SESSION);
    expect(runIn({ home, cwd }, 'rm', SESSION, '--yes').status).toBe(0);
    expect(readFileSync(join(home, 'archive', 'archive.db')).includes(commit)).toBe(false);
  });

  it('are found for commits that were made before the hooks were there', () => {
    const early = agentCommits();
    run('git', 'install', '--no-start');
    const late = agentCommits('collectTicketsFrom(everyPassenger, turnstileNorth);');
    expect(JSON.parse(run('git', 'link', '--json').out).commits).toBe(1);
    expect(revisions(run('commits', SESSION, '--json').out)).toEqual([early, late]);
  });
});

/** Every file below a folder, with its bytes and mode. */
const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path, 'utf8'), statSync(path).mode]);

function script(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

/** As the tools lay their hooks out; each notes that it ran. */
const NOTE = 'echo ran >> "$(git rev-parse --git-common-dir)/ran.txt"';
const TOOLS: Record<string, () => string> = {
  husky: () => {
    const folder = join(world.repo, '.husky');
    world.git('config', 'core.hooksPath', '.husky/_');
    script(join(folder, '_', 'post-commit'), '. "$(dirname "$0")/h"');
    script(join(folder, '_', 'h'), 'sh -e "$(dirname "$(dirname "$0")")/$(basename "$0")" "$@"');
    script(join(folder, 'post-commit'), NOTE);
    return folder;
  },
  lefthook: () => {
    script(
      join(world.repo, '.git', 'hooks', 'post-commit'),
      `call_lefthook() { ${NOTE}; }\ncall_lefthook run "post-commit" "$@"`,
    );
    return join(world.repo, '.git', 'hooks');
  },
  'pre-commit': () => {
    script(join(world.repo, '.git', 'hooks', 'pre-commit'), NOTE);
    script(join(world.repo, '.git', 'hooks', 'post-commit.legacy'), 'exit 1');
    return join(world.repo, '.git', 'hooks');
  },
};

describe('hooks beside those of other tools', () => {
  it.each(Object.keys(TOOLS))('%s: both run, and taking ours away leaves every byte and mode', (tool) => {
    const folder = (TOOLS[tool] as () => string)();
    world.git('add', '-A');
    world.git('commit', '-q', '--allow-empty', '-m', 'with hooks');
    rmSync(join(world.repo, '.git', 'ran.txt'), { force: true });
    const before = contents(folder);
    run('git', 'install', '--no-start');
    run('git', 'install', '--no-start');
    const commit = agentCommits();
    expect(readFileSync(join(world.repo, '.git', 'ran.txt'), 'utf8')).toBe('ran\n');
    expect(readFileSync(join(world.home, 'archive', 'git-spool'), 'utf8')).toContain(commit);
    run('git', 'uninstall');
    expect(contents(folder)).toEqual(before);
  });

  it('are one for all worktrees, and tell of commits in each', () => {
    run('git', 'install', '--no-start');
    const tree = join(world.folder, 'tree');
    world.git('worktree', 'add', '-q', '-b', 'side', tree);
    world.agent(SESSION, 'side.js', () => ['lightUpTheSigns(departureBoard, arrivalBoard);'], { folder: tree });
    world.gitIn(tree, 'add', '-A');
    world.gitIn(tree, 'commit', '-q', '-m', 'side');
    const commit = world.gitIn(tree, 'rev-parse', 'HEAD').trim();
    expect(readFileSync(join(world.home, 'archive', 'git-spool'), 'utf8')).toContain(`${commit}\t${tree}`);
    expect(JSON.parse(run('git', 'link', '--json').out)).toMatchObject({ commits: 1, links: 1 });
  });
});

describe('files for CI', () => {
  const file = (name: string) =>
    readFileSync(fileURLToPath(new URL(`../../../../ci/${name}`, import.meta.url)), 'utf8');

  /** The commands as a runner would run them: ours is this build, and what posts is a program that notes what it was given. */
  function pipeline(commands: readonly string[], variables: Record<string, string>) {
    const bin = join(world.folder, 'bin');
    script(join(bin, 'npx'), `shift 2; exec ${process.execPath} ${BIN} "$@"`);
    script(
      join(bin, 'gh'),
      `case "$*" in *--edit-last*) exit 1;; esac; echo "$*" >> ${world.folder}/posted; cat summary.md >> ${world.folder}/posted`,
    );
    script(join(bin, 'curl'), `echo "$*" >> ${world.folder}/posted; cat summary.md >> ${world.folder}/posted`);
    const clone = join(world.folder, 'checkout');
    world.gitIn(world.folder, 'clone', '-q', world.repo, clone);
    const home = join(world.folder, 'runner');
    const env = {
      PATH: `${bin}:${process.env['PATH']}`,
      HOME: home,
      GITHUB_STEP_SUMMARY: join(world.folder, 'step'),
      ...variables,
    };
    mkdirSync(home, { recursive: true });
    const ran = spawnSync('sh', ['-e', '-c', commands.join('\n')], { cwd: clone, env, encoding: 'utf8' });
    expect([ran.status, ran.stderr.replace(/From .*\n.*\n/, '')]).toMatchObject([0, expect.anything()]);
    return readFileSync(join(world.folder, 'posted'), 'utf8');
  }

  /** Notes are what a runner knows sessions by: it has no archive. */
  function notedCommit(): { base: string; head: string } {
    const base = world.git('rev-parse', 'HEAD').trim();
    run('git', 'install', '--no-start', '--notes');
    const head = agentCommits();
    run('git', 'link');
    return { base, head };
  }

  it('the GitHub Action posts whose a pull request is', () => {
    const { base, head } = notedCommit();
    const commands = [...file('github-action.yml').matchAll(/^ +- run: (.+)$/gm)].map(
      ([, command]) => command as string,
    );
    expect(commands).toHaveLength(3);
    const posted = pipeline(commands, {
      BASE: base,
      HEAD: head,
      PULL: 'https://git.example/pull/12',
      GH_TOKEN: 'none',
    });
    expect(posted).toContain('pr comment https://git.example/pull/12 --body-file summary.md');
    expect(posted).toContain('| Agents | 1 | 100.0% |');
    expect(readFileSync(join(world.folder, 'step'), 'utf8')).toContain('Who wrote this change');
  });

  it('the GitLab job posts whose a merge request is', () => {
    const { base, head } = notedCommit();
    const text = file('gitlab-job.yml');
    const steps = text.slice(text.indexOf('script:'), text.indexOf('artifacts:'));
    const commands = steps
      .split(/^ {4}- /m)
      .slice(1)
      .map((step) =>
        step
          .replace(/^>\s*\n/, '')
          .replaceAll(/\n\s+/g, ' ')
          .trim(),
      );
    const posted = pipeline(commands, {
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
      CI_COMMIT_SHA: head,
      HANSARD_GITLAB_TOKEN: 'none',
      CI_API_V4_URL: 'https://git.example/api/v4',
      CI_PROJECT_ID: '7',
      CI_MERGE_REQUEST_IID: '12',
    });
    expect(posted).toContain('https://git.example/api/v4/projects/7/merge_requests/12/notes');
    expect(posted).toContain('| Agents | 1 | 100.0% |');
  });
});
