/** Lines of real code, dealt out to people and agents, with a record of who wrote which, and what blame makes of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { weightOf } from '@hansard/core/git/common-lines.ts';
import { linesOf } from '@hansard/core/git/hunks.ts';
import type { Archive } from '../archive.ts';
import { blameFile } from '../git/blame-file.ts';
import { Repository } from '../git/repository.ts';
import { RepositoryEdits } from '../git/repository-edits.ts';

/** Who a line is of: a session, a person, or nobody can tell. */
export type Truth = { readonly agent: string; readonly exact: boolean } | 'human' | 'uncertain';

const SOURCES = fileURLToPath(new URL('../../../core/src/', import.meta.url));
const squeezed = (text: string): string => text.replaceAll(/[\s'"`;,]/g, '');

const lastWord = (line: string): string => (line.match(/[A-Za-z]{4,}/g) ?? ['']).at(-1) as string;

/** Blocks of consecutive lines of this project's own code; no line that says something is dealt out twice. */
export class CodeDeck {
  readonly #lines: readonly string[];
  readonly #used = new Set<string>();
  #at = 0;

  /** `cut`: where to begin, so that stories differ. */
  constructor(folder = 'views', cut = 0) {
    const names = readdirSync(join(SOURCES, folder)).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
    const all = names.flatMap((name) => linesOf(readFileSync(join(SOURCES, folder, name), 'utf8')));
    this.#lines = [...all.slice(cut % all.length), ...all.slice(0, cut % all.length)];
  }

  block(count: number): string[] {
    const block: string[] = [];
    while (block.length < count) {
      const line = this.#lines[this.#at++];
      if (line === undefined) throw new Error('no more lines');
      const key = squeezed(line);
      if (weightOf(line) !== 'common') {
        if (this.#used.has(key)) continue;
        this.#used.add(key);
      }
      block.push(line);
    }
    return block;
  }
}

export class KnownAuthors {
  readonly #truths = new Map<string, Truth>();

  human(lines: readonly string[]): string[] {
    for (const line of lines) this.#truths.set(squeezed(line), 'human');
    return [...lines];
  }

  agent(session: string, lines: readonly string[]): string[] {
    for (const line of lines) this.#truths.set(squeezed(line), { agent: session, exact: true });
    return [...lines];
  }

  /** The agent's line, indented otherwise by a person. */
  indented(line: string): string {
    const key = squeezed(line);
    const truth = this.#truths.get(key);
    if (typeof truth === 'object') this.#truths.set(key, { ...truth, exact: false });
    return `    ${line.trimStart().replace(/ = /, '  =  ')}`;
  }

  /** Whether anything of the line's own is left when a word of it is another: else it is a new line. */
  isChangeable(line: string): boolean {
    return weightOf(line.replace(lastWord(line), '')) !== 'common';
  }

  /** The agent's line with a word that a person put in place of another. */
  changed(line: string): string {
    const now = line.replace(lastWord(line), 'pelican');
    this.#truths.set(squeezed(now), 'uncertain');
    return now;
  }

  /** A person types in another file what the agent has written. */
  copied(path: string, line: string): string {
    this.#truths.set(`${path} ${squeezed(line)}`, 'uncertain');
    return line;
  }

  of(path: string, text: string): Truth | undefined {
    return this.#truths.get(`${path} ${squeezed(text)}`) ?? this.#truths.get(squeezed(text));
  }
}

export interface Score {
  /** Lines that are said to be an agent's, and those of them that are that session's. */
  said: number;
  right: number;
  /** Lines of agents, and those of them that were found; then of lines that nobody changed. */
  agents: number;
  found: number;
  exact: number;
  exactFound: number;
  humans: number;
  humansFound: number;
  readonly wrong: string[];
}

/** Compares what blame says of every file of a commit with what is known. Lines that are common in any code do not count. */
export async function scoreOf(
  archive: Archive,
  folder: string,
  env: Record<string, string>,
  known: KnownAuthors,
  revision = 'HEAD',
): Promise<Score> {
  const repository = await Repository.open(folder, env);
  const score: Score = {
    said: 0,
    right: 0,
    agents: 0,
    found: 0,
    exact: 0,
    exactFound: 0,
    humans: 0,
    humansFound: 0,
    wrong: [],
  };
  try {
    const commit = await repository.commit(revision);
    const listed = await repository.git.text(['ls-tree', '-r', '-z', '--name-only', commit]);
    const edits = await RepositoryEdits.of(archive, repository);
    for (const path of listed.split('\0').filter(Boolean)) {
      const { blamed, authors } = await blameFile(archive, repository, { path, revision: commit, edits });
      for (const [index, { text }] of blamed.lines.entries()) {
        const truth = known.of(path, text);
        if (weightOf(text) === 'common' || truth === undefined) continue;
        const { author, edit, evidence } = authors[index] as (typeof authors)[number];
        const session = edit && edits.sessions.get(edit.session)?.nativeId;
        add(
          score,
          truth,
          author,
          session ?? '',
          `${path}:${index + 1} ${author} (${evidence}), not ${JSON.stringify(truth)}: ${text}`,
        );
      }
    }
  } finally {
    repository.close();
  }
  return score;
}

function add(score: Score, truth: Truth, author: string, session: string, words: string): void {
  const isRight = typeof truth === 'object' && author === 'agent' && session.endsWith(truth.agent.slice(-12));
  if (author === 'agent') score.said++;
  if (isRight) score.right++;
  if (typeof truth === 'object') {
    score.agents++;
    if (isRight) score.found++;
    if (truth.exact) score.exact++;
    if (truth.exact && isRight) score.exactFound++;
    if (!isRight) score.wrong.push(words);
  } else if (truth === 'human') {
    score.humans++;
    if (author === 'human') score.humansFound++;
    else score.wrong.push(words);
  } else if (author !== 'uncertain') score.wrong.push(words);
}
