/** Sessions whose folder is gone: what is known besides the folder ties them to the repository. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Archive } from '../archive.ts';
import { GitWorld } from '../testing/git-world.ts';
import { blameFile } from './blame-file.ts';
import { linkCommits } from './link-commits.ts';
import { Repository } from './repository.ts';

const SESSION = '5f0c2a9e-0b1d-4c3e-8f7a-0000000000d1';
const LINES = ['lightTheLantern(harbourMaster, duskOf(today));', 'soundTheFoghorn(harbourMaster, fogOf(today));'];
let world: GitWorld;
let archive: Archive;
beforeEach(() => {
  world = new GitWorld();
  world.person('pier.js', () => ['const harbourMaster = appointFrom(pilots);']);
  world.commit('pier');
});
afterEach(() => {
  archive.close();
  world.remove();
});

async function withRepository<T>(work: (repository: Repository) => Promise<T>): Promise<T> {
  const repository = await Repository.open(world.repo, world.env);
  try {
    return await work(repository);
  } finally {
    repository.close();
  }
}

const link = () =>
  withRepository((repository) => linkCommits(archive, repository, ['--all'], { now: '2026-06-01T00:00:00.000Z' }));

/** The agent's own ids of the sessions that lines come from, or may come from. */
const sessions = (path: string) =>
  withRepository(async (repository) => {
    const { authors, edits } = await blameFile(archive, repository, {
      path,
      revision: await repository.commit('HEAD'),
    });
    return authors.map(({ edit }) => edit && edits.sessionOf(edit)?.nativeId);
  });

const authors = (path: string) =>
  withRepository(async (repository) => {
    const blame = await blameFile(archive, repository, { path, revision: await repository.commit('HEAD') });
    return blame.authors.map(({ author, evidence }) => `${author} ${evidence}`);
  });

function workInTree(path: string): string {
  const tree = join(world.folder, 'tree');
  world.git('worktree', 'add', '-q', '-b', 'side', tree);
  world.agent(SESSION, path, () => LINES, { folder: tree });
  world.gitIn(tree, 'add', '-A');
  world.gitIn(tree, 'commit', '-q', '-m', 'side');
  return tree;
}

function squashAndRemove(tree: string): void {
  world.git('worktree', 'remove', '--force', tree);
  world.git('merge', '-q', '--squash', 'side');
  world.git('commit', '-q', '-m', 'squashed');
}

function rename(): void {
  const folder = join(world.folder, 'renamed');
  renameSync(world.repo, folder);
  world.repo = folder;
}

it('keeps the lines of a removed working tree outside the repository, by the links in the journal', async () => {
  const tree = workInTree('src/light.js');
  archive = await world.archive();
  await link();
  squashAndRemove(tree);
  expect(await authors('src/light.js')).toEqual(['agent exact', 'agent exact']);
});

it('keeps them by the commit that the session made itself', async () => {
  const tree = workInTree('src/light.js');
  const id = world.gitIn(tree, 'rev-parse', '--short', 'HEAD').trim();
  world.claude(SESSION, tree, 'Bash', { command: 'git commit -m side' }, `[side ${id}] side\n 1 file changed`, {});
  squashAndRemove(tree);
  archive = await world.archive();
  expect(await authors('src/light.js')).toEqual(['agent exact', 'agent exact']);
});

it('keeps the lines of a repository whose folder was renamed, by its commits', async () => {
  world.agent(SESSION, 'light.js', () => LINES);
  world.commit('light');
  archive = await world.archive();
  await link();
  rename();
  expect(await authors('light.js')).toEqual(['agent exact', 'agent exact']);
  expect(await authors('pier.js')).toEqual(['human none']);
});

it('doubts lines where nothing but their text ties the session to the repository', async () => {
  world.agent(SESSION, 'light.js', () => [...LINES, '}']);
  world.person('light.js', (lines) => [...lines, 'const harbourPilot = appointFrom(captains);']);
  world.commit('light');
  rename();
  archive = await world.archive();
  expect(await authors('light.js')).toEqual([
    'uncertain unplaced',
    'uncertain unplaced',
    'uncertain unplaced',
    'human none',
  ]);
  expect(await sessions('light.js')).toEqual([SESSION, SESSION, SESSION, undefined]);
});

it('leaves files of other repositories that are gone alone, where their text is another', async () => {
  world.agent(SESSION, 'light.js', () => [...LINES, '}']);
  world.git('reset', '-q', '--hard');
  rename();
  world.person('light.js', () => ['const harbourPilot = appointFrom(captains);', '}']);
  world.commit('light');
  archive = await world.archive();
  expect(await authors('light.js')).toEqual(['human none', 'human none']);
});
