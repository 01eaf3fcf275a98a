/** Commands about commits: which session wrote which line. */
import type { CommandSpec } from '../../command.ts';
import { JSON_OPTION } from './options.ts';

export const gitCommands: readonly CommandSpec[] = [
  {
    name: 'blame',
    summary: 'Show which session wrote each line of a file',
    description:
      'Shows for each line of a file in a git repository whether an agent or a person wrote it: the agent, its model, ' +
      'the session and what was asked for. It compares the lines with what sessions wrote, so it needs no hooks, works ' +
      'for commits that were there before, and survives rebase, squash and amend. A line that cannot be told is marked ' +
      'with ?, one that is less sure with ~.',
    arguments: [{ name: 'FILE', completes: 'file', description: 'a file in a git repository' }],
    options: [
      { name: 'at', value: 'REV', description: 'The file as it is in this commit, branch or tag; HEAD by default.' },
      { name: 'lines', short: 'L', value: 'RANGE', description: 'Only these lines: 10,20 or 10,+5 or 10.' },
      JSON_OPTION,
      {
        name: 'porcelain',
        description: 'Print as `git blame --porcelain` does, with headers that begin with hansard-.',
      },
    ],
    examples: [
      { does: 'Who wrote this file', line: 'hansard blame src/parser.ts' },
      { does: 'Some lines of an older version', line: 'hansard blame src/parser.ts --at v1.2 -L 40,60' },
    ],
    leaves: 'never',
    load: () => import('../blame.ts'),
  },
  {
    name: 'why',
    summary: 'Explain who wrote a line',
    description:
      'Says in words what shows that a line is an agent’s or a person’s: what the session wrote and when, when the ' +
      'commit was made, how sure that is, and where to read the conversation.',
    arguments: [{ name: 'FILE:LINE', completes: 'file', description: 'a line of a file in a git repository' }],
    options: [
      { name: 'at', value: 'REV', description: 'The file as it is in this commit, branch or tag; HEAD by default.' },
      JSON_OPTION,
    ],
    examples: [{ does: 'Where a line comes from', line: 'hansard why src/parser.ts:42' }],
    leaves: 'never',
    load: () => import('../why.ts'),
  },
];
