/** Where a transcript comes from, and the session that it tells of. */
import Type from 'typebox';
import { EXECUTION_CONTEXTS } from '../vocabulary.ts';
import { anything, count, fields, name, oneOf, ordinal, text, textOrNull, texts, time } from './fields.ts';
import { Git, Repo } from './git.ts';

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

export const Environment = Type.Object(
  {
    os: Type.Optional(textOrNull('Operating system, such as linux or darwin')),
    shell: Type.Optional(textOrNull('Shell of the user')),
    cwd: Type.Optional(textOrNull('Working folder at the start of the session')),
    repo: Type.Optional(Type.Union([Repo, Type.Null()], { description: 'The repository around the working folder' })),
  },
  { description: 'Where the session ran, as far as the log says' },
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

export type Source = Type.Static<typeof Source>;
export type Environment = Type.Static<typeof Environment>;
export type Lineage = Type.Static<typeof Lineage>;
export type Problem = Type.Static<typeof Problem>;
export type Input = Type.Static<typeof Input>;
export type AgentNode = Type.Static<typeof AgentNode>;
export type RunReference = Type.Static<typeof RunReference>;
export type Session = Type.Static<typeof Session> & { extra?: Record<string, unknown> };
