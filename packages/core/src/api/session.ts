/** Sessions as the API tells them: a line of the list, and all that is known of one. */
import Type from 'typebox';
import { count, countOrNull, flag, orNull, shareOrNull, text, textOrNull, texts, time, timeOrNull } from './fields.ts';

export const SessionLineage = Type.Object(
  {
    kind: text('fork, resume, child or continuation'),
    of: textOrNull('Native id of the session it comes from'),
    id: textOrNull('Id of that session, if it is in the archive'),
  },
  { description: 'The session this one descends from' },
);

/** Of a session that is run here: fields of the original daemon of the universal stream, under its names. */
const RUN = {
  sessionId: Type.Optional(text('The id that was chosen, where it is run here')),
  agentMode: Type.Optional(text('Mode of the agent, where it is run here')),
  permissionMode: Type.Optional(text('What the agent may do without asking, where it is run here')),
  model: Type.Optional(textOrNull('Model that was asked for, where it is run here')),
  variant: Type.Optional(textOrNull('Variant that was asked for, where it is run here')),
  nativeSessionId: Type.Optional(textOrNull('As `nativeId`, where it is run here')),
  ended: Type.Optional(flag('It takes no more messages until it is resumed, where it is run here')),
  eventCount: Type.Optional(count('As `events`, where it is run here')),
  createdAt: Type.Optional(count('Milliseconds since 1970, where it is run here')),
  updatedAt: Type.Optional(count('Milliseconds since 1970, where it is run here')),
  directory: Type.Optional(text('Folder it works in, where it is run here')),
};

const SUMMARY = {
  id: text('Id of the session; it never changes'),
  shortId: text('Beginning of the id, as long as it takes to tell it from others'),
  agent: text('Id of the agent'),
  agentLabel: text('Name of the agent'),
  nativeId: textOrNull('The agent’s own id of the session'),
  title: textOrNull('Title, or what was asked first'),
  project: textOrNull('Folder the agent worked in'),
  repository: textOrNull('Repository around that folder'),
  branch: textOrNull('Branch at the start'),
  startedAt: timeOrNull('First recorded time'),
  endedAt: timeOrNull('Last recorded time'),
  state: text('ended, interrupted or failed, where the agent says so; else open'),
  live: flag('It may still grow, and did so lately'),
  lineage: orNull(SessionLineage, 'The session this one descends from'),
  children: count('Sessions that descend from this one'),
  events: count('Events'),
  messages: count('Messages of the user and of the agent'),
  toolCalls: count('Tool calls'),
  errors: count('Errors, and tools that failed'),
  subagents: count('Subagents'),
  bytes: count('Size of its files'),
  models: texts('Models that answered in it'),
  tokens: count('Tokens that count in this session, subagents included'),
  costMicroUsd: countOrNull('What they cost, in millionths of a US dollar; null when no model has a price'),
  unpriced: flag('Some of its tokens have no price'),
  missingSince: timeOrNull('When the agent was found to have removed it'),
  scrubbed: Type.Optional(flag('Secrets were removed from its originals')),
  machine: textOrNull('Machine it comes from; null for this one'),
  starred: flag('The user starred it'),
  tags: texts('Tags of the user'),
  lastSeq: count('The highest logSeq of its events'),
  ...RUN,
};

export const SessionSummary = Type.Object(SUMMARY, { description: 'A session, as lists show it' });
export type SessionSummary = Type.Static<typeof SessionSummary>;

export const SessionNote = Type.Object(
  {
    id: text('Id of the note'),
    eventId: textOrNull('The event it is about; null when it is about the session'),
    text: text('What was noted'),
    written: time('When'),
  },
  { description: 'A note of the user' },
);
export type SessionNote = Type.Static<typeof SessionNote>;

export const SessionProblem = Type.Object(
  {
    kind: text('Kind of problem, listed in docs/problems.md'),
    message: text('What is wrong'),
    line: Type.Optional(orNull(Type.Integer({ minimum: 1 }), 'Line in the file')),
    path: Type.Optional(text('File it is in')),
  },
  { description: 'Something wrong in the session’s files' },
);
export type SessionProblem = Type.Static<typeof SessionProblem>;

export const SessionSource = Type.Object(
  {
    source: text('primary, or subagent:<id>[/<id>…]'),
    index: count('Its number in the session’s map'),
    parent: textOrNull('Source of the agent that spawned it'),
    title: textOrNull('What it was asked to do'),
    type: textOrNull('Role of the subagent'),
    events: count('Events of it'),
    logSeq: countOrNull('Its first event'),
    callId: Type.Optional(textOrNull('Id of the tool call that spawned it, where the log says')),
  },
  { description: 'One agent of the session' },
);
export type SessionSource = Type.Static<typeof SessionSource>;

export const SessionModelCost = Type.Object(
  {
    model: textOrNull('Model; null when the log does not name it'),
    tokens: count('Tokens of it'),
    costMicroUsd: countOrNull('What they cost; null when the model has no price'),
    estimated: flag('The price is that of a similar model'),
  },
  { description: 'What one model cost in a session' },
);

export const SessionCost = Type.Object(
  {
    ownMicroUsd: countOrNull('The session’s own agent'),
    withSubagentsMicroUsd: countOrNull('With its subagents'),
    inheritedMicroUsd: countOrNull('What counts in the session it was forked from'),
    byModel: Type.Array(SessionModelCost, { description: 'By model, dearest first' }),
    cacheHitShare: shareOrNull('Share of the input that came from a cache'),
    contextFill: orNull(
      Type.Object({
        tokens: count('Tokens of the largest request'),
        window: countOrNull('What fits into the model’s context'),
        share: shareOrNull('How full that was'),
      }),
      'How full the context was at most',
    ),
  },
  { description: 'What a session cost' },
);
export type SessionCost = Type.Static<typeof SessionCost>;

export const SessionDetail = Type.Object(
  {
    ...SUMMARY,
    notes: Type.Array(SessionNote, { description: 'Notes of the user' }),
    resume: textOrNull('Command that goes on with the session'),
    path: textOrNull('Its file, or the database it is in'),
    agentVersion: textOrNull('Version of the agent'),
    problems: Type.Array(SessionProblem, { description: 'What was wrong in its files' }),
    sources: Type.Array(SessionSource, { description: 'The agents of the session' }),
    cost: SessionCost,
    durationMs: count('From the first to the last recorded time'),
    related: Type.Array(SessionSummary, { description: 'The session it comes from, and those that come from it' }),
  },
  { description: 'A session, with all that is known of it beside its events' },
);
export type SessionDetail = Type.Static<typeof SessionDetail>;

export const SessionList = Type.Object(
  {
    sessions: Type.Array(SessionSummary, { description: 'Sessions, in the order that was asked for' }),
    next: textOrNull('Cursor of the next page; null on the last'),
    total: count('Sessions on all pages'),
  },
  { description: 'A page of sessions' },
);
