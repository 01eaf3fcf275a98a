/** Hooks that other people wrote, links and folders in the way: they are as they were afterwards, and nothing is lost. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { GitWorld } from '@hansard/archive/testing/git-world.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BIN, buildCommand } from '../testing/command.ts';

let world: GitWorld;

beforeAll(() => buildCommand());
beforeEach(() => {
  world = new GitWorld();
  world.person('desk.js', () => ['const deskOpensAt = readTimetable();']);
  world.commit('desk');
  mkdirSync(hook(), { recursive: true });
});
afterEach(() => world.remove());

function run(...args: string[]) {
  const env = { ...world.env, TZ: 'UTC' };
  const ran = spawnSync(process.execPath, [BIN, 'git', ...args], { cwd: world.repo, env, encoding: 'utf8' });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
}
const hook = (...names: string[]) => join(world.repo, '.git', 'hooks', ...names);
const script = (text: string, name = 'post-commit') => writeFileSync(hook(name), text, { mode: 0o755 });
const content = (name: string) => readFileSync(hook(name), 'utf8');
const contents = () =>
  readdirSync(hook())
    .filter((name) => !name.endsWith('.sample'))
    .sort()
    .map((name) => {
      const stat = lstatSync(hook(name));
      return [name, stat.isSymbolicLink() ? readlinkSync(hook(name)) : stat.isFile() ? content(name) : 'folder'];
    });

describe('a link', () => {
  it('that leads nowhere is there again, and nothing is made where it leads', () => {
    const outside = join(world.folder, 'outside', 'later.sh');
    mkdirSync(join(world.folder, 'outside'));
    symlinkSync(outside, hook('post-merge'));
    const before = contents();
    expect(run('install', '--no-start').status).toBe(0);
    expect(existsSync(outside)).toBe(false);
    expect(lstatSync(hook('post-merge')).isFile()).toBe(true);
    expect(run('uninstall').status).toBe(0);
    expect(existsSync(outside)).toBe(false);
    expect(contents()).toEqual(before);
  });

  it('to a script is run, and there again', () => {
    const outside = join(world.folder, 'theirs.sh');
    writeFileSync(outside, '#!/bin/sh\necho theirs > .git/ran.txt\n', { mode: 0o755 });
    symlinkSync(outside, hook('post-commit'));
    const before = contents();
    run('install', '--no-start');
    world.person('desk.js', (lines) => [...lines, 'more();']);
    world.commit('more');
    expect(readFileSync(join(world.repo, '.git', 'ran.txt'), 'utf8')).toBe('theirs\n');
    run('uninstall');
    expect(contents()).toEqual(before);
    expect(readFileSync(outside, 'utf8')).toBe('#!/bin/sh\necho theirs > .git/ran.txt\n');
  });
});

describe('what others wrote into a hook since', () => {
  it('stays as the hook, is told by status, and survives another install', () => {
    run('install', '--no-start');
    expect(run('status').out).not.toContain('changed');
    appendFileSync(hook('post-commit'), 'echo mine > .git/mine.txt\n');
    expect(run('status').out).toMatch(/^post-commit +ours; changed since it was installed/m);
    expect(JSON.parse(run('status', '--json').out).hooks[0]).toMatchObject({ state: 'ours', changed: true });
    expect(run('install', '--no-start').err).toContain('Lines were added to');
    world.person('desk.js', (lines) => [...lines, 'more();']);
    world.commit('more');
    expect(readFileSync(join(world.repo, '.git', 'mine.txt'), 'utf8')).toBe('mine\n');
    run('uninstall');
    expect(contents()).toEqual([['post-commit', '#!/bin/sh\necho mine > .git/mine.txt\n']]);
  });

  it('is kept beside a hook that was there before, which comes back byte for byte', () => {
    script('#!/bin/sh\necho theirs\n');
    run('install', '--no-start');
    appendFileSync(hook('post-commit'), 'echo mine\n');
    const changed = content('post-commit');
    expect(run('uninstall').err).toContain('post-commit.kept-by-hansard, which git does not run.');
    expect(contents()).toEqual([
      ['post-commit', '#!/bin/sh\necho theirs\n'],
      ['post-commit.kept-by-hansard', changed],
    ]);
  });

  it('is kept when it is between the lines', () => {
    run('install', '--no-start');
    const changed = content('post-merge').replace('status=0\n', 'status=0\necho mine\n');
    script(changed, 'post-merge');
    expect(run('status').out).toMatch(/^post-merge +ours; changed/m);
    run('uninstall');
    expect(contents()).toEqual([['post-merge.kept-by-hansard', changed]]);
  });

  it('keeps a hook that took the place of ours, and what was there before', () => {
    script('#!/bin/sh\necho before\n');
    run('install', '--no-start');
    script('#!/bin/sh\necho newer\n');
    expect(run('install').err).toContain('was replaced since it was installed');
    expect(run('uninstall').err).toContain('What was there before it is kept');
    expect(contents()).toEqual([
      ['post-commit', '#!/bin/sh\necho newer\n'],
      ['post-commit.kept-by-hansard', '#!/bin/sh\necho before\n'],
    ]);
  });
});

describe('a place where no hook can be', () => {
  it('changes nothing, and says what is in the way', () => {
    script('#!/bin/sh\necho theirs\n');
    mkdirSync(hook('post-rewrite'));
    const before = contents();
    const { status, err } = run('install');
    expect(status).not.toBe(0);
    expect(err).toContain('post-rewrite is no file, so no hook can be put there.');
    expect(contents()).toEqual(before);
    expect(run('status').out).toMatch(/^post-rewrite +no file/m);
    expect(run('uninstall').status).toBe(0);
    expect(contents()).toEqual(before);
  });

  it.each(['/dev/null', 'desk.js'])('is named when core.hooksPath is %s', (path) => {
    world.git('config', 'core.hooksPath', path);
    const { err } = run('install');
    expect(err).toContain('it is no folder.');
    expect(err).toContain('git config --show-origin core.hooksPath');
    expect([run('status').status, run('uninstall').status]).toEqual([0, 0]);
  });

  it('is not made outside the repository', () => {
    const outside = join(world.folder, 'elsewhere', 'hooks');
    world.git('config', 'core.hooksPath', outside);
    expect(run('install').err).toContain('outside the repository and not there');
    expect(existsSync(join(world.folder, 'elsewhere'))).toBe(false);
    mkdirSync(outside, { recursive: true });
    expect(run('install', '--no-start').err).toContain('every repository that takes its hooks from there runs these');
    expect(readdirSync(outside)).toHaveLength(3);
  });
});

it('says which files that git tracks, or would, hold paths of this machine', () => {
  mkdirSync(join(world.repo, '.husky'));
  writeFileSync(join(world.repo, '.husky', 'post-commit'), '#!/bin/sh\necho theirs\n', { mode: 0o755 });
  world.commit('husky');
  world.git('config', 'core.hooksPath', '.husky');
  const { err } = run('install', '--no-start');
  expect(err).toContain('Changed, though git tracks them: .husky/post-commit.');
  expect(err).toContain('.husky/post-commit.before-hansard, .husky/post-merge, .husky/post-rewrite.');
  expect(err).toContain('do not commit them');
  run('uninstall');
  expect(world.git('status', '--porcelain')).toBe('');
  writeFileSync(join(world.repo, '.husky', '.gitignore'), '*\n');
  world.git('rm', '-q', '--cached', '.husky/post-commit');
  expect(run('install', '--no-start').err).toBe('');
});
