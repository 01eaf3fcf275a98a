/** A repository with two agents and a person at work in it, of whose every line it is known who wrote it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitWorld } from './git-world.ts';
import { CodeDeck, KnownAuthors } from './known-authors.ts';

export const [A, B, C] = [
  'aaaaaaaa-0b1d-4c3e-8f7a-00000000000a',
  'bbbbbbbb-0b1d-4c3e-8f7a-00000000000b',
  'cccccccc-0b1d-4c3e-8f7a-00000000000c',
];

export class Story {
  readonly world = new GitWorld();
  readonly known = new KnownAuthors();
  readonly deck: CodeDeck;

  /** `code`: which of this project's folders lines are dealt out from, and `cut` where in it to begin. */
  constructor(cut: number, code = 'views') {
    this.deck = new CodeDeck(code, cut);
  }

  /** Where the result is looked at. */
  folder = this.world.repo;

  human = (count: number) => this.known.human(this.deck.block(count));
  agent = (session: string, count: number) => this.known.agent(session, this.deck.block(count));
  /** Puts lines into the middle of others. */
  into = (lines: readonly string[], at: number) => (before: string[]) => [
    ...before.slice(0, at),
    ...lines,
    ...before.slice(at),
  ];

  /** Two agents and a person in one file, with all four kinds of mixed lines; files of their own besides. */
  begin(): void {
    const { world, known } = this;
    world.person('src/alpha.ts', () => this.human(14));
    world.commit('start');
    const first = this.agent(A, 8);
    world.agent(A, 'src/alpha.ts', this.into(first, 5));
    world.person('src/alpha.ts', this.into(this.human(3), 16));
    world.commit('first');
    this.mixed('src/alpha.ts', 9);
    world.person('src/copy.ts', () => [
      ...this.human(4),
      known.copied('src/copy.ts', longest(first)),
      ...this.human(3),
    ]);
    world.commit('second');
    world.agent(A, 'src/gamma.ts', () => this.agent(A, 12), { writer: 'write' });
    world.commit('third');
    world.agent(C, 'src/delta.ts', () => this.agent(C, 6), { writer: 'pi' });
    world.person('src/delta.ts', (lines) => [...lines, ...this.human(4)]);
    this.four('src/delta.ts', 8);
    world.commit('fourth');
  }

  /** All four kinds of mixed lines, for one commit: as written, in white space, in words, and typed by a person elsewhere. */
  four(path: string, at: number, folder = this.world.repo): void {
    const written = this.mixed(path, at, folder);
    const copied = this.known.copied('src/copy.ts', longest(written));
    this.world.person('src/copy.ts', (lines) => [...lines, ...this.human(2), copied, ...this.human(1)], folder);
  }

  /**
   * An agent writes, and a person changes white space in one line and a word in another before it is committed. Gives the
   * lines that stay as they were.
   */
  mixed(path: string, at: number, folder = this.world.repo): string[] {
    const lines = this.agent(B, 8);
    // One of them has to say something still when a word of it is another.
    while (!lines.some((line) => this.known.isChangeable(line))) lines.push(...this.agent(B, 1));
    this.world.agent(B, path, this.into(lines, at), { writer: 'codex', folder });
    const other = longest(lines.filter((line) => this.known.isChangeable(line)));
    const one = longest(lines.filter((line) => line !== other));
    const change = (line: string) =>
      line === one ? this.known.indented(line) : line === other ? this.known.changed(line) : line;
    this.world.person(path, (before) => before.map(change), folder);
    this.world.person(path, this.into(this.human(2), at + 3), folder);
    return lines.filter((line) => line !== one && line !== other);
  }

  /** Work on a branch, and a commit on the other side meanwhile. */
  branch(): void {
    const { world } = this;
    world.git('checkout', '-q', '-b', 'topic');
    world.agent(A, 'src/topic.ts', () => this.agent(A, 9));
    world.person('src/topic.ts', this.into(this.human(3), 4));
    world.commit('topic one');
    this.four('src/topic.ts', 6);
    world.commit('topic two');
    world.agent(C, 'src/topic.ts', (lines) => [...lines, ...this.agent(C, 5)], { writer: 'opencode' });
    world.commit('topic three');
    world.git('checkout', '-q', 'main');
    world.person('src/main-only.ts', () => this.human(5));
    world.commit('main goes on');
    world.git('checkout', '-q', 'topic');
  }

  /** A script for the list of an interactive rebase. */
  rebase(script: string, ...more: string[]): void {
    const path = join(this.world.folder, 'sequence.sh');
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    this.world.git('-c', `sequence.editor=${path}`, 'rebase', '-i', ...more);
  }

  /** The same lines on both sides of a rebase, which stops. */
  conflict(): void {
    const { world } = this;
    world.git('checkout', '-q', '-b', 'topic');
    world.person('src/alpha.ts', (lines) => [...this.human(1), ...lines.slice(1)]);
    world.agent(A, 'src/alpha.ts', (lines) => [...lines, ...this.agent(A, 4)]);
    this.four('src/alpha.ts', 12);
    world.commit('topic');
    world.git('checkout', '-q', 'main');
    world.person('src/alpha.ts', (lines) => [...this.human(1), ...lines.slice(1)]);
    world.commit('main');
    world.git('checkout', '-q', 'topic');
    try {
      world.git('rebase', 'main');
    } catch {}
  }
}

export const longest = (lines: readonly string[]): string => [...lines].sort((a, b) => b.length - a.length)[0] ?? '';
/** A conflict in a file, with these lines in its place. */
export const resolved = (lines: readonly string[], put: readonly string[]): string[] => {
  const [from, to] = [
    lines.findIndex((line) => line.startsWith('<<<<<<<')),
    lines.findIndex((line) => line.startsWith('>>>>>>>')),
  ];
  return [...lines.slice(0, from), ...put, ...lines.slice(to + 1)];
};
