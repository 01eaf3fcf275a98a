/** Lines that a command of a session made of others: told from what the commit before had in their place. */
import type { HashedLine } from '@hansard/core/git/claims.ts';
import { type ChangedRun, markCommands, type RanCommand } from '@hansard/core/git/commands-in-history.ts';
import type { LineAuthor } from '@hansard/core/git/line-author.ts';
import type { RanRow } from '../sqlite/git/written-edits.ts';
import { fileIn, runsBetween } from './changed-runs.ts';
import { linesByCommit } from './lines-by-commit.ts';
import type { Blamed, BlamedCommit } from './read-blame.ts';
import type { Repository } from './repository.ts';
import type { RepositoryEdits } from './repository-edits.ts';

/** A command is looked for so long before the commit; older ones have been committed by somebody else since. */
const WINDOW_MS = 3 * 24 * 3600 * 1000;
/** Files are compared for so many commits. */
const MOST_COMMITS = 40;

export async function markRan(
  repository: Repository,
  edits: RepositoryEdits,
  file: Blamed,
  lines: readonly HashedLine[],
  authors: LineAuthor[],
): Promise<void> {
  const { commits, lines: blamed, paths } = file;
  const ran = edits.commands().filter(({ kind, text }) => kind !== 'commit' && mayTouch(text, paths));
  if (ran.length === 0) return;
  const linesOf = linesByCommit(file);
  let looked = 0;
  for (const commit of commits.values()) {
    const commands = ran.filter(
      ({ time }) => time !== null && time <= commit.time + 999 && time > commit.time - WINDOW_MS,
    );
    const now = linesOf.get(commit.id) ?? [];
    if (commands.length === 0 || !now.some((index) => authors[index]?.author !== 'agent')) continue;
    if (++looked > MOST_COMMITS) return;
    const runs = await changedRuns(repository, commit, blamed, now);
    markCommands(
      lines,
      authors,
      runs,
      commands.map((one) => asCommand(one, paths)),
    );
  }
}

/** A command that names a file names this one, or the folder of it; one that names none may have changed any. */
function mayTouch(command: string, paths: ReadonlySet<string>): boolean {
  const names = [...paths].map((path) => path.split('/').at(-1) as string);
  const files = command.match(/[\w@./-]+\.\w{1,8}\b/g) ?? [];
  return files.length === 0 || names.some((name) => command.includes(name)) || /[*]|xargs|find\b/.test(command);
}

function asCommand({ kind, text, session, event, time }: RanRow, paths: ReadonlySet<string>): RanCommand {
  const [path = ''] = paths;
  return { kind, text, edit: { session, event, time, path, kind: 'command', hunks: [] } };
}

async function changedRuns(
  repository: Repository,
  commit: BlamedCommit,
  blamed: Blamed['lines'],
  indexes: readonly number[],
): Promise<ChangedRun[]> {
  if (!commit.previous) return [];
  const path = blamed[indexes[0] as number]?.path as string;
  const [before, after] = await Promise.all([
    fileIn(repository, `${commit.previous.commit}:${commit.previous.path}`),
    fileIn(repository, `${commit.id}:${path}`),
  ]);
  if (!before || !after) return [];
  // Line numbers in the commit lead back to the lines that are here still.
  const here = new Map(indexes.map((index) => [blamed[index]?.original as number, index]));
  return runsBetween(before, after).map(({ gone, first, count }) => ({
    before: gone,
    now: Array.from({ length: count }, (_, at) => here.get(first + at)).filter((index) => index !== undefined),
  }));
}
