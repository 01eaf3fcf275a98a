/** Commits that sessions led to, and who wrote which line, as the API tells them. */
import Type from 'typebox';
import { count, countOrNull, flag, text, textOrNull, time } from './fields.ts';

const Who = {
  author: text('agent, human or uncertain'),
  tier: text('tool_emitted, tool_emitted_with_divergence, overlapping or orphan'),
  confidence: text('high, medium or low'),
  evidence: text('Why, as one word'),
  reason: text('Why, as a sentence'),
  agent: textOrNull('Agent that wrote it'),
  model: textOrNull('Its model'),
  session: textOrNull('Session that wrote it'),
  event: textOrNull('Id of the event that wrote it'),
};

export const SessionCommit = Type.Object(
  {
    vcs: text('git or jj'),
    revision: text('Full id of the commit'),
    summary: text('First line of its message'),
    tier: text('tool_emitted, tool_emitted_with_divergence, overlapping or orphan'),
    branch: textOrNull('A branch or tag that leads to it'),
    url: textOrNull('Canonical address of the repository'),
    committedAt: time('When it was committed'),
    lines: count('Lines of it that the session wrote'),
    alive: countOrNull('How many of them are there still'),
    reachable: flag('A branch or tag leads to it'),
    evidence: text('What shows it'),
    files: Type.Array(Type.String(), { description: 'Files that hold lines of the session' }),
  },
  { description: 'A commit that a session led to' },
);

export const SessionCommits = Type.Object(
  {
    /** Why nothing new was looked for. */
    trouble: textOrNull('Why the repository could not be looked at; null when it was'),
    commits: Type.Array(SessionCommit, { description: 'The oldest first' }),
  },
  { description: 'Commits that a session led to' },
);

export const GitLine = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: 'Its number' }),
    text: text('The line'),
    commit: text('Commit that brought it in'),
    ...Who,
  },
  { description: 'A line, and who wrote it' },
);

const CommitFacts = Type.Object(
  {
    id: text('Full id'),
    summary: text('First line of its message'),
    author: text('Who it says wrote it'),
    time: time('When'),
  },
  { description: 'A commit' },
);

export const GitCommit = Type.Object(
  {
    commit: CommitFacts,
    files: Type.Array(
      Type.Object({
        path: text('Path in the repository'),
        lines: Type.Array(GitLine, { description: 'Lines that it added' }),
      }),
      { description: 'Files in which it added lines' },
    ),
  },
  { description: 'The lines that a commit added' },
);

export const FileBlame = Type.Object(
  {
    file: text('Path in the repository'),
    revision: text('Full id of the commit it is of'),
    commits: Type.Array(CommitFacts, { description: 'Commits that the lines are from' }),
    lines: Type.Array(GitLine, { description: 'One for each line of the file' }),
  },
  { description: 'Who wrote each line of a file' },
);

const Kinds = Type.Object(
  { agent: count('By agents'), human: count('By people'), uncertain: count('Of which nobody can say') },
  { description: 'Lines by who wrote them' },
);

export const GitRange = Type.Object(
  {
    from: text('Full id of the commit that it begins after'),
    to: text('Full id of the last one'),
    commits: count('Commits in it'),
    written: Kinds,
    survived: Kinds,
    sessions: Type.Array(
      Type.Object({
        session: text('Session'),
        agent: text('Agent'),
        model: textOrNull('Model'),
        written: count('Lines that it wrote'),
        survived: count('Those that are there at the end'),
        commits: count('Commits with lines of it'),
      }),
      { description: 'Sessions that wrote in it' },
    ),
    files: Type.Array(
      Type.Object({
        path: text('Path'),
        agent: count('By agents'),
        human: count('By people'),
        uncertain: count('Uncertain'),
      }),
      { description: 'Files that it changed' },
    ),
  },
  { description: 'Whose a range of commits is' },
);

export type SessionCommit = Type.Static<typeof SessionCommit>;
export type SessionCommits = Type.Static<typeof SessionCommits>;
export type GitLine = Type.Static<typeof GitLine>;
export type GitCommit = Type.Static<typeof GitCommit>;
export type FileBlame = Type.Static<typeof FileBlame>;
export type GitRange = Type.Static<typeof GitRange>;
