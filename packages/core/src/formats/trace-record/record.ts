/**
 * The trace record, version 0.3.0: one session of an agent on one line, in steps of one model call each. The TypeBox
 * objects are schema, types and validator at once, and their defaults and number types are those of the original, over
 * which its hash is taken. Field names are those of the format, which is why they are in snake case.
 */
import Type, { type TSchema } from 'typebox';

export const RECORD_VERSION = '0.3.0';

const text = (description: string) => Type.String({ description });
const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { default: null, description }));
const textOrNull = (description: string) => orNull(Type.String(), description);
const countOf = (description: string) => Type.Optional(Type.Integer({ default: 0, description }));
const integerOrNull = (description: string) => orNull(Type.Integer(), description);
const flag = (value: boolean, description: string) => Type.Optional(Type.Boolean({ default: value, description }));
const listOf = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Optional(Type.Array(schema, { default: [], description }));
const block = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema);
const oneOf = <Values extends readonly string[]>(values: Values) => Type.Enum([...values] as [...Values]);
const anyFields = Type.Object({}, { additionalProperties: Type.Unknown() });
const words = Type.Object({}, { additionalProperties: Type.String() });

export const Task = Type.Object(
  {
    description: textOrNull('What was asked: the beginning of the first prompt'),
    source: textOrNull('Where the task came from: user_prompt, cli_arg, skill, …'),
    repository: textOrNull('owner/name'),
    repository_url: textOrNull('Address of the remote'),
    base_commit: textOrNull('Commit at the start'),
  },
  { description: 'The task' },
);

export const Agent = Type.Object(
  {
    name: text('Name of the agent'),
    version: textOrNull('Its version'),
    model: textOrNull('Its model, as provider/model'),
  },
  { description: 'The agent' },
);

export const Vcs = Type.Object(
  {
    type: Type.Optional(Type.Enum(['git', 'none'], { default: 'none', description: 'git or none' })),
    base_commit: textOrNull('Commit at the start'),
    branch: textOrNull('Branch at the start'),
    diff: textOrNull('From the commit at the start to the last one of the session, as a unified diff'),
  },
  { description: 'Version control' },
);

export const Environment = Type.Object(
  {
    os: textOrNull('Operating system'),
    shell: textOrNull('Shell of the user'),
    vcs: block(Vcs),
    language_ecosystem: listOf(Type.String(), 'Languages of the files that were changed'),
  },
  { description: 'Where the session ran' },
);

export const ToolCall = Type.Object(
  {
    tool_call_id: text('Id of the call'),
    tool_name: text('Name of the tool'),
    input: Type.Optional(
      Type.Object({}, { additionalProperties: Type.Unknown(), default: {}, description: 'Arguments' }),
    ),
    duration_ms: integerOrNull('How long it took'),
  },
  { description: 'A call of a tool' },
);

export const Observation = Type.Object(
  {
    source_call_id: text('Id of the call it answers'),
    content: textOrNull('What came back'),
    output_summary: textOrNull('Its beginning'),
    error: textOrNull('no_result, tool_error, exit_code:N, interrupted, denied, timeout; null when it went well'),
  },
  { description: 'The result of a call' },
);

export const Snippet = Type.Object(
  {
    file_path: text('Path of the file'),
    start_line: integerOrNull('First line'),
    end_line: integerOrNull('Last line'),
    language: textOrNull('Language, by the name of the file'),
    text: textOrNull('The code'),
    source_step: integerOrNull('Step that made it'),
  },
  { description: 'Code that a step wrote' },
);

export const TokenUsage = Type.Object(
  {
    input_tokens: countOf('All input, cache reads and writes included'),
    output_tokens: countOf('All output, reasoning included'),
    cache_read_tokens: countOf('Input read from a cache'),
    cache_write_tokens: countOf('Input written to a cache'),
    prefix_reuse_tokens: countOf('Input shared with earlier steps, if measured'),
  },
  { description: 'Tokens of a step' },
);

export const Step = Type.Object(
  {
    step_index: Type.Integer({ description: 'Number of the step' }),
    role: Type.Enum(['system', 'user', 'agent'], { description: 'system, user or agent' }),
    content: textOrNull('What was said'),
    reasoning_content: textOrNull('What the model thought'),
    model: textOrNull('Model, as provider/model'),
    system_prompt_hash: textOrNull('Key in system_prompts'),
    agent_role: textOrNull('main, or the role of a subagent'),
    parent_step: integerOrNull('Step that started the subagent'),
    call_type: orNull(oneOf(['main', 'subagent', 'warmup']), 'main, subagent or warmup'),
    subagent_trajectory_ref: textOrNull('Id of the subagent'),
    tools_available: listOf(Type.String(), 'Names of tools'),
    tool_calls: listOf(ToolCall, 'Calls, in order'),
    observations: listOf(Observation, 'Their results'),
    snippets: listOf(Snippet, 'Code that was written'),
    token_usage: block(TokenUsage),
    timestamp: textOrNull('When it began'),
  },
  { description: 'One message, or one call of the model with its tool calls and their results' },
);

export const Outcome = Type.Object(
  {
    success: orNull(Type.Boolean(), 'Whether the task was done, if that is known'),
    signal_source: Type.Optional(Type.String({ default: 'deterministic', description: 'What the outcome rests on' })),
    signal_confidence: Type.Optional(
      Type.Enum(['derived', 'inferred', 'annotated'], {
        default: 'derived',
        description: 'derived, inferred or annotated',
      }),
    ),
    description: textOrNull('The outcome in words'),
    patch: textOrNull('What its commits changed in the files that it wrote in, as a unified diff'),
    committed: flag(false, 'What the session wrote is committed'),
    commit_sha: textOrNull('Its last commit, in full where history shows it'),
    terminal_state: orNull(
      oneOf(['goal_reached', 'interrupted', 'error', 'abandoned']),
      'goal_reached, interrupted, error or abandoned',
    ),
    reward: orNull(Type.Number(), 'Reward of an evaluator'),
    reward_source: textOrNull('rl_environment, judge, human_annotation or orchestrator'),
  },
  { description: 'How it ended' },
);

export const AttributionRange = Type.Object(
  {
    start_line: Type.Integer({ description: 'First line, from 1' }),
    end_line: Type.Integer({ description: 'Last line' }),
    content_hash: textOrNull('murmur3: and the hash of the lines'),
    confidence: orNull(oneOf(['high', 'medium', 'low']), 'high, medium or low'),
    change_type: Type.Optional(
      Type.Enum(['addition', 'modification', 'deletion'], {
        default: 'addition',
        description: 'addition, modification or deletion',
      }),
    ),
    original: orNull(anyFields, 'The range before something else rewrote it'),
    contributor: orNull(words, 'Who wrote it, if not the conversation'),
  },
  { description: 'Lines' },
);

export const AttributionConversation = Type.Object(
  {
    contributor: Type.Optional(
      Type.Object({}, { additionalProperties: Type.String(), default: {}, description: 'type and model_id' }),
    ),
    url: textOrNull('opentraces://TRACE/step_N'),
    ids: orNull(
      Type.Object({}, { additionalProperties: Type.Union([Type.String(), Type.Array(Type.String())]) }),
      'Ids at the provider',
    ),
    related: orNull(Type.Array(words), 'Links: type and url'),
    ranges: listOf(AttributionRange, 'What it wrote'),
  },
  { description: 'What one step wrote in a file' },
);

export const AttributionFile = Type.Object(
  {
    path: text('Path of the file'),
    conversations: listOf(AttributionConversation, 'Who wrote in it'),
  },
  { description: 'A file' },
);

export const Attribution = Type.Object(
  {
    experimental: flag(true, 'Some range is uncertain'),
    revision: orNull(words, 'vcs_type and revision it is pinned to'),
    files: listOf(AttributionFile, 'Files the agent wrote in'),
    unaccounted_files: orNull(Type.Array(Type.String()), 'Changed files that no call explains'),
  },
  { description: 'Which lines the agent wrote' },
);

export const GitLink = Type.Object(
  {
    vcs_type: Type.Optional(Type.Enum(['git', 'jj'], { default: 'git', description: 'git or jj' })),
    revision: text('Commit or change'),
    repo_url: textOrNull('Address of the repository'),
    branch: textOrNull('Branch'),
    tier: Type.Enum(['tool_emitted', 'tool_emitted_with_divergence', 'overlapping', 'orphan'], {
      description: 'How good the evidence is',
    }),
    commit_reachable: orNull(Type.Boolean(), 'The commit is still in the history'),
    content_alive: orNull(Type.Boolean(), 'What was written is still there'),
  },
  { description: 'A commit the session led to' },
);

export const Metrics = Type.Object(
  {
    total_steps: countOf('Steps'),
    total_input_tokens: countOf('All input, cache reads and writes included'),
    total_output_tokens: countOf('All output, reasoning included'),
    total_cache_read_tokens: countOf('Input read from a cache'),
    total_cache_creation_tokens: countOf('Input written to a cache'),
    total_duration_s: orNull(Type.Number(), 'From the first to the last recorded time, in seconds'),
    cache_hit_rate: orNull(Type.Number({ minimum: 0, maximum: 1 }), 'Cache reads by all input; null without input'),
    estimated_cost_usd: orNull(Type.Number(), 'Cost in US dollars'),
  },
  { description: 'Totals' },
);

export const Security = Type.Object(
  {
    scanned: flag(false, 'It was searched for secrets and personal data'),
    flags_reviewed: countOf('Findings that somebody looked at'),
    redactions_applied: countOf('Things that were removed'),
    classifier_version: textOrNull('Version of what searched it'),
  },
  { description: 'What was done for privacy' },
);

export const TraceRecord = Type.Object(
  {
    schema_version: Type.Optional(Type.String({ default: RECORD_VERSION, description: 'Version of the format' })),
    trace_id: text('Id of the record'),
    session_id: text('The agent’s id of the session'),
    content_hash: textOrNull('SHA-256 of the record without this and trace_id'),
    timestamp_start: textOrNull('Start of the session'),
    timestamp_end: textOrNull('End of the session'),
    execution_context: orNull(
      oneOf(['devtime', 'runtime']),
      'devtime: code is written; runtime: something is operated',
    ),
    task: block(Task),
    agent: Agent,
    environment: block(Environment),
    system_prompts: Type.Optional(
      Type.Object({}, { additionalProperties: Type.String(), default: {}, description: 'Hash to system prompt' }),
    ),
    tool_definitions: listOf(anyFields, 'Tools the agent had'),
    steps: listOf(Step, 'What happened'),
    outcome: block(Outcome),
    dependencies: listOf(Type.String(), 'Packages that were installed'),
    metrics: block(Metrics),
    security: block(Security),
    attribution: orNull(Attribution, 'Which lines the agent wrote'),
    lifecycle: Type.Optional(
      Type.Enum(['provisional', 'final'], {
        default: 'provisional',
        description: 'final when it is tied to a commit',
      }),
    ),
    generation_index: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: 'Raised when a shared session has changed' }),
    ),
    git_links: listOf(GitLink, 'Commits the session led to'),
    metadata: Type.Optional(
      Type.Object({}, { additionalProperties: Type.Unknown(), default: {}, description: 'Anything else' }),
    ),
  },
  { description: 'One session of an agent' },
);
