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
      'for commits that were there before, and survives rebase, squash and amend. A line whose author is uncertain is marked ' +
      'with ?, one of medium confidence with ~, and one of low confidence with ~~.',
    arguments: [{ name: 'FILE', completes: 'file', description: 'a file in a git repository' }],
    options: [
      { name: 'at', value: 'REV', description: 'The file as it is in this commit, branch or tag; HEAD by default.' },
      {
        name: 'lines',
        short: 'L',
        value: 'RANGE',
        description: 'Only these lines: 10,20 or 10,+5; 10, to the end; 10 alone.',
      },
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
    summary: 'Explain who wrote a line or a commit',
    description:
      'Says in words what shows that a line is an agent’s or a person’s: what the session wrote and when, when the ' +
      'commit was made, how sure that is, and where to read the conversation.',
    arguments: [
      { name: 'FILE:LINE|COMMIT', completes: 'file', description: 'a line of a file in a git repository, or a commit' },
    ],
    options: [
      { name: 'at', value: 'REV', description: 'The file as it is in this commit, branch or tag; HEAD by default.' },
      JSON_OPTION,
    ],
    examples: [{ does: 'Where a line comes from', line: 'hansard why src/parser.ts:42' }],
    leaves: 'never',
    load: () => import('../why.ts'),
  },
  {
    name: 'log',
    summary: 'List commits with the sessions that wrote them',
    description:
      'Lists commits of the repository around the current folder, each with how many of its lines agents and people ' +
      'wrote, and with the sessions that it is tied to: by what is in it (tool_emitted), by a file that was changed ' +
      'afterwards (tool_emitted_with_divergence), or by time alone (overlapping).',
    arguments: [
      { name: 'A..B', optional: true, description: 'a range of commits, a branch or a commit; HEAD by default' },
    ],
    options: [
      { name: 'limit', short: 'n', value: 'N', integer: true, description: 'List at most N commits; 20 by default.' },
      JSON_OPTION,
    ],
    examples: [{ does: 'What is on a branch', line: 'hansard log main..topic' }],
    leaves: 'never',
    load: () => import('../log.ts'),
  },
  {
    name: 'commits',
    summary: 'List the commits that a session led to',
    description:
      'Looks through the history of the repository that the session worked in, on all branches, and lists the commits ' +
      'that hold what it wrote, with how many lines, and how many of these are there still. What was found once is ' +
      'kept; a commit that history has forgotten since is marked as unreachable.',
    arguments: [
      { name: 'SESSION', completes: 'file', description: 'a number of the last list, the beginning of an id, or #N' },
    ],
    options: [JSON_OPTION],
    examples: [{ does: 'Of the first session of the last list', line: 'hansard commits 1' }],
    leaves: 'never',
    load: () => import('../commits.ts'),
  },
  {
    name: 'check',
    summary: 'Summarise who wrote a pull request, for CI',
    description:
      'Prints as Markdown what share of a range of commits agents and people wrote, and by which sessions. It reads the ' +
      'archive, and the notes that `hansard git install --notes` writes, which are what a CI machine has. No content of ' +
      'sessions is in it. Files for GitHub and GitLab are in the folder ci/ of the project.',
    arguments: [
      { name: 'A..B', description: 'a range of commits: what is in B since it parted from A; both are named' },
    ],
    options: [JSON_OPTION],
    examples: [{ does: 'A pull request', line: 'hansard check origin/main..HEAD' }],
    leaves: 'never',
    load: () => import('../check.ts'),
  },
  {
    name: 'git',
    summary: 'Install git hooks that link commits at once',
    description:
      'Nothing needs hooks: `blame` and the others find out by themselves. With them, links between commits and sessions ' +
      'are kept as soon as a commit is made. `install` puts post-commit, post-rewrite and post-merge into the repository ' +
      'around the current folder, before whatever hooks are there (core.hooksPath, husky, lefthook, pre-commit), which ' +
      'still run; `uninstall` brings these back byte for byte; `status` shows what is there; `link` takes in what the ' +
      'hooks have told. Lines that others wrote into an installed hook are kept, and the command says where. The hooks hold ' +
      'paths of this machine: where core.hooksPath leads into the working tree, as with .husky, `install` names the files ' +
      'that git tracks or would, which are not to be committed. A folder outside the repository has to be there already. A hook appends one line to a file, starts Hansard in the background, and never fails. With ' +
      '--notes, links are also written to refs/notes/hansard, as ids, tiers and line numbers without any content. With ' +
      '--trailer, a commit-msg hook adds the line `Hansard-Session: ID` to the message for each session that wrote lines ' +
      'of the commit, which takes a moment; nothing that goes wrong with it stops a commit.',
    arguments: [
      {
        name: 'ACTION',
        choices: ['install', 'uninstall', 'status', 'link', 'trailer'],
        description: 'install, uninstall, status or link; trailer is what the commit-msg hook calls',
      },
      { name: 'FILE', optional: true, completes: 'file', description: 'with trailer: the file of the message' },
    ],
    options: [
      { name: 'global', description: 'For all repositories of yours that have no core.hooksPath of their own.' },
      { name: 'notes', description: 'With install: write notes to refs/notes/hansard, too.' },
      { name: 'trailer', description: 'With install: name the sessions in the message of each commit, too.' },
      {
        name: 'no-start',
        description: 'With install: hooks start nothing; `hansard git link` takes in what they recorded.',
      },
      JSON_OPTION,
    ],
    examples: [
      { does: 'In this repository', line: 'hansard git install' },
      { does: 'In all of them', line: 'hansard git install --global' },
    ],
    leaves: 'never',
    load: () => import('../git.ts'),
  },
];
