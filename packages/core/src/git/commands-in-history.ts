/**
 * Lines that a command of a session made: told from what stood there before the commit. A formatter changes white space,
 * line ends and punctuation, and `sed` does what its script says; what else changed is not theirs.
 */

import { type ChangingCommand, substitution } from './changing-commands.ts';
import type { HashedLine } from './claims.ts';
import { bare } from './divergence.ts';
import type { Edit, LineAuthor } from './line-author.ts';

export interface RanCommand extends ChangingCommand {
  /** Stands for the call in what is told of the line. */
  readonly edit: Edit;
}

/** A run of lines that a commit changed: what stood there, and the indexes of what stands there now. */
export interface ChangedRun {
  readonly before: readonly string[];
  readonly now: readonly number[];
}

/** Marks those of a commit's lines that a command of a session between the commit and the one before explains. */
export function markCommands(
  lines: readonly HashedLine[],
  authors: LineAuthor[],
  runs: readonly ChangedRun[],
  commands: readonly RanCommand[],
): void {
  for (const run of runs) {
    const open = run.now.filter((index) => isOpen(authors[index]));
    if (open.length === 0) continue;
    for (const command of commands.toReversed()) {
      const made = command.kind === 'substitute' ? substituted(lines, run, command) : formatted(lines, run, command);
      if (made.length === 0) continue;
      for (const index of made) if (isOpen(authors[index])) authors[index] = madeBy(command);
      break;
    }
  }
}

/** What a formatter gave another shape is whose it was before: the words are not the session's. */
function madeBy({ kind, edit }: RanCommand): LineAuthor {
  if (kind === 'format') {
    return { author: 'uncertain', tier: 'overlapping', confidence: 'low', evidence: 'formatted', edit };
  }
  return { author: 'agent', tier: 'tool_emitted', confidence: 'medium', evidence: 'substituted', edit };
}

const isOpen = (author: LineAuthor | undefined): boolean =>
  author?.author === 'human' || (author?.author === 'uncertain' && author.evidence === 'common');

function substituted(lines: readonly HashedLine[], { before, now }: ChangedRun, { text }: RanCommand): number[] {
  const replace = substitution(text);
  if (!replace) return [];
  const made = new Map<string, number>();
  for (const line of before) {
    const result = replace(line);
    if (result !== line) made.set(result, (made.get(result) ?? 0) + 1);
  }
  return now.filter((index) => {
    const left = made.get(lines[index]?.text ?? '') ?? 0;
    if (left > 0) made.set(lines[index]?.text ?? '', left - 1);
    return left > 0;
  });
}

/** The same words before and after: only a formatter's doing. */
function formatted(lines: readonly HashedLine[], { before, now }: ChangedRun, { kind }: RanCommand): number[] {
  if (kind !== 'format' || before.length === 0) return [];
  const after = now.map((index) => lines[index]?.text ?? '');
  const same = bare(before.join('\n')) === bare(after.join('\n'));
  return same && before.join('\n') !== after.join('\n') ? [...now] : [];
}
