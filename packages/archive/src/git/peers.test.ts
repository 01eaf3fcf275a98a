/**
 * Cases that are open, or were, in the trackers of tools that follow history command by command; by their number. Each is
 * what its thread describes, but for one whose thread was not at hand: it is what its neighbours tell, and says so.
 */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Archive } from '../archive.ts';
import { A, B, C, Story } from '../testing/git-story.ts';
import { scoreOf } from '../testing/known-authors.ts';
import { linkCommits } from './link-commits.ts';
import { Repository } from './repository.ts';

let story: Story;
let archive: Archive | undefined;
beforeEach(() => {
  story = new Story(911);
});
afterEach(() => {
  archive?.close();
  archive = undefined;
  story.world.remove();
});

/** Every line of HEAD has its author, and HEAD is tied to just these sessions. */
async function expectKnown(...sessions: string[]): Promise<void> {
  archive = await story.world.archive();
  const score = await scoreOf(archive, story.folder, story.world.env, story.known);
  expect(score.wrong).toEqual([]);
  expect(score.agents).toBeGreaterThan(0);
  const repository = await Repository.open(story.folder, story.world.env);
  try {
    const [linked] = await linkCommits(archive, repository, ['--max-count=1', 'HEAD'], {
      now: '2026-06-01T00:00:00.000Z',
    });
    const tied = [...(linked?.links ?? [])].filter(({ tier }) => tier === 'tool_emitted');
    expect(tied.map(({ sessionKey }) => sessionKey.slice(-14, -2)).sort()).toEqual(
      sessions.map((id) => id.slice(-12)).sort(),
    );
  } finally {
    repository.close();
  }
}

const start = () => {
  story.world.person('src/start.ts', () => story.human(6));
  story.world.commit('start');
};

describe('git-ai', () => {
  it('#97: a rebase onto a branch keeps who wrote a file of one everyday word', async () => {
    const { world } = story;
    start();
    world.git('branch', 'br-1');
    world.git('checkout', '-q', '-b', 'br-2');
    world.agent(A, 'a.txt', () => ['test'], { writer: 'heredoc' });
    world.commit('test');
    world.git('checkout', '-q', 'br-1');
    world.agent(B, 'b.txt', () => ['test'], { writer: 'heredoc' });
    world.commit('test2');
    world.git('checkout', '-q', 'br-2');
    world.git('rebase', '-q', 'br-1');
    archive = await world.archive();
    const { blameFile } = await import('./blame-file.ts');
    const repository = await Repository.open(world.repo, world.env);
    try {
      for (const [path, session] of [
        ['a.txt', A],
        ['b.txt', B],
      ] as const) {
        const { authors, edits } = await blameFile(archive, repository, { path, revision: 'HEAD' });
        expect(authors).toMatchObject([{ author: 'agent', evidence: 'whole' }]);
        expect(edits.sessions.get(authors[0]?.edit?.session as number)?.nativeId).toBe(session);
      }
    } finally {
      repository.close();
    }
  });

  it('#173: a rebase stops at a conflict, both sides are kept, and what a person wrote on the other side stays theirs', async () => {
    const { world, known } = story;
    const old = known.human(['def unchangedBeginning():', '    return firstTimetable', 'def departureBoard():']);
    world.person('shared.py', () => [...old, ...known.human(['    return plainDepartures'])]);
    world.commit('shared file');
    world.git('checkout', '-q', '-b', 'feature');
    const enhanced = known.agent(A, ['    # The board is sorted by platform.', '    sorted = byPlatform(departures)']);
    const added = known.agent(A, ['    return sorted', 'def arrivalBoard():', '    print("arrivals", gates)']);
    world.agent(A, 'shared.py', () => [...old, ...enhanced, ...added]);
    world.commit('the agent enhances and adds');
    world.git('checkout', '-q', 'main');
    const human = known.human(['def luggageBelt():', '    return beltOfFlight']);
    world.person('shared.py', (lines) => [
      ...lines.slice(0, 3),
      ...known.human(['    return laterDepartures']),
      ...human,
    ]);
    world.commit('a person changes the same lines and adds');
    world.git('checkout', '-q', 'feature');
    expect(() => world.git('rebase', '-q', 'main')).toThrow();
    world.person('shared.py', () => [...old, ...enhanced, ...added, ...human]);
    world.git('add', '-A');
    world.git('-c', 'core.editor=true', 'rebase', '--continue');
    await expectKnown(A);
  });

  it('#950: squashing interleaved sessions keeps each line with its own', async () => {
    start();
    story.branch();
    story.rebase(`sed -i '2,$s/^pick/squash/' "$1"`, 'main');
    await expectKnown(A, B, C);
  });

  it('#1079: a rebase with fixup, from a detached HEAD, behind a commit that only deletes', async () => {
    const { world } = story;
    start();
    world.git('checkout', '-q', '-b', 'topic');
    world.person('src/start.ts', (lines) => lines.slice(0, 4));
    world.commit('delete');
    world.agent(A, 'src/topic.ts', () => story.agent(A, 7));
    world.commit('first');
    world.agent(B, 'src/topic.ts', (lines) => [...lines, ...story.agent(B, 5)], { writer: 'codex' });
    world.commit('follow-up');
    world.git('checkout', '-q', 'main');
    world.person('src/other.ts', () => story.human(4));
    world.commit('main goes on');
    world.git('checkout', '-q', '--detach', 'topic');
    story.rebase(`sed -i '3s/^pick/fixup/' "$1"`, 'main');
    await expectKnown(A, B);
  });

  it('#1214: three commits, two of agents and one of a person, squashed by a rebase', async () => {
    const { world } = story;
    start();
    world.git('checkout', '-q', '-b', 'topic');
    world.agent(A, 'src/topic.ts', () => story.agent(A, 6));
    world.commit('one');
    world.person('src/topic.ts', story.into(story.human(4), 3));
    world.commit('two');
    world.agent(B, 'src/topic.ts', (lines) => [...lines, ...story.agent(B, 6)], { writer: 'opencode' });
    world.commit('three');
    story.rebase(`sed -i '2,$s/^pick/squash/' "$1"`, 'main');
    await expectKnown(A, B);
  });

  it('#1599: pull --rebase after a push that was rejected', async () => {
    const { world } = story;
    start();
    const hub = join(world.folder, 'hub.git');
    world.git('clone', '-q', '--bare', '.', hub);
    world.git('remote', 'add', 'origin', hub);
    const other = join(world.folder, 'other');
    world.gitIn(world.folder, 'clone', '-q', hub, other);
    world.person('src/elsewhere.ts', () => story.human(5), other);
    world.gitIn(other, 'add', '-A');
    world.gitIn(other, 'commit', '-q', '-m', 'elsewhere');
    world.gitIn(other, 'push', '-q');
    world.agent(C, 'a3.txt', () => story.agent(C, 10), { writer: 'write' });
    world.commit('a2');
    expect(() => world.git('push', '-q', 'origin', 'main')).toThrow();
    world.git('pull', '-q', '--rebase', 'origin', 'main');
    await expectKnown(C);
  });
});

describe('Entire', () => {
  it('#451: a squash merge on the forge, and the branch deleted and collected', async () => {
    const { world } = story;
    start();
    story.branch();
    world.git('checkout', '-q', 'main');
    world.git('merge', '-q', '--squash', 'topic');
    world.git('commit', '-q', '-m', 'Topic (#12)');
    world.git('branch', '-q', '-D', 'topic');
    world.git('reflog', 'expire', '--expire=now', '--all');
    world.git('gc', '-q', '--prune=now');
    await expectKnown(A, B, C);
  });

  // The thread was not at hand. Its neighbours (#834, #945, #947, #948) are of links that are lost when commits are reworded,
  // rebased or reset.
  it('#939: commits that are reworded, reset and committed anew', async () => {
    const { world } = story;
    start();
    world.agent(A, 'src/topic.ts', () => story.agent(A, 6));
    world.commit('one');
    world.git('commit', '-q', '--amend', '-m', 'one, in other words');
    world.agent(B, 'src/topic.ts', (lines) => [...lines, ...story.agent(B, 5)]);
    world.commit('two');
    world.git('reset', '-q', '--soft', 'HEAD~2');
    world.person('src/topic.ts', (lines) => [...story.human(2), ...lines]);
    world.commit('all of it');
    await expectKnown(A, B);
  });
});
