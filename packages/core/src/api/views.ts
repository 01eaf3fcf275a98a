/** Views of a session that need no event: its skeleton, its prompts, its times, the files it changed, and finding in it. */
import Type from 'typebox';
import { count, countOrNull, counts, flag, oneOf, text, textOrNull, texts, timeOrNull } from './fields.ts';

export const SessionMap = Type.Object(
  {
    lastSeq: count('How many entries each column has'),
    sources: texts('Names of sources; `columns.source` has their numbers'),
    types: texts('Names of types'),
    tools: texts('Names of tools; the first is empty: none'),
    statuses: texts('Names of statuses; the first is empty: none'),
    models: texts('Models of the session'),
    columns: Type.Object(
      {
        type: counts('Number of the type in `types`'),
        source: counts('Number of the source in `sources`'),
        tool: counts('Number of the tool in `tools`'),
        status: counts('Number of the status in `statuses`'),
        time: counts('Milliseconds since 1970 of the first event, then the difference to the one before'),
        flags: counts(
          '1 error, 2 hidden, 4 withdrawn, 8 subagent, 16 prompt of the user, 32 edit, 64 compaction, 128 permission or question',
        ),
        durationMs: counts('How long a tool ran, or the user was waited for; 0 where that is not known'),
      },
      { description: 'One entry for each logSeq, from 1' },
    ),
  },
  { description: 'The skeleton of all events of a session' },
);
export type SessionMap = Type.Static<typeof SessionMap>;

export const Prompt = Type.Object(
  {
    logSeq: count('Where it is'),
    eventId: text('Id of the event'),
    text: text('What was asked, up to 240 characters'),
    time: timeOrNull('When; null when no time was recorded'),
    durationMs: countOrNull(
      'How long the agent worked on it: until its record of the turn’s end, or its last answer or tool result, without waitedMs',
    ),
    waitedMs: count('How long it waited for the user in between, or was idle'),
    costMicroUsd: countOrNull('What the turn cost; null when no model has a price'),
    tokens: count('Tokens of the turn'),
    toolCalls: count('Tool calls of the turn'),
    errors: count('Errors of the turn, and tools that failed'),
    files: texts('Files that the turn changed, up to eight'),
    source: text('Whose prompt it is'),
  },
  { description: 'A prompt of the user, and what came of it' },
);
export type Prompt = Type.Static<typeof Prompt>;

export const Outline = Type.Object(
  { prompts: Type.Array(Prompt, { description: 'In order' }) },
  { description: 'The prompts of a session' },
);
export type Outline = Type.Static<typeof Outline>;

export const TimeSpan = Type.Object(
  {
    logSeq: count('Event it begins with'),
    kind: oneOf(['turn', 'tool', 'wait', 'subagent'], 'What it is'),
    name: text(
      'Name of the tool or subagent, or beginning of the prompt; of a wait: permission, question, prompt (between turns) or idle',
    ),
    from: Type.Integer({ description: 'Milliseconds since 1970' }),
    to: Type.Integer({ description: 'Milliseconds since 1970' }),
    status: textOrNull('How it ended'),
    merged: Type.Optional(count('How many short spans stand behind it')),
  },
  { description: 'A stretch of time' },
);
export type TimeSpan = Type.Static<typeof TimeSpan>;

export const TimeLane = Type.Object(
  {
    source: text('Which agent'),
    title: textOrNull('What it was asked to do'),
    spans: Type.Array(TimeSpan, { description: 'In order of their start' }),
  },
  { description: 'One agent’s times' },
);
export type TimeLane = Type.Static<typeof TimeLane>;

export const TimeCost = Type.Object(
  {
    logSeq: count('Event at which it was counted'),
    at: Type.Integer({ description: 'Milliseconds since 1970' }),
    source: text('Which agent'),
    costMicroUsd: countOrNull('What it cost; null when its model has no price'),
    totalMicroUsd: count('What all up to it cost'),
    input: count(
      'Tokens that the model was given in one request, from the cache too; 0 when only a sum of several is known',
    ),
    merged: Type.Optional(count('How many responses stand behind it')),
  },
  { description: 'A response, and what it cost' },
);
export type TimeCost = Type.Static<typeof TimeCost>;

export const Timeline = Type.Object(
  {
    from: Type.Integer({ description: 'Milliseconds since 1970' }),
    to: Type.Integer({ description: 'Milliseconds since 1970' }),
    lanes: Type.Array(TimeLane, { description: 'One for each agent' }),
    slowest: Type.Array(TimeSpan, { description: 'The five longest tools, without those that waited for the user' }),
    concurrency: Type.Array(
      Type.Object({
        at: Type.Integer({ description: 'From then on' }),
        n: count('Agents at work, without those that wait for the user'),
      }),
      { description: 'How many agents were at work' },
    ),
    costs: Type.Array(TimeCost, {
      description: 'What was spent, in order of time; of very many responses several are one',
    }),
  },
  { description: 'When what happened in a session' },
);
export type Timeline = Type.Static<typeof Timeline>;

export const FileEdit = Type.Object(
  {
    logSeq: count('Where it is'),
    eventId: text('Id of the event'),
    time: timeOrNull('When'),
    kind: oneOf(['edit', 'write', 'delete'], 'What was done'),
    diff: textOrNull('Unified diff; null when the log does not tell what changed'),
    note: Type.Optional(text('What is to be known about it')),
  },
  { description: 'One change of a file' },
);
export type FileEdit = Type.Static<typeof FileEdit>;

export const ChangedFile = Type.Object(
  {
    path: text('The file'),
    added: count('Lines added, as far as the diffs tell'),
    removed: count('Lines removed'),
    edits: Type.Array(FileEdit, { description: 'In order' }),
  },
  { description: 'A file that the session changed' },
);
export type ChangedFile = Type.Static<typeof ChangedFile>;

export const SessionChanges = Type.Object(
  {
    files: Type.Array(ChangedFile, { description: 'By path' }),
    hasMore: flag('There are more changes than are sent'),
  },
  { description: 'All edits of a session, by file' },
);
export type SessionChanges = Type.Static<typeof SessionChanges>;

export const FindHit = Type.Object(
  { logSeq: count('Where it is'), eventId: text('Id of the event'), snippet: text('The text around it') },
  { description: 'An event with what was looked for' },
);

export const FindResult = Type.Object(
  {
    hits: Type.Array(FindHit, { description: 'In order' }),
    total: count('Hits in the whole session, as far as it was looked through'),
    partial: flag('The session was not looked through to its end'),
  },
  { description: 'What was found in a session' },
);
export type FindResult = Type.Static<typeof FindResult>;
