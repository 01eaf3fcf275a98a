/** Whose lines are whose, with every way in which agents write, in a repository that real git made. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Archive } from '../archive.ts';
import { GitWorld, type Writer } from '../testing/git-world.ts';
import { blameFile } from './blame-file.ts';
import { Repository } from './repository.ts';

let world: GitWorld;
let archive: Archive | undefined;
beforeEach(() => {
  world = new GitWorld();
});
afterEach(() => {
  archive?.close();
  archive = undefined;
  world.remove();
});

const SESSION = '5f0c2a9e-0b1d-4c3e-8f7a-0000000000a1';

async function authors(path: string, revision = 'HEAD', folder = world.repo): Promise<string[]> {
  archive ??= await world.archive();
  const repository = await Repository.open(folder, world.env);
  try {
    const blame = await blameFile(archive, repository, { path, revision: await repository.commit(revision) });
    return blame.blamed.lines.map(({ text }, index) => {
      const { author, evidence, confidence } = blame.authors[index] as (typeof blame.authors)[number];
      return `${author} ${evidence} ${confidence} | ${text.trim()}`;
    });
  } finally {
    repository.close();
  }
}

const HUMAN = ['function greetPassengers(list) {', '  for (const passenger of list) welcomeAboard(passenger);', '}'];
const AGENT = [
  'function computeBoardingOrder(seats) {',
  '  const grouped = groupByZone(seats);',
  '  return flattenZones(grouped);',
  '}',
];

describe.each<Writer>(['edit', 'edit-without-diff', 'multi-edit', 'write', 'codex', 'pi', 'opencode'])(
  'lines written by %s',
  (writer) => {
    it('are the agent’s, and those around them a person’s', async () => {
      world.person('boarding.js', () => HUMAN);
      world.commit('greet');
      world.agent(SESSION, 'boarding.js', (lines) => [...lines, '', ...AGENT], { writer });
      world.person('boarding.js', (lines) => [...lines, '', 'module.exports = { boardingDesk: greetPassengers };']);
      world.commit('order');
      const found = await authors('boarding.js');
      expect(found.slice(0, 3).map((line) => line.split(' ')[0])).toEqual(['human', 'human', 'human']);
      expect(found.slice(4, 8).map((line) => line.split(' ')[0])).toEqual(['agent', 'agent', 'agent', 'agent']);
      expect(found.at(-1)).toMatch(/^human/);
    });

    it('are the agent’s in a file of its own', async () => {
      world.agent(SESSION, 'order.js', () => AGENT, {
        writer: writer === 'edit-without-diff' || writer === 'multi-edit' ? 'heredoc' : writer,
      });
      world.commit('order');
      expect((await authors('order.js')).map((line) => line.split(' ')[0])).toEqual([
        'agent',
        'agent',
        'agent',
        'agent',
      ]);
    });
  },
);
