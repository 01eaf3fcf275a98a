/** The trailer that names the sessions of a commit: off unless it is asked for, and in nobody's way. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitWorld } from '@hansard/archive/testing/git-world.ts';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
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
  const env = { ...world.env, TZ: 'UTC' };
  const ran = spawnSync(process.execPath, [BIN, ...args], { cwd: world.repo, env, encoding: 'utf8' });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
}
const hooks = () => join(world.repo, '.git', 'hooks');
const write = (line: string) => world.agent(SESSION, 'desk.js', (lines) => [...lines, line]);
const message = () => world.git('log', '-1', '--format=%B').trim();
const contents = () =>
  readdirSync(hooks())
    .sort()
    .map((name) => [name, readFileSync(join(hooks(), name), 'utf8')]);

it('names the sessions that wrote lines of the commit, and no others', () => {
  run('git', 'install', '--no-start', '--trailer');
  write('announceOpening(deskOpensAt, loudspeakers);');
  world.commit('announce');
  expect(message()).toMatch(/^announce\n\nHansard-Session: [0-9a-f-]{36}$/);
  const named = message().split(': ')[1] as string;
  expect(JSON.parse(run('why', 'HEAD', '--json').out).sessions).toMatchObject([{ session: named, nativeId: SESSION }]);
  world.person('desk.js', (lines) => [...lines, 'sweepFloor(hallway, broomCupboard);']);
  world.commit('sweep');
  expect(message()).toBe('sweep');
  expect(run('git', 'status').out).toContain('Commits get a trailer');
});

it('looks at what is committed, not at what lies around', () => {
  run('git', 'install', '--no-start', '--trailer');
  write('announceOpening(deskOpensAt, loudspeakers);');
  world.person('broom.js', () => ['sweepFloor(hallway, broomCupboard);']);
  world.git('add', 'broom.js');
  world.git('commit', '-q', '-m', 'broom alone');
  expect(message()).toBe('broom alone');
  world.person('broom.js', (lines) => [...lines, 'hangUp(broom, broomCupboard);']);
  world.git('commit', '-q', '-m', 'desk alone', 'desk.js');
  expect(message()).toContain('Hansard-Session: ');
  world.git('commit', '-q', '--amend', '--no-edit');
  expect(message().match(/Hansard-Session/g)).toHaveLength(1);
});

it('works for the first commit, in a linked working tree, and not for what a merge brings in', () => {
  run('git', 'install', '--no-start', '--trailer');
  const tree = join(world.folder, 'tree');
  world.git('worktree', 'add', '-q', '-b', 'side', tree);
  world.agent(SESSION, 'side.js', () => ['lightUpSideEntrance(signs, evening);'], { folder: tree, writer: 'write' });
  world.gitIn(tree, 'add', '-A');
  world.gitIn(tree, 'commit', '-q', '-m', 'side');
  expect(world.git('log', '-1', '--format=%B', 'side')).toContain('Hansard-Session: ');
  world.person('main.js', () => ['closeMainEntrance(signs, evening);']);
  world.commit('main goes on');
  world.git('merge', '-q', '--no-ff', '-m', 'merged', 'side');
  expect(message()).toBe('merged');
  world.git('checkout', '-q', '--orphan', 'anew');
  world.git('commit', '-q', '-m', 'all of it');
  expect(message()).toContain('Hansard-Session: ');
});

it('runs what was there before, which may refuse the message, and goes away byte for byte', () => {
  mkdirSync(hooks(), { recursive: true });
  writeFileSync(join(hooks(), 'commit-msg'), '#!/bin/sh\ngrep -q desk "$1"\n', { mode: 0o755 });
  const before = contents();
  run('git', 'install', '--no-start', '--trailer');
  write('announceOpening(deskOpensAt, loudspeakers);');
  expect(() => world.commit('announce')).toThrow();
  world.commit('desk announces');
  expect(message()).toContain('Hansard-Session: ');
  run('git', 'install', '--no-start');
  expect(readFileSync(join(hooks(), 'commit-msg'), 'utf8')).toBe('#!/bin/sh\ngrep -q desk "$1"\n');
  run('git', 'install', '--no-start', '--trailer');
  run('git', 'uninstall');
  expect(contents()).toEqual(before);
});

it('never stops a commit, and is not there unless it is asked for', () => {
  expect(run('git', 'trailer', 'nowhere').err).toContain('The message could not be read from nowhere.');
  run('git', 'install', '--no-start');
  expect(existsSync(join(hooks(), 'commit-msg'))).toBe(false);
  run('git', 'install', '--no-start', '--trailer');
  const path = join(hooks(), 'commit-msg');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(BIN, '/nowhere/at/all'));
  write('announceOpening(deskOpensAt, loudspeakers);');
  world.commit('announce');
  expect(message()).toBe('announce');
});
