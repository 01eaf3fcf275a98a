/** Everyday lines, which decide nothing by themselves: whose they are where a whole edit shows it, and nobody's elsewhere. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Archive } from '../archive.ts';
import { GitWorld } from '../testing/git-world.ts';
import { blameFile } from './blame-file.ts';
import { Repository } from './repository.ts';

const SESSION = '5f0c2a9e-0b1d-4c3e-8f7a-0000000000c1';
const START = ['beginTheTour(museumGuide);', 'endTheTour(museumGuide);'];
let world: GitWorld;
let archive: Archive | undefined;
beforeEach(() => {
  world = new GitWorld();
  world.person('tour.js', () => START);
  world.commit('tour');
});
afterEach(() => {
  archive?.close();
  archive = undefined;
  world.remove();
});

async function authors(path = 'tour.js'): Promise<string[]> {
  archive ??= await world.archive();
  const repository = await Repository.open(world.repo, world.env);
  try {
    const blame = await blameFile(archive, repository, { path, revision: await repository.commit('HEAD') });
    return blame.blamed.lines.map(({ text }, index) => {
      const { author, evidence } = blame.authors[index] as (typeof blame.authors)[number];
      return `${author} ${evidence} | ${text.trim()}`;
    });
  } finally {
    repository.close();
  }
}

const between = (...lines: string[]) => [START[0] as string, ...lines, START[1] as string];

describe('a run of everyday lines that is all of one edit', () => {
  it.each([
    [['c();', 'foo();', 'x = 1;']],
    [['import os']],
    [['  return x;']],
    [['  break;']],
    [['} else {']],
    [['']],
    [['if err != nil {', '  return err', '}']],
  ])('is the agent’s where the edit put it: %j', async (lines) => {
    world.agent(SESSION, 'tour.js', () => between(...lines));
    world.commit('everyday');
    expect(await authors()).toEqual([
      `human none | ${START[0]}`,
      ...lines.map((line) => `agent inserted | ${line.trim()}`),
      `human none | ${START[1]}`,
    ]);
  });

  it('is the agent’s although git may show it a line further up', async () => {
    world.person('tour.js', () => ['a();', '}', 'b();', '}']);
    world.commit('braces');
    world.agent(SESSION, 'tour.js', (lines) => [...lines, 'c();', '}']);
    world.commit('one more');
    expect((await authors()).slice(4)).toEqual(['agent inserted | c();', 'agent inserted | }']);
  });

  it('is uncertain where a person wrote on in the same run', async () => {
    world.agent(SESSION, 'tour.js', () => between('c();', '}'));
    world.person('tour.js', () => between('c();', '}', 'd();', '}'));
    world.commit('both');
    expect((await authors()).slice(1, 5)).toEqual([
      'uncertain common | c();',
      'uncertain common | }',
      'human same-file | d();',
      'uncertain common | }',
    ]);
  });

  it('is uncertain in another place, and for a later commit of a person', async () => {
    world.agent(SESSION, 'tour.js', () => between('  break;'));
    world.commit('agent');
    world.person('tour.js', (lines) => [...lines, '  break;', 'closeTheMuseum(forToday);']);
    world.commit('person');
    expect((await authors()).slice(1)).toEqual([
      'agent inserted | break;',
      `human none | ${START[1]}`,
      'uncertain common | break;',
      'human same-file | closeTheMuseum(forToday);',
    ]);
  });

  it('is uncertain where the edit was thrown away and a person wrote the same after another commit', async () => {
    world.agent(SESSION, 'tour.js', () => between('  break;'));
    world.git('checkout', '-q', '--', '.');
    world.person('tour.js', (lines) => [...lines, 'closeTheMuseum(forToday);']);
    world.commit('without');
    world.person('tour.js', ([first = '', ...rest]) => [first, '  break;', ...rest]);
    world.commit('person');
    expect((await authors())[1]).toBe('uncertain common | break;');
  });

  it('is uncertain where there are two of it and the agent wrote one', async () => {
    const pair = ['showRoom(east);', '}', 'showRoom(east);', '}'];
    world.person('tour.js', () => pair);
    world.commit('pairs');
    world.agent(SESSION, 'tour.js', () => ['showRoom(east);', 'x();', '}', 'showRoom(east);', '}']);
    world.person('tour.js', () => ['showRoom(east);', 'x();', '}', 'showRoom(east);', 'x();', '}']);
    world.commit('both');
    expect((await authors()).filter((line) => line.endsWith('x();'))).toEqual([
      'uncertain common | x();',
      'uncertain common | x();',
    ]);
  });

  it('stays a person’s where no session wrote such a line', async () => {
    world.agent(SESSION, 'tour.js', () => between('  break;'));
    world.commit('agent');
    world.person('tour.js', (lines) => [...lines, 'x = 1;']);
    world.commit('person');
    expect((await authors()).at(-1)).toBe('human same-file | x = 1;');
  });
});
