/** The edits of one file are found among those of a whole repository, without loading the others. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Archive } from '../archive.ts';
import { GitWorld } from '../testing/git-world.ts';
import { Repository } from './repository.ts';
import { RepositoryEdits } from './repository-edits.ts';

const SESSION = '5f0c2a9e-0b1d-4c3e-8f7a-0000000000e1';
let world: GitWorld;
let archive: Archive;
let repository: Repository;
beforeEach(async () => {
  world = new GitWorld();
  for (let n = 0; n < 30; n++) {
    world.agent(SESSION, `stops/stop-${n}.js`, () => [`announceStop(${n}, loudspeakerOf(platform));`], {
      writer: 'heredoc',
    });
  }
  world.agent(SESSION, 'stops/kiosk.js', () => ['sellTickets(kiosk, cashRegister);'], { writer: 'heredoc' });
  world.agent(SESSION, 'other/kiosk.js', () => ['sellPapers(kiosk, cashRegister);'], { writer: 'heredoc' });
  world.commit('stops');
  archive = await world.archive();
  repository = await Repository.open(world.repo, world.env);
});
afterEach(() => {
  repository.close();
  archive.close();
  world.remove();
});

/** How many rows with written lines are read for some work. */
function rowsRead(work: () => void): number {
  const { sql } = archive;
  const all = sql.all.bind(sql);
  let rows = 0;
  sql.all = (text, ...parameters) => {
    const found = all(text, ...parameters);
    rows += found.filter((row) => row['lines'] instanceof Uint8Array).length;
    return found;
  };
  work();
  sql.all = all;
  return rows;
}

it('reads what was written into files of that name alone, and tells them apart by their folders', async () => {
  const edits = await RepositoryEdits.of(archive, repository);
  const found: string[] = [];
  const rows = rowsRead(() => found.push(...edits.ofFile(['stops/kiosk.js']).map(({ path }) => path)));
  expect(found).toEqual(['stops/kiosk.js']);
  expect(rows).toBe(2);
  expect(rowsRead(() => edits.ofFile(['stops/kiosk.js']))).toBe(0);
});

it('finds lines in other files, and reads those files alone', async () => {
  const edits = await RepositoryEdits.of(archive, repository);
  const [{ hunks } = { hunks: [] }] = edits.ofFile(['stops/stop-7.js']);
  const hashes = new Set(hunks.flatMap(({ lines }) => lines.map(({ loose }) => loose)));
  const rows = rowsRead(() => {
    expect(edits.havingLines(hashes, new Set()).map(({ path }) => path)).toEqual(['stops/stop-7.js']);
  });
  expect(rows).toBe(1);
  expect(edits.havingLines(hashes, new Set(['stops/stop-7.js']))).toEqual([]);
});

it('knows every file and every time', async () => {
  const edits = await RepositoryEdits.of(archive, repository);
  const [session] = [...edits.sessions.keys()];
  expect(edits.pathsOf(session as number)).toHaveLength(32);
  expect([...edits.writings()].every(({ time }) => time !== null)).toBe(true);
});
