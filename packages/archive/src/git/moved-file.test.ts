/** Files that were moved in the working tree are found under the names that the last commit has for them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitWorld } from '../testing/git-world.ts';
import { readTreeBlame } from './moved-file.ts';
import { Repository } from './repository.ts';

const LINES = Array.from({ length: 10 }, (_, n) => `const signal${n} = lightUp(platform, ${n});`);
let world: GitWorld;
beforeEach(() => {
  world = new GitWorld();
  world.person('signals.js', () => LINES);
  world.person('other.js', () => ['const unrelated = readTimetable();']);
  world.commit('signals');
});
afterEach(() => world.remove());

async function nameOf(path: string): Promise<string> {
  const repository = await Repository.open(world.repo, world.env);
  try {
    return (await readTreeBlame(repository, await repository.commit('HEAD'), path)).path;
  } finally {
    repository.close();
  }
}
const move = (from: string, to: string) => {
  mkdirSync(join(world.repo, to, '..'), { recursive: true });
  renameSync(join(world.repo, from), join(world.repo, to));
};

it('by git mv, and by mv alone', async () => {
  world.git('mv', 'signals.js', 'lamps.js');
  expect(await nameOf('lamps.js')).toBe('signals.js');
  world.git('reset', '-q', '--hard');
  move('signals.js', 'deep/lamps.js');
  expect(await nameOf('deep/lamps.js')).toBe('signals.js');
});

it('with some lines changed', async () => {
  move('signals.js', 'lamps.ts');
  world.person('lamps.ts', (lines) => [...lines.slice(0, 7), 'const broken = true;', 'const more = false;']);
  expect(await nameOf('lamps.ts')).toBe('signals.js');
});

it('where names are SHA-256', async () => {
  world.remove();
  world = new GitWorld({ init: false });
  world.git('init', '-q', '-b', 'main', '--object-format=sha256');
  world.person('one.js', () => ['const runway = assignRunway(flight);']);
  world.commit('one');
  move('one.js', 'two.js');
  expect(await nameOf('two.js')).toBe('one.js');
});

it('but not a new file, a copy, a link, or what a sparse working tree leaves out', async () => {
  const refused = { code: 'file-not-found' };
  world.person('new.js', () => ['const brandNew = openGates(station);']);
  await expect(nameOf('new.js')).rejects.toMatchObject(refused);
  world.person('copy.js', () => LINES);
  await expect(nameOf('copy.js')).rejects.toMatchObject(refused);
  move('signals.js', '../outside.js');
  symlinkSync('../outside.js', join(world.repo, 'link.js'));
  await expect(nameOf('link.js')).rejects.toMatchObject(refused);
  execFileSync('mkfifo', [join(world.repo, 'pipe.js')]);
  await expect(nameOf('pipe.js')).rejects.toMatchObject(refused);
  world.git('reset', '-q', '--hard');
  world.git('sparse-checkout', 'set', '--no-cone', '/other.js');
  await expect(nameOf('copy.js')).rejects.toMatchObject(refused);
});
