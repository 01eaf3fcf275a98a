/** The repository that a session worked in, and the commits that it led to. */
import Type from 'typebox';
import { count, flag, ordinal, text, textOrNull, texts, time } from './fields.ts';

export const Repo = Type.Object(
  {
    name: Type.Optional(textOrNull('Name of the repository')),
    remote: Type.Optional(textOrNull('Address of its remote')),
    commit: Type.Optional(textOrNull('Commit at the start of the session')),
    branch: Type.Optional(textOrNull('Branch at the start of the session')),
  },
  { description: 'The repository the agent worked in' },
);

export const CommitLink = Type.Object(
  {
    vcs: text('git, or jj for a change of Jujutsu'),
    revision: text('Full id of the commit, or of the change'),
    tier: text('tool_emitted, tool_emitted_with_divergence, overlapping or orphan'),
    url: Type.Optional(text('Canonical address of the repository, without credentials')),
    branch: Type.Optional(text('A branch or tag that leads to it')),
    committedAt: time('When it was committed'),
    reachable: flag('A branch or tag leads to it still'),
    lines: count('Lines of it that the session wrote'),
    alive: Type.Optional(count('How many of them are there still; absent when nobody looked')),
    evidence: Type.Optional(text('What shows it, in words')),
  },
  { description: 'A commit that the session led to' },
);

export const WrittenRange = Type.Object(
  {
    start: ordinal('First line in the revision, from 1'),
    end: ordinal('Last line'),
    text: Type.Optional(text('The lines')),
    confidence: text('high, medium or low'),
    event: Type.Optional(text('Event that wrote them')),
    mixed: Type.Optional(flag('Somebody changed them afterwards')),
  },
  { description: 'Lines of a revision that the session wrote' },
);

export const LineAttribution = Type.Object(
  {
    vcs: text('git or jj'),
    revision: text('The revision that line numbers are of'),
    files: Type.Array(
      Type.Object(
        {
          path: text('In the repository'),
          ranges: Type.Array(WrittenRange, { description: 'Lines of it, with who wrote them' }),
        },
        { description: 'A file' },
      ),
      { description: 'Files that hold lines of the session' },
    ),
    unaccounted: Type.Optional(texts('Files of its commits that the session did not write in; absent if not checked')),
  },
  { description: 'Which lines of a revision the session wrote' },
);

export const Git = Type.Object(
  {
    root: Type.Optional(text('Folder of the repository')),
    remote: Type.Optional(text('Address of its remote')),
    branch: Type.Optional(text('Branch at the start of the session')),
    startCommit: Type.Optional(text('Commit at the start of the session')),
    endCommit: Type.Optional(text('Last commit that the session is known to have been on')),
    worktree: Type.Optional(text('Name or folder of the linked worktree, if the session ran in one')),
    links: Type.Optional(Type.Array(CommitLink, { description: 'Commits that the session led to' })),
    attribution: Type.Optional(LineAttribution),
    patch: Type.Optional(text('What its commits changed in the files that it wrote in, as a unified diff')),
    diff: Type.Optional(text('From the commit at its start to its last one, as a unified diff')),
  },
  { description: 'What the session knows of its repository, for links to commits' },
);

export type Repo = Type.Static<typeof Repo>;
export type CommitLink = Type.Static<typeof CommitLink>;
export type WrittenRange = Type.Static<typeof WrittenRange>;
export type LineAttribution = Type.Static<typeof LineAttribution>;
export type Git = Type.Static<typeof Git>;
