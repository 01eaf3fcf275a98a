/**
 * The canonical Transcript: the one noun every adapter writes and every format reads.
 * These TypeBox objects are the published schema (`schema/transcript.schema.json`), the TypeScript
 * types and the validator at once. Everything is open for unknown fields; `type`, `tool.status`,
 * `source.agent` and `redactions[].type` accept unknown strings, so that later documents stay valid.
 * The meaning of every field is specified in docs/format.md.
 */
import Type from 'typebox';

export const SCHEMA_VERSION = '0.2.0';

/** Seed event types; consumers must accept others. */
export const BASE_EVENT_TYPES = [
  'user_message',
  'assistant_message',
  'reasoning',
  'tool_call',
  'tool_result',
  'system',
  'meta',
] as const;

/** Event types added by schema 0.2.0. */
export const ADDED_EVENT_TYPES = ['permission', 'question', 'error', 'session', 'turn', 'status', 'unparsed'] as const;

export const TOOL_STATUSES = ['ok', 'error', 'denied', 'timeout', 'running', 'interrupted', 'unknown'] as const;
export const TOOL_KINDS = [
  'shell',
  'read',
  'edit',
  'write',
  'search',
  'web',
  'task',
  'todo',
  'mcp',
  'question',
  'plan',
  'other',
] as const;

/** The pattern says what `format` alone does not: validators may ignore formats, or read them more loosely. */
const Time = Type.String({
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([Zz]|[+-]\\d{2}:\\d{2})$',
  description: 'RFC 3339 time',
});
const Count = Type.Integer({ minimum: 0 });
const NullableString = Type.Union([Type.String(), Type.Null()]);

export const Source = Type.Object(
  {
    agent: Type.String({ minLength: 1, description: 'Agent that produced the session, e.g. claude-code' }),
    agentVersion: Type.Optional(NullableString),
    adapter: Type.String({ minLength: 1 }),
    adapterVersion: Type.String({ minLength: 1 }),
    dialect: Type.Optional(Type.String({ description: 'Which of the agent’s formats was read' })),
  },
  { description: 'Which agent and adapter produced the transcript' },
);

export const Repo = Type.Object({
  name: Type.Optional(NullableString),
  remote: Type.Optional(NullableString),
  commit: Type.Optional(NullableString),
  branch: Type.Optional(NullableString),
});

export const Environment = Type.Object({
  os: Type.Optional(NullableString),
  shell: Type.Optional(NullableString),
  cwd: Type.Optional(NullableString),
  repo: Type.Optional(Type.Union([Repo, Type.Null()])),
});

export const Lineage = Type.Object(
  {
    kind: Type.String({ description: 'fork, resume, child or continuation' }),
    of: Type.String({ description: 'Native id of the session this one comes from' }),
    at: Type.Optional(Type.Unknown({ description: 'Where in the other session, as the agent records it' })),
  },
  { description: 'The session this one descends from' },
);

export const Problem = Type.Object(
  {
    kind: Type.String(),
    message: Type.String(),
    input: Type.Optional(Type.String({ description: 'Key of the input in session.inputs' })),
    path: Type.Optional(Type.String()),
    line: Type.Optional(Type.Integer({ minimum: 1 })),
    start: Type.Optional(Count),
    end: Type.Optional(Count),
    pointer: Type.Optional(Type.String({ description: 'JSON pointer or row, where there are no bytes' })),
  },
  { description: 'Something wrong in the input, with its place' },
);

export const Input = Type.Object(
  {
    key: Type.String({ description: 'Fingerprint of the first record; native.input refers to it' }),
    path: Type.Optional(Type.String()),
    dialect: Type.String(),
    bytes: Type.Optional(Count),
    records: Type.Optional(Count),
    source: Type.Optional(Type.String()),
  },
  { description: 'One file or database that was read' },
);

export const AgentNode = Type.Object(
  {
    source: Type.String({ description: 'primary, or subagent:<id>[/<id>…]' }),
    id: Type.Optional(Type.String()),
    nativeId: Type.Optional(Type.String({ description: 'Native session id, when the subagent has its own' })),
    type: Type.Optional(Type.String({ description: 'Role of the subagent, e.g. Explore' })),
    title: Type.Optional(Type.String()),
    model: Type.Optional(Type.String()),
    callId: Type.Optional(Type.String({ description: 'Tool call that spawned it' })),
    parent: Type.Optional(Type.String({ description: 'Source of the spawning agent' })),
  },
  { description: 'One agent of the session’s tree' },
);

export const RunReference = Type.Object(
  {
    runId: Type.Optional(Type.String()),
    flowKey: Type.Optional(Type.String()),
    stepId: Type.Optional(Type.String()),
    agentKey: Type.Optional(Type.String()),
    engine: Type.Optional(Type.String()),
    iteration: Type.Optional(Type.Integer()),
  },
  { description: 'The pipeline run the session was a step of' },
);

export const Session = Type.Object({
  startedAt: Time,
  endedAt: Type.Union([Time, Type.Null()]),
  capturedAt: Time,
  environment: Environment,
  nativeId: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  models: Type.Optional(Type.Array(Type.String())),
  state: Type.Optional(Type.String({ description: 'ended, interrupted, failed or open: a log that may still grow' })),
  lineage: Type.Optional(Lineage),
  generation: Type.Optional(Type.Integer({ minimum: 1 })),
  run: Type.Optional(RunReference),
  agents: Type.Optional(Type.Array(AgentNode)),
  inputs: Type.Optional(Type.Array(Input)),
  problems: Type.Optional(Type.Array(Problem)),
  extra: Type.Optional(Type.Object({}, { additionalProperties: Type.Unknown() })),
});

export const Submitter = Type.Object(
  { keyId: Type.String(), pseudonym: Type.String(), identityLinked: Type.Boolean() },
  { description: 'Pseudonymous, key-derived; never raw personal data' },
);

export const Redaction = Type.Object({
  field: Type.String(),
  ruleId: Type.String(),
  type: Type.String({ description: 'secret, pii, or another kind' }),
  placeholder: Type.String(),
  start: Type.Optional(Count),
  end: Type.Optional(Count),
});

export const Privacy = Type.Object(
  {
    profile: Type.String({ minLength: 1 }),
    redactionApplied: Type.Boolean(),
    anonymizationApplied: Type.Boolean(),
    rulesApplied: Type.Array(Type.String()),
    redactionCount: Count,
    contentPolicy: Type.Optional(
      Type.Object({
        includeFileContents: Type.Optional(Type.Boolean()),
        toolOutput: Type.Optional(Type.String({ description: 'full, truncated, metadata-only or none' })),
      }),
    ),
    redactions: Type.Optional(Type.Array(Redaction)),
  },
  { description: 'Receipt of what redaction and anonymisation did' },
);

export const Tokens = Type.Object({
  input: Type.Integer({ minimum: 0, description: 'All input, cache reads and writes included' }),
  output: Type.Integer({ minimum: 0, description: 'All output, reasoning included' }),
  cacheRead: Type.Optional(Count),
  cacheWrite: Type.Optional(Count),
  reasoning: Type.Optional(Count),
});

export const ModelCost = Type.Object({
  model: Type.String({ description: 'Model id as the agent wrote it' }),
  matched: Type.Optional(Type.String({ description: 'Model id of the price that was used' })),
  estimated: Type.Optional(Type.Boolean({ description: 'The match was not exact' })),
  override: Type.Optional(Type.Boolean({ description: 'The price is the user’s own' })),
  microUsd: Type.Optional(Count),
});

export const Cost = Type.Object(
  {
    microUsd: Count,
    priceDate: Type.String({ description: 'Date of the price snapshot' }),
    estimated: Type.Boolean(),
    models: Type.Array(ModelCost),
    unpriced: Type.Array(Type.String()),
  },
  { description: 'Token sums times price, rounded once' },
);

export const Metrics = Type.Object({
  eventCount: Count,
  messageCount: Count,
  toolCallCount: Count,
  durationMs: Count,
  tokens: Type.Optional(Tokens),
  inheritedTokens: Type.Optional(Tokens),
  errorCount: Type.Optional(Count),
  unparsedCount: Type.Optional(Count),
  cost: Type.Optional(Cost),
});

export const Usage = Type.Object(
  {
    input: Count,
    output: Count,
    cacheRead: Count,
    cacheWrite5m: Count,
    cacheWrite1h: Count,
    reasoning: Count,
    scope: Type.Optional(Type.String({ description: 'What the numbers cover: response (default), turn or session' })),
    responseId: Type.Optional(Type.String({ description: 'Key under which the numbers count once' })),
    inherited: Type.Optional(Type.Boolean({ description: 'Already counted in the session this one was forked from' })),
    native: Type.Optional(Type.Unknown({ description: 'The provider’s own numbers' })),
  },
  { description: 'Disjoint token buckets: no token is in two of them' },
);

export const Tool = Type.Object({
  name: Type.String(),
  callId: Type.Optional(Type.String()),
  kind: Type.Optional(Type.String({ description: TOOL_KINDS.join(', ') })),
  input: Type.Optional(Type.Unknown()),
  output: Type.Optional(Type.String({ description: 'What the agent was given back' })),
  result: Type.Optional(Type.Unknown({ description: 'Structured result, as the agent records it' })),
  status: Type.Optional(Type.String({ description: TOOL_STATUSES.join(', ') })),
  rawStatus: Type.Optional(Type.Unknown({ description: 'The agent’s own word for the outcome' })),
  exitCode: Type.Optional(Type.Integer()),
  stdout: Type.Optional(Type.String()),
  stderr: Type.Optional(Type.String()),
  durationMs: Type.Optional(Type.Number({ minimum: 0 })),
  server: Type.Optional(Type.String({ description: 'MCP server' })),
});

export const Part = Type.Object(
  {
    type: Type.String({ description: 'text, json, file_ref, image, reasoning, status, or another kind' }),
    text: Type.Optional(Type.String()),
    json: Type.Optional(Type.Unknown()),
    path: Type.Optional(Type.String()),
    action: Type.Optional(Type.String({ description: 'file_ref: read, write, patch, delete, rename' })),
    diff: Type.Optional(Type.String({ description: 'file_ref: unified diff' })),
    mime: Type.Optional(Type.String()),
    hash: Type.Optional(Type.String({ description: 'Key in attachments' })),
    url: Type.Optional(Type.String()),
    spilled: Type.Optional(
      Type.Boolean({
        description: 'The content lies in a side file of the session; hash says which attachment holds it',
      }),
    ),
    visibility: Type.Optional(Type.String({ description: 'reasoning: public or private' })),
    label: Type.Optional(Type.String()),
    detail: Type.Optional(Type.String()),
  },
  { description: 'Content beyond plain text, in order' },
);

export const Permission = Type.Object({
  id: Type.String(),
  action: Type.String(),
  status: Type.String({ description: 'requested, accept, accept_for_session or reject' }),
  callId: Type.Optional(Type.String()),
  by: Type.Optional(Type.String({ description: 'Who decided: user, config, hook, reviewer, …' })),
  reason: Type.Optional(Type.String()),
  options: Type.Optional(Type.Array(Type.String())),
  details: Type.Optional(Type.Unknown()),
});

export const Question = Type.Object({
  id: Type.String(),
  prompt: Type.String(),
  options: Type.Array(Type.String()),
  status: Type.String({ description: 'requested, answered or rejected' }),
  response: Type.Optional(Type.String()),
  callId: Type.Optional(Type.String()),
  details: Type.Optional(Type.Unknown()),
});

export const EventError = Type.Object({
  message: Type.String(),
  code: Type.Optional(Type.String()),
  status: Type.Optional(Type.Integer({ description: 'HTTP status' })),
  attempt: Type.Optional(Type.Integer()),
  retryInMs: Type.Optional(Type.Number()),
  willRetry: Type.Optional(Type.Boolean()),
  details: Type.Optional(Type.Unknown()),
});

export const Native = Type.Object(
  {
    type: Type.String({ description: 'Record type as the agent names it' }),
    id: Type.Optional(Type.String()),
    input: Type.Optional(Type.String({ description: 'Key in session.inputs; absent for the first' })),
    start: Type.Optional(Count),
    end: Type.Optional(Count),
    pointer: Type.Optional(Type.String({ description: 'JSON pointer or table and row' })),
    synthetic: Type.Optional(Type.Boolean({ description: 'Nothing native stands behind the event' })),
    merged: Type.Optional(
      Type.Array(
        Type.Object({
          type: Type.String(),
          id: Type.Optional(Type.String()),
          start: Type.Optional(Count),
          end: Type.Optional(Count),
          pointer: Type.Optional(Type.String()),
        }),
        { description: 'Other records that say the same thing' },
      ),
    ),
  },
  { description: 'Where the event comes from' },
);

export const Chunk = Type.Object(
  { offset: Type.Integer({ minimum: 0 }), time: Type.Optional(Time) },
  { description: 'Where a streaming delta begins in text (UTF-16 units), and when it came' },
);

export const Event = Type.Object({
  id: Type.String({ minLength: 1 }),
  seq: Type.Integer({ minimum: 1 }),
  timestamp: Time,
  type: Type.String({ minLength: 1, description: [...BASE_EVENT_TYPES, ...ADDED_EVENT_TYPES].join(', ') }),
  role: Type.Optional(
    Type.Union([Type.Literal('user'), Type.Literal('assistant'), Type.Literal('system'), Type.Literal('tool')]),
  ),
  text: Type.Optional(Type.String()),
  tool: Type.Optional(Tool),
  redactions: Type.Optional(Type.Array(Redaction)),
  source: Type.Optional(Type.String()),
  sourceSeq: Type.Optional(Type.Integer({ minimum: 1 })),
  logSeq: Type.Optional(Type.Integer({ minimum: 1 })),
  turn: Type.Optional(Type.String()),
  parentId: Type.Optional(Type.String()),
  audience: Type.Optional(Type.String({ description: 'model or user, when only one of them saw it' })),
  parts: Type.Optional(Type.Array(Part)),
  chunks: Type.Optional(Type.Array(Chunk)),
  startedAt: Type.Optional(Time),
  completedAt: Type.Optional(Time),
  timestampSource: Type.Optional(
    Type.String({ description: 'previous, session or file, when the record had no time' }),
  ),
  model: Type.Optional(Type.String()),
  variant: Type.Optional(Type.String({ description: 'Reasoning effort or another variant of the model' })),
  usage: Type.Optional(Usage),
  costMicroUsd: Type.Optional(Count),
  pricing: Type.Optional(
    Type.Object({
      model: Type.String({ description: 'Model id of the price that was used' }),
      date: Type.String({ description: 'Date of the price snapshot' }),
      estimated: Type.Optional(Type.Boolean()),
      override: Type.Optional(Type.Boolean()),
    }),
  ),
  branch: Type.Optional(Type.String()),
  hidden: Type.Optional(Type.Object({ by: Type.String(), reason: Type.Optional(Type.String()) })),
  withdrawn: Type.Optional(Type.Boolean()),
  phase: Type.Optional(Type.String({ description: 'turn and session events: started, ended, …' })),
  permission: Type.Optional(Permission),
  question: Type.Optional(Question),
  error: Type.Optional(EventError),
  session: Type.Optional(Type.Object({}, { additionalProperties: Type.Unknown() })),
  status: Type.Optional(Type.Object({ label: Type.String(), detail: Type.Optional(Type.String()) })),
  raw: Type.Optional(Type.Unknown({ description: 'unparsed: the original record' })),
  native: Type.Optional(Native),
  extra: Type.Optional(Type.Object({}, { additionalProperties: Type.Unknown() })),
});

export const Attachment = Type.Object({
  mime: Type.String(),
  bytes: Count,
  path: Type.Optional(Type.String()),
  data: Type.Optional(Type.String({ description: 'base64' })),
});

export const Transcript = Type.Object(
  {
    schemaVersion: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+' }),
    transcriptId: Type.String({ minLength: 1 }),
    source: Source,
    session: Session,
    submitter: Type.Union([Submitter, Type.Null()]),
    privacy: Privacy,
    metrics: Metrics,
    attachments: Type.Optional(Type.Object({}, { additionalProperties: Attachment })),
    events: Type.Array(Event),
  },
  { description: 'One session of a coding agent, with its subagents' },
);

export type Transcript = Omit<Type.Static<typeof Transcript>, 'events' | 'attachments' | 'session'> & {
  session: Session;
  attachments?: Record<string, Attachment>;
  events: Event[];
};
export type Attachment = Type.Static<typeof Attachment>;
export type Source = Type.Static<typeof Source>;
export type Session = Type.Static<typeof Session> & { extra?: Record<string, unknown> };
export type Environment = Type.Static<typeof Environment>;
export type Repo = Type.Static<typeof Repo>;
export type Lineage = Type.Static<typeof Lineage>;
export type Problem = Type.Static<typeof Problem>;
export type Input = Type.Static<typeof Input>;
export type AgentNode = Type.Static<typeof AgentNode>;
export type Privacy = Type.Static<typeof Privacy>;
export type Metrics = Type.Static<typeof Metrics>;
export type Tokens = Type.Static<typeof Tokens>;
export type Cost = Type.Static<typeof Cost>;
export type ModelCost = Type.Static<typeof ModelCost>;
export type Usage = Type.Static<typeof Usage>;
export type Tool = Type.Static<typeof Tool>;
export type Part = Type.Static<typeof Part>;
export type Permission = Type.Static<typeof Permission>;
export type Question = Type.Static<typeof Question>;
export type EventError = Type.Static<typeof EventError>;
export type Native = Type.Static<typeof Native>;
export type Chunk = Type.Static<typeof Chunk>;
export type Redaction = Type.Static<typeof Redaction>;
export type Event = Type.Static<typeof Event> & { extra?: Record<string, unknown>; session?: Record<string, unknown> };
export type ToolKind = (typeof TOOL_KINDS)[number];
export type ToolStatus = (typeof TOOL_STATUSES)[number];
