/**
 * History is rewritten by every operation that people use, with real git, over a repository where it is known who wrote
 * which line. Afterwards every line has its author, and no line of a person is given to an agent.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { A, B, C, resolved, Story } from '../testing/git-story.ts';
import { type Score, scoreOf } from '../testing/known-authors.ts';
import { installHooks } from './hooks.ts';

const OPERATIONS: Record<string, (story: Story) => void> = {
  'nothing at all': () => {},
  'commit --amend': ({ world, human }) => {
    world.person('src/gamma.ts', (lines) => [...lines, ...human(3)]);
    world.git('commit', '-q', '-a', '--amend', '--no-edit');
  },
  rebase: (story) => {
    story.branch();
    story.world.git('rebase', '-q', 'main');
  },
  'rebase -i with squash of interleaved sessions': (story) => {
    story.branch();
    story.rebase(`sed -i '2,$s/^pick/squash/' "$1"`, 'main');
  },
  'rebase -i with fixup': (story) => {
    story.branch();
    story.rebase(`sed -i '2,$s/^pick/fixup/' "$1"`, 'main');
  },
  'commit --fixup and rebase --autosquash': (story) => {
    story.branch();
    story.world.agent(A, 'src/topic.ts', (lines) => [...story.agent(A, 3), ...lines]);
    story.world.git('commit', '-q', '-a', '--fixup', 'HEAD');
    story.rebase('true', '--autosquash', 'main');
  },
  'rebase -i with reordered commits': (story) => story.rebase(`sed -i '1{h;d};2{G}' "$1"`, 'HEAD~2'),
  'rebase -i with a dropped commit': (story) => story.rebase(`sed -i '1s/^pick/drop/' "$1"`, 'HEAD~2'),
  'rebase --exec': (story) => {
    story.branch();
    story.world.git('rebase', '-q', '--exec', 'true', 'main');
  },
  'rebase --update-refs': (story) => {
    story.branch();
    story.world.git('branch', 'below', 'HEAD~1');
    story.world.git('rebase', '-q', '--update-refs', 'main');
  },
  'a conflict that a person resolves': (story) => {
    story.conflict();
    const { world } = story;
    world.person('src/alpha.ts', (lines) => resolved(lines, story.human(2)));
    world.git('add', '-A');
    world.git('-c', 'core.editor=true', 'rebase', '--continue');
  },
  'a conflict that an agent resolves': (story) => {
    story.conflict();
    const { world } = story;
    world.agent(B, 'src/alpha.ts', (lines) => resolved(lines, story.agent(B, 3)));
    world.git('add', '-A');
    world.git('-c', 'core.editor=true', 'rebase', '--continue');
  },
  'pull --rebase': (story) => {
    const { world } = story;
    const hub = join(world.folder, 'hub.git');
    world.git('clone', '-q', '--bare', '.', hub);
    world.git('remote', 'add', 'origin', hub);
    world.git('fetch', '-q', 'origin');
    world.git('branch', '-q', '-u', 'origin/main');
    const other = join(world.folder, 'other');
    world.gitIn(world.folder, 'clone', '-q', hub, other);
    world.person('src/elsewhere.ts', () => story.human(5), other);
    world.gitIn(other, 'add', '-A');
    world.gitIn(other, 'commit', '-q', '-m', 'elsewhere');
    world.gitIn(other, 'push', '-q');
    world.agent(C, 'src/delta.ts', (lines) => [...lines, ...story.agent(C, 4)]);
    story.four('src/gamma.ts', 4);
    world.commit('fifth');
    world.git('pull', '-q', '--rebase');
  },
  'a squash merge, by title only': (story) => {
    story.branch();
    const { world } = story;
    world.git('checkout', '-q', 'main');
    world.git('merge', '-q', '--squash', 'topic');
    world.git('commit', '-q', '-m', 'Topic (#12)');
    world.git('branch', '-q', '-D', 'topic');
  },
  'a merge': (story) => {
    story.branch();
    story.world.git('checkout', '-q', 'main');
    story.world.git('merge', '-q', '--no-ff', 'topic');
  },
  'cherry-pick': (story) => {
    story.branch();
    story.world.git('checkout', '-q', 'main');
    story.world.git('cherry-pick', 'main..topic');
  },
  'cherry-pick -x': (story) => {
    story.branch();
    story.world.git('checkout', '-q', 'main');
    story.world.git('cherry-pick', '-x', 'main..topic');
  },
  'revert, and a revert of that': ({ world }) => {
    world.git('revert', '--no-edit', 'HEAD~1');
    world.git('revert', '--no-edit', 'HEAD');
    world.git('revert', '--no-edit', 'HEAD~2');
    world.git('revert', '--no-edit', 'HEAD');
  },
  'stash and pop': (story) => {
    const { world } = story;
    story.four('src/gamma.ts', 4);
    world.git('stash', '-q');
    world.person('src/delta.ts', (lines) => [...lines, ...story.human(2)]);
    world.commit('between');
    world.git('stash', 'pop', '-q');
    world.commit('popped');
  },
  'format-patch and am': (story) => {
    story.branch();
    const { world } = story;
    world.git('format-patch', '-q', '-o', join(world.folder, 'patches'), 'main..topic');
    world.git('checkout', '-q', 'main');
    world.git(
      'am',
      '-q',
      ...[1, 2, 3].map((n) => join(world.folder, 'patches', `000${n}-topic-${['one', 'two', 'three'][n - 1]}.patch`)),
    );
  },
  'apply --cached': (story) => {
    const { world } = story;
    story.four('src/gamma.ts', 5);
    writeFileSync(join(world.folder, 'p.patch'), world.git('diff'));
    world.git('checkout', '-q', '--', '.');
    world.git('apply', '--cached', join(world.folder, 'p.patch'));
    world.git('commit', '-q', '-m', 'applied');
    world.git('checkout', '-q', '--', '.');
  },
  'restore from an older commit': ({ world }) => {
    const before = world.git('rev-parse', 'HEAD').trim();
    world.git('rm', '-q', 'src/gamma.ts', 'src/alpha.ts', 'src/copy.ts');
    world.git('commit', '-q', '-m', 'gone');
    const files = ['src/gamma.ts', 'src/alpha.ts', 'src/copy.ts'];
    world.git('restore', '--source', before, '--staged', '--worktree', ...files);
    world.git('commit', '-q', '-m', 'back');
  },
  'a rename with edits': (story) => {
    const { world } = story;
    world.git('mv', 'src/alpha.ts', 'src/renamed.ts');
    world.person('src/renamed.ts', (lines) => [...lines, ...story.human(2)]);
    world.agent(A, 'src/renamed.ts', (lines) => [...story.agent(A, 3), ...lines]);
    story.four('src/renamed.ts', 6);
    world.commit('renamed');
    world.agent(A, 'src/gamma.ts', (lines) => [...lines, ...story.agent(A, 3)]);
    world.git('mv', 'src/gamma.ts', 'src/later.ts');
    world.commit('edited, then renamed, then committed');
  },
  'a file split in two': ({ world }) => {
    const lines = world.lines('src/gamma.ts');
    world.person('src/gamma-part.ts', () => lines.slice(6));
    world.person('src/gamma.ts', (all) => all.slice(0, 6));
    world.commit('split');
  },
  'a file with mixed lines split in two': ({ world }) => {
    const lines = world.lines('src/alpha.ts');
    world.person('src/alpha-part.ts', () => lines.slice(10));
    world.person('src/alpha.ts', (all) => all.slice(0, 10));
    world.commit('split');
  },
  'hooks installed late, and then a rebase': (story) => {
    const { world } = story;
    installHooks(join(world.repo, '.git', 'hooks'), { spool: join(world.folder, 'spool') });
    story.branch();
    story.rebase(`sed -i '2s/^pick/squash/' "$1"`, 'main');
  },
  'a formatter over everything': ({ world }) => {
    for (const path of ['src/alpha.ts', 'src/gamma.ts', 'src/delta.ts', 'src/copy.ts']) {
      world.person(path, (lines) => lines.map((line) => line.replace(/^( *)/, '$1$1').replaceAll("'", '"')));
    }
    world.commit('format');
  },
  'all ids rewritten, as filter-repo does': ({ world }) => {
    const stream = world.git('fast-export', '--all').replaceAll('pat@example.org', 'pat@elsewhere.example');
    const path = join(world.folder, 'stream');
    writeFileSync(path, stream);
    world.git('checkout', '-q', '--orphan', 'nothing');
    world.git('branch', '-D', 'main');
    world.shell('dddddddd-0b1d-4c3e-8f7a-00000000000d', `git fast-import --quiet --force < ${path}`);
    world.git('checkout', '-q', '-f', 'main');
  },
  'a shallow clone': (story) => {
    const { world } = story;
    story.folder = join(world.folder, 'shallow');
    world.gitIn(world.folder, 'clone', '-q', '--depth', '2', `file://${world.repo}`, story.folder);
  },
  'a clone': (story) => {
    const { world } = story;
    story.folder = join(world.folder, 'clone');
    world.gitIn(world.folder, 'clone', '-q', world.repo, story.folder);
  },
  'a linked worktree that is gone afterwards': (story) => {
    const { world } = story;
    const tree = join(world.repo, '.trees', 'side');
    world.git('worktree', 'add', '-q', '-b', 'side', tree);
    world.agent(B, 'src/side.ts', () => story.agent(B, 6), { folder: tree });
    story.four('src/side.ts', 3, tree);
    world.gitIn(tree, 'add', '-A');
    world.gitIn(tree, 'commit', '-q', '-m', 'side');
    world.git('merge', '-q', 'side');
    world.git('worktree', 'remove', tree);
  },
};

const table: string[] = [];
let story: Story;
let stories = 0;
beforeEach(() => {
  story = new Story(37 * stories, ['views', 'numbers'][stories % 2]);
  stories++;
});
afterEach(() => story.world.remove());
afterAll(() => {
  const head = 'operation                                       lines  precision  recall  exact  people';
  process.stdout.write(`\n${[head, ...table].join('\n')}\n`);
});

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)}%`);

function row(name: string, score: Score): string {
  const cells = [
    share(score.right, score.said),
    share(score.found, score.agents),
    share(score.exactFound, score.exact),
  ];
  return `${name.padEnd(46)} ${String(score.agents + score.humans).padStart(6)}  ${cells.map((cell) => cell.padStart(8)).join(' ')} ${share(score.humansFound, score.humans).padStart(8)}`;
}

describe('every line has its author after', () => {
  it.each(Object.keys(OPERATIONS))('%s', async (name) => {
    story.begin();
    OPERATIONS[name]?.(story);
    const archive = await story.world.archive();
    try {
      const score = await scoreOf(archive, story.folder, story.world.env, story.known);
      table.push(row(name, score));
      expect(score.agents).toBeGreaterThan(10);
      expect(score.wrong).toEqual([]);
    } finally {
      archive.close();
    }
  });
});
