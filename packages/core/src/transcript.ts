/**
 * The canonical Transcript: the one noun every adapter writes and every format reads.
 * These TypeBox objects are the published schema (`schema/transcript.schema.json`), the TypeScript
 * types and the validator at once. Everything is open for unknown fields; `type`, `role`,
 * `tool.status`, `source.agent` and `redactions[].type` accept unknown strings, so that later documents stay valid.
 * The meaning of every field is specified in docs/format.md.
 */
import Type from 'typebox';
import {
  ADDED_EVENT_TYPES,
  BASE_EVENT_TYPES,
  EXECUTION_CONTEXTS,
  ROLES,
  TOOL_KINDS,
  TOOL_STATUSES,
} from './vocabulary.ts';

export * from './vocabulary.ts';

/** Values of an open list: others are valid too. */
const oneOf = (list: readonly string[]): string => `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`;

const text = (description: string) => Type.String({ description });
const name = (description: string) => Type.String({ minLength: 1, description });
const flag = (description: string) => Type.Boolean({ description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const ordinal = (description: string) => Type.Integer({ minimum: 1, description });
const texts = (description: string) => Type.Array(Type.String(), { description });
const anything = (description: string) => Type.Unknown({ description });
const fields = (description: string) => Type.Object({}, { additionalProperties: Type.Unknown(), description });
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
/** The pattern says what `format` alone does not: validators may ignore formats, or read them more loosely. */
const time = (description: string) =>
  Type.String({
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([Zz]|[+-]\\d{2}:\\d{2})$',
    description,
  });

export const Source = Type.Object(
  {
    agent: name('Agent that produced the session, such as claude-code'),
    agentVersion: Type.Optional(textOrNull('Version of the agent, as far as it says')),
    adapter: name('Adapter that read the session'),
    adapterVersion: name('Version of the adapter'),
    dialect: Type.Optional(text('Which of the agent’s formats was read')),
  },
  { description: 'Which agent and adapter produced the transcript' },
);

export const Repo = Type.Object(
  {
    name: Type.Optional(textOrNull('Name of the repository')),
    remote: Type.Optional(textOrNull('Address of its remote')),
    commit: Type.Optional(textOrNull('Commit at the start of the session')),
    branch: Type.Optional(textOrNull('Branch at the start of the session')),
  },
  { description: 'The repository the agent worked in' },
);

export const Environment = Type.Object(
  {
    os: Type.Optional(textOrNull('Operating system, such as linux or darwin')),
    shell: Type.Optional(textOrNull('Shell of the user')),
    cwd: Type.Optional(textOrNull('Working folder at the start of the session')),
    repo: Type.Optional(Type.Union([Repo, Type.Null()], { description: 'The repository around the working folder' })),
  },
  { description: 'Where the session ran, as far as the log says' },
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

export const Lineage = Type.Object(
  {
    kind: text('fork, resume, child or continuation'),
    of: text('Native id of the session this one comes from'),
    at: Type.Optional(anything('Where in the other session, as the agent records it')),
  },
  { description: 'The session this one descends from' },
);

export const Problem = Type.Object(
  {
    kind: text('Kind of problem, listed in docs/problems.md'),
    message: text('What is wrong, in words'),
    input: Type.Optional(text('Key of the input in session.inputs; absent for the session’s own')),
    path: Type.Optional(text('Path of the input')),
    line: Type.Optional(ordinal('Line in the input')),
    column: Type.Optional(ordinal('Column in the line, in UTF-16 units')),
    start: Type.Optional(count('First byte of the place')),
    end: Type.Optional(count('Byte after the place')),
    pointer: Type.Optional(text('JSON pointer, or table and row, where there are no bytes')),
  },
  { description: 'Something wrong in an input, with its place' },
);

export const Input = Type.Object(
  {
    key: text('Fingerprint of the first record; native.input refers to it'),
    path: Type.Optional(text('Path of the file')),
    dialect: text('Which of the agent’s formats it is in'),
    bytes: Type.Optional(count('Bytes read')),
    records: Type.Optional(count('Records read')),
    source: Type.Optional(text('Source of the events that are in it')),
  },
  { description: 'One file, or one session of a database, that was read' },
);

export const AgentNode = Type.Object(
  {
    source: text('primary, or subagent:<id>[/<id>…]'),
    id: Type.Optional(text('Id of the subagent')),
    nativeId: Type.Optional(text('Native session id, when the subagent has its own')),
    type: Type.Optional(text('Role of the subagent, such as Explore')),
    title: Type.Optional(text('What it was asked to do, in short')),
    model: Type.Optional(text('Model it ran on')),
    provider: Type.Optional(text('Provider that served the model')),
    callId: Type.Optional(text('Tool call that spawned it')),
    parent: Type.Optional(text('Source of the agent that spawned it')),
  },
  { description: 'One agent of the session’s tree' },
);

export const RunReference = Type.Object(
  {
    runId: Type.Optional(text('Id of the run')),
    flowKey: Type.Optional(text('Which pipeline')),
    stepId: Type.Optional(text('Which step of it')),
    agentKey: Type.Optional(text('Which agent of the pipeline')),
    engine: Type.Optional(text('What ran the pipeline')),
    iteration: Type.Optional(Type.Integer({ description: 'Which repetition of the step' })),
    maxIterations: Type.Optional(Type.Integer({ description: 'How many repetitions there may be' })),
    status: Type.Optional(text('How the step went: succeeded or failed')),
    mode: Type.Optional(text('How the engine ran: stub, sdk or cli')),
    provider: Type.Optional(text('Provider that the engine called')),
    decision: Type.Optional(text('What came after the step: loop, advance, terminate or pending')),
    reason: Type.Optional(text('Why it was decided so')),
    error: Type.Optional(text('What went wrong in the step')),
  },
  { description: 'The pipeline run the session was a step of' },
);

export const Session = Type.Object(
  {
    startedAt: time('Start of the session'),
    endedAt: Type.Union([time('RFC 3339 time'), Type.Null()], {
      description: 'Last time in the session; null if none',
    }),
    capturedAt: time('When the transcript was made'),
    environment: Environment,
    git: Type.Optional(Git),
    executionContext: Type.Optional(text(`What ran the agent: ${oneOf(EXECUTION_CONTEXTS)}`)),
    nativeId: Type.Optional(text('The agent’s own id of the session')),
    title: Type.Optional(text('Title, as the agent or the user gave it')),
    models: Type.Optional(texts('Every model of the session, in order of appearance')),
    state: Type.Optional(text('ended, interrupted, failed or open: a log that may still grow')),
    lineage: Type.Optional(Lineage),
    generation: Type.Optional(ordinal('Raised when a session that was shared has changed')),
    run: Type.Optional(RunReference),
    agents: Type.Optional(Type.Array(AgentNode, { description: 'The tree of agents; absent when there is only one' })),
    inputs: Type.Optional(Type.Array(Input, { description: 'What was read' })),
    problems: Type.Optional(Type.Array(Problem, { description: 'What was wrong in it' })),
    extra: Type.Optional(fields('What the agent says of the session and no field holds')),
  },
  { description: 'Timing, environment and origin of the session' },
);

export const Submitter = Type.Object(
  {
    keyId: text('Public id of the submission key'),
    pseudonym: text('Stable hash that groups submissions of one person'),
    identityLinked: flag('The submitter chose to be known'),
    hub: Type.Optional(text('Hub that the key belongs to')),
  },
  { description: 'Who shared it: pseudonymous, key-derived; never raw personal data' },
);

export const Redaction = Type.Object(
  {
    field: text('Path of the field within the event, such as tool.output'),
    ruleId: text('Rule that found it'),
    type: text('secret, pii, or another kind'),
    placeholder: text('What stands in its place'),
    start: Type.Optional(count('Where the placeholder begins in the redacted text, in UTF-16 units')),
    end: Type.Optional(count('Where it ends')),
    key: Type.Optional(flag('It stands in the name of the field, not in its value')),
    encoding: Type.Optional(text('base64: the value is encoded, and start and end are places of what it encodes')),
  },
  { description: 'One thing that was removed' },
);

export const Privacy = Type.Object(
  {
    profile: name('Profile that was applied; none when nothing was'),
    redactionApplied: flag('Secrets and personal data were removed'),
    anonymizationApplied: flag('Names and paths were replaced'),
    rulesApplied: texts('Ids of the rules that ran'),
    redactionCount: count('How many things were removed'),
    contentPolicy: Type.Optional(
      Type.Object(
        {
          includeFileContents: Type.Optional(flag('Contents of files are included')),
          toolOutput: Type.Optional(text('full, truncated, metadata-only or none')),
          reasoning: Type.Optional(flag('Reasoning is included')),
          images: Type.Optional(flag('Pictures are included')),
        },
        { description: 'What kinds of content are included' },
      ),
    ),
    redactions: Type.Optional(Type.Array(Redaction, { description: 'What was removed outside events' })),
  },
  { description: 'Receipt of what redaction and anonymisation did' },
);

export const Tokens = Type.Object(
  {
    input: count('All input, cache reads and writes included'),
    output: count('All output, reasoning included'),
    cacheRead: Type.Optional(count('Input read from a cache')),
    cacheWrite: Type.Optional(count('Input written to a cache')),
    reasoning: Type.Optional(count('Output spent on reasoning')),
  },
  { description: 'Sums of tokens: the session’s own, or those it inherited when it was forked' },
);

export const ModelCost = Type.Object(
  {
    model: text('Model id as the agent wrote it'),
    matched: Type.Optional(text('Model id, or pattern of the user, of the price that was used')),
    estimated: Type.Optional(flag('The match was not exact')),
    override: Type.Optional(flag('The price is the user’s own')),
    microUsd: Type.Optional(count('Cost in millionths of a US dollar')),
  },
  { description: 'Cost of one model' },
);

export const Cost = Type.Object(
  {
    microUsd: count('Cost in millionths of a US dollar, of all that has a price'),
    priceDate: text('Date of the price snapshot'),
    estimated: flag('Some model was not matched exactly'),
    models: Type.Array(ModelCost, { description: 'Cost by model' }),
    unpriced: texts('Models that used tokens and have no price'),
  },
  { description: 'Token sums times price, rounded once' },
);

export const Metrics = Type.Object(
  {
    eventCount: count('Events'),
    messageCount: count('Messages of the user and of the agent'),
    toolCallCount: count('Tool calls'),
    durationMs: count('From the first to the last recorded time; inferred times do not count'),
    tokens: Type.Optional(Tokens),
    inheritedTokens: Type.Optional(Tokens),
    promptCount: Type.Optional(count('What people asked the session’s own agent; what was taken back does not count')),
    errorCount: Type.Optional(count('Events of type error, and tool results that failed')),
    unparsedCount: Type.Optional(count('Events of type unparsed')),
    cost: Type.Optional(Cost),
  },
  { description: 'Aggregates for lists and searches' },
);

export const Usage = Type.Object(
  {
    input: count('Input tokens, without those read from or written to a cache'),
    output: count('Output tokens, without reasoning'),
    cacheRead: count('Input tokens read from a cache'),
    cacheWrite5m: count('Input tokens written to a cache that lasts minutes, or does not say'),
    cacheWrite1h: count('Input tokens written to a cache that lasts an hour'),
    reasoning: count('Output tokens spent on reasoning'),
    scope: Type.Optional(
      text(
        'What the numbers cover: response (default); turn or session, which count where no responses are told; remainder: all responses since the last one that are not told themselves',
      ),
    ),
    responseId: Type.Optional(text('Key under which the numbers count once')),
    speed: Type.Optional(text('fast where the model was served faster at a higher price')),
    source: Type.Optional(
      text(
        'Whose response it is, where another agent of the tree tells of it; it counts unless that agent tells it too',
      ),
    ),
    inherited: Type.Optional(flag('Already counted in the session this one was forked from')),
    native: Type.Optional(anything('The provider’s own numbers')),
  },
  { description: 'Disjoint token buckets: no token is in two of them' },
);

export const Tool = Type.Object(
  {
    name: text('Name of the tool, as the agent calls it'),
    callId: Type.Optional(text('Links call and result')),
    kind: Type.Optional(text(`What it does: ${oneOf(TOOL_KINDS)}`)),
    input: Type.Optional(anything('Arguments, parsed')),
    output: Type.Optional(text('What the model was given back')),
    result: Type.Optional(anything('Structured result, as the agent records it')),
    status: Type.Optional(text(oneOf(TOOL_STATUSES))),
    rawStatus: Type.Optional(anything('The agent’s own word for the outcome')),
    exitCode: Type.Optional(Type.Integer({ description: 'Exit code of a command' })),
    stdout: Type.Optional(text('Standard output of a command')),
    stderr: Type.Optional(text('Standard error of a command')),
    durationMs: Type.Optional(Type.Number({ minimum: 0, description: 'How long it took' })),
    server: Type.Optional(text('MCP server it belongs to')),
  },
  { description: 'A tool’s call or result' },
);

export const ToolDefinition = Type.Object(
  {
    hash: text('Says which definition it is: name, description and schema together'),
    name: text('Name of the tool'),
    description: Type.Optional(text('What the model is told about it')),
    schema: Type.Optional(anything('JSON Schema of its arguments')),
    server: Type.Optional(text('MCP server it belongs to')),
    extra: Type.Optional(fields('What else the agent says of it')),
  },
  { description: 'A tool as it is offered to the model; only hash and name where an earlier event has the rest' },
);

export const Part = Type.Object(
  {
    type: text('text, json, file_ref, image, reasoning, status, or another kind'),
    text: Type.Optional(text('text and reasoning: the text')),
    json: Type.Optional(anything('json: the value')),
    path: Type.Optional(text('file_ref: path of the file')),
    action: Type.Optional(text('file_ref: read, write, patch, delete or rename')),
    diff: Type.Optional(text('file_ref: unified diff')),
    mime: Type.Optional(text('image and others: media type')),
    hash: Type.Optional(text('Key in attachments')),
    url: Type.Optional(text('Address of content that is not included')),
    spilled: Type.Optional(flag('The content lies in a side file of the session; hash says which attachment holds it')),
    visibility: Type.Optional(text('reasoning: public or private (encrypted or redacted by the provider)')),
    label: Type.Optional(text('status: what it is about')),
    detail: Type.Optional(text('status: more about it')),
  },
  { description: 'Content beyond plain text, in order' },
);

export const Permission = Type.Object(
  {
    id: text('Id of the request'),
    action: text('What is asked for, such as the command'),
    status: text('requested, accept, accept_for_session or reject'),
    callId: Type.Optional(text('Tool call it is about')),
    by: Type.Optional(text('Who decided: user, config, hook, reviewer, …')),
    at: Type.Optional(time('When it was decided')),
    via: Type.Optional(text('From where: terminal, ide, api, hook, another client, …')),
    reason: Type.Optional(text('Why')),
    options: Type.Optional(texts('Answers that were offered')),
    details: Type.Optional(anything('The rest, as the agent records it')),
  },
  { description: 'A request for permission, and the decision on it' },
);

export const Question = Type.Object(
  {
    id: text('Id of the question'),
    prompt: text('What is asked'),
    options: texts('Answers that were offered; none when any text is'),
    status: text('requested, answered or rejected'),
    response: Type.Optional(text('The answer')),
    by: Type.Optional(text('Who answered: user, config, hook, …')),
    at: Type.Optional(time('When it was answered')),
    via: Type.Optional(text('From where: terminal, ide, api, hook, another client, …')),
    callId: Type.Optional(text('Tool call it came from')),
    details: Type.Optional(anything('The rest, as the agent records it')),
  },
  { description: 'A question of the agent to the user, and its answer' },
);

export const EventError = Type.Object(
  {
    message: text('What went wrong'),
    code: Type.Optional(text('The provider’s or agent’s code')),
    status: Type.Optional(Type.Integer({ description: 'HTTP status' })),
    attempt: Type.Optional(Type.Integer({ description: 'Which attempt failed' })),
    retryInMs: Type.Optional(Type.Number({ description: 'Wait before the next attempt' })),
    willRetry: Type.Optional(flag('The agent tries again')),
    details: Type.Optional(anything('The rest, as the agent records it')),
  },
  { description: 'A failure of the model, the agent or its surroundings' },
);

const merged = Type.Array(
  Type.Object({
    type: text('Record type'),
    id: Type.Optional(text('Record id')),
    input: Type.Optional(text('Key in session.inputs; absent for the input of the event')),
    start: Type.Optional(count('First byte')),
    end: Type.Optional(count('Byte after the last')),
    pointer: Type.Optional(text('JSON pointer, or table and row')),
  }),
  { description: 'Other records that say the same thing, or that added to it' },
);

export const Native = Type.Object(
  {
    type: text('Record type as the agent names it'),
    id: Type.Optional(text('Id of the record')),
    input: Type.Optional(text('Key in session.inputs; absent for the first')),
    start: Type.Optional(count('First byte of the record in its input')),
    end: Type.Optional(count('Byte after the record')),
    pointer: Type.Optional(text('JSON pointer, or table and row, where there are no bytes')),
    synthetic: Type.Optional(flag('Nothing native stands behind the event')),
    merged: Type.Optional(merged),
  },
  { description: 'Where the event comes from' },
);

export const Chunk = Type.Object(
  { offset: count('Where the delta begins in text, in UTF-16 units'), time: Type.Optional(time('When it came')) },
  { description: 'One streaming delta' },
);

export const Pricing = Type.Object(
  {
    model: text('Model id, or pattern of the user, of the price that was used'),
    date: text('Date of the price snapshot'),
    estimated: Type.Optional(flag('The match was not exact')),
    override: Type.Optional(flag('The price is the user’s own')),
  },
  { description: 'Which price gave the cost' },
);

export const Event = Type.Object(
  {
    id: name('Stable and unique in the session; never derived from order or time'),
    seq: ordinal('Order in this document, without gaps'),
    timestamp: time('When it happened; see timestampSource'),
    type: name(oneOf([...BASE_EVENT_TYPES, ...ADDED_EVENT_TYPES])),
    role: Type.Optional(text(`Whose it is: ${oneOf(ROLES)}`)),
    text: Type.Optional(text('Content for people to read')),
    tool: Type.Optional(Tool),
    redactions: Type.Optional(Type.Array(Redaction, { description: 'What was removed from the event' })),
    source: Type.Optional(text('Which agent of the tree: primary, or subagent:<id>[/<id>…]')),
    sourceSeq: Type.Optional(ordinal('Order in its source, without gaps')),
    logSeq: Type.Optional(ordinal('Order in which the archive learnt of it; never changes')),
    turn: Type.Optional(text('Id of the turn')),
    parentId: Type.Optional(text('Id of the event that caused it')),
    audience: Type.Optional(text('model or user, when only one of them saw it')),
    parts: Type.Optional(Type.Array(Part, { description: 'Content beyond plain text, in order' })),
    chunks: Type.Optional(Type.Array(Chunk, { description: 'Streaming deltas that text was made of' })),
    startedAt: Type.Optional(time('When it began, if it took time')),
    completedAt: Type.Optional(time('When it was done')),
    timestampSource: Type.Optional(
      text('previous, session, file or none: where the time was taken from, if not recorded'),
    ),
    model: Type.Optional(text('Model that made it')),
    provider: Type.Optional(text('Provider that served the model, such as anthropic or openrouter')),
    variant: Type.Optional(text('Reasoning effort or another variant of the model')),
    promptHash: Type.Optional(
      text('system events: which system prompt it is; events of a response: which one the model was given'),
    ),
    tools: Type.Optional(Type.Array(ToolDefinition, { description: 'Tools that the model is offered' })),
    toolsHash: Type.Optional(text('Which list of tools it is; events of a response: which one the model was given')),
    usage: Type.Optional(Usage),
    costMicroUsd: Type.Optional(count('Cost of usage in millionths of a US dollar')),
    pricing: Type.Optional(Pricing),
    branch: Type.Optional(text('Id of the abandoned branch of the conversation it is on')),
    hidden: Type.Optional(
      Type.Object(
        { by: text('What hid it: compaction, edit, …'), reason: Type.Optional(text('Why')) },
        { description: 'The model no longer sees it' },
      ),
    ),
    withdrawn: Type.Optional(flag('The agent removed it later')),
    phase: Type.Optional(text('turn and session events: started, ended, …')),
    permission: Type.Optional(Permission),
    question: Type.Optional(Question),
    error: Type.Optional(EventError),
    session: Type.Optional(fields('session events: what changed')),
    status: Type.Optional(
      Type.Object(
        { label: text('What is going on'), detail: Type.Optional(text('More about it')) },
        { description: 'status events: a notice of progress or state' },
      ),
    ),
    raw: Type.Optional(anything('unparsed events: the original record')),
    native: Type.Optional(Native),
    extra: Type.Optional(fields('Native fields that no other field holds')),
  },
  { description: 'One thing that happened' },
);

export const Attachment = Type.Object(
  {
    mime: text('Media type'),
    bytes: count('Size'),
    path: Type.Optional(text('Where it lay, if it was a file')),
    data: Type.Optional(text('Content in base64; absent when it is not included')),
  },
  { description: 'Content kept once and referred to by hash' },
);

export const Transcript = Type.Object(
  {
    schemaVersion: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+', description: 'Version of this format' }),
    transcriptId: name('UUID of the transcript, kept as it grows; other writers may use other ids'),
    source: Source,
    session: Session,
    submitter: Type.Union([Submitter, Type.Null()], { description: 'Who shared it; null when nobody did' }),
    privacy: Privacy,
    metrics: Metrics,
    attachments: Type.Optional(
      Type.Object({}, { additionalProperties: Attachment, description: 'Hash to attachment; parts refer to it' }),
    ),
    events: Type.Array(Event, { description: 'What happened, in order' }),
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
export type Git = Type.Static<typeof Git>;
export type CommitLink = Type.Static<typeof CommitLink>;
export type WrittenRange = Type.Static<typeof WrittenRange>;
export type LineAttribution = Type.Static<typeof LineAttribution>;
export type RunReference = Type.Static<typeof RunReference>;
export type Submitter = Type.Static<typeof Submitter>;
export type ToolDefinition = Type.Static<typeof ToolDefinition> & { extra?: Record<string, unknown> };
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
export type Pricing = Type.Static<typeof Pricing>;
export type Chunk = Type.Static<typeof Chunk>;
export type Redaction = Type.Static<typeof Redaction>;
export type Event = Omit<Type.Static<typeof Event>, 'tools'> & {
  tools?: ToolDefinition[];
  extra?: Record<string, unknown>;
  session?: Record<string, unknown>;
};
export type ToolKind = (typeof TOOL_KINDS)[number];
export type ToolStatus = (typeof TOOL_STATUSES)[number];
