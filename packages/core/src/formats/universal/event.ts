/**
 * The universal event stream: TypeBox objects that are the published schema (`schema/universal.schema.json`), the
 * types and the checks at once. Names are those of the format, in snake case. Fields marked “addition” are none of
 * the original's: its consumers ignore them.
 */
import Type from 'typebox';
import { ToolDefinition } from '../../transcript.ts';

const text = (description: string) => Type.String({ description });
const name = (description: string) => Type.String({ minLength: 1, description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const whole = (description: string) => Type.Integer({ description });
const flag = (description: string) => Type.Boolean({ description });
const anything = (description: string) => Type.Unknown({ description });
const oneOf = <T extends string>(values: readonly T[], description: string) =>
  Type.Union(
    values.map((value) => Type.Literal(value)),
    { description },
  ) as unknown as Type.TUnsafe<T>;
/** The original writes null where nothing is known, or leaves the field out. */
const orNull = <T extends Type.TSchema>(schema: T, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }));
const time = (description: string) =>
  Type.String({
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([Zz]|[+-]\\d{2}:\\d{2})$',
    description,
  });

export const ITEM_KINDS = ['message', 'tool_call', 'tool_result', 'system', 'status', 'unknown'] as const;
export const ITEM_ROLES = ['user', 'assistant', 'system', 'tool'] as const;
export const ITEM_STATUSES = ['in_progress', 'completed', 'failed'] as const;
export const FILE_ACTIONS = ['read', 'write', 'patch'] as const;

export const UsageAddition = Type.Object(
  {
    input: count('Input tokens, without those read from or written to a cache'),
    output: count('Output tokens, without reasoning'),
    cache_read: count('Input tokens read from a cache'),
    cache_write_5m: count('Input tokens written to a cache that lasts minutes, or does not say'),
    cache_write_1h: count('Input tokens written to a cache that lasts an hour'),
    reasoning: count('Output tokens spent on reasoning'),
    scope: Type.Optional(text('What the numbers cover: response (default), turn or session')),
    response_id: Type.Optional(text('Key under which the numbers count once')),
    inherited: Type.Optional(flag('Already counted in the session this one was forked from')),
  },
  { description: 'Addition: disjoint token buckets of one model response' },
);

export const ToolAddition = Type.Object(
  {
    kind: Type.Optional(text('What the tool does: shell, read, edit, …')),
    status: Type.Optional(text('ok, error, denied, timeout, running, interrupted or unknown')),
    exit_code: Type.Optional(whole('Exit code of a command')),
    duration_ms: Type.Optional(Type.Number({ description: 'How long it took' })),
    server: Type.Optional(text('MCP server it belongs to')),
    stdout: Type.Optional(text('Standard output of a command')),
    stderr: Type.Optional(text('Standard error of a command')),
  },
  { description: 'Addition: what the content of a call or result does not say' },
);

export const TextPart = Type.Object({ type: Type.Literal('text'), text: text('The text') });
export const JsonPart = Type.Object({ type: Type.Literal('json'), json: anything('The value') });
export const ToolCallPart = Type.Object({
  type: Type.Literal('tool_call'),
  name: text('Name of the tool'),
  arguments: text('Arguments as JSON text'),
  call_id: text('Links call and result'),
});
export const ToolResultPart = Type.Object({
  type: Type.Literal('tool_result'),
  call_id: text('The call'),
  output: text('What came back, as it is'),
  name: Type.Optional(text('Addition: name of the tool')),
});
export const FileRefPart = Type.Object({
  type: Type.Literal('file_ref'),
  path: text('Path of the file; empty when the log does not say'),
  action: oneOf(FILE_ACTIONS, 'What was done'),
  diff: orNull(Type.String(), 'Unified diff'),
  operation: Type.Optional(text('Addition: the action as recorded, when it is none of the three')),
});
export const ImagePart = Type.Object({
  type: Type.Literal('image'),
  path: text('Path, address or hash of the image'),
  mime: orNull(Type.String(), 'Media type'),
  hash: Type.Optional(text('Addition: key in the transcript’s attachments')),
});
export const ReasoningPart = Type.Object({
  type: Type.Literal('reasoning'),
  text: text('What the model thought; empty when the provider keeps it to itself'),
  visibility: oneOf(['public', 'private'], 'private: encrypted or withheld by the provider'),
});
export const StatusPart = Type.Object({
  type: Type.Literal('status'),
  label: text('What is going on'),
  detail: orNull(Type.String(), 'More about it'),
});

export const ContentPart = Type.Union(
  [TextPart, JsonPart, ToolCallPart, ToolResultPart, FileRefPart, ImagePart, ReasoningPart, StatusPart],
  { description: 'One part of an item’s content' },
);

export const UniversalItem = Type.Object(
  {
    item_id: name('Id of the item: that of the transcript’s event'),
    native_item_id: orNull(Type.String(), 'The agent’s own id'),
    parent_id: orNull(Type.String(), 'Item it belongs to: result to call, subagent to the call that spawned it'),
    kind: oneOf(ITEM_KINDS, 'What it is'),
    role: orNull(oneOf(ITEM_ROLES, 'Whose it is'), 'Whose it is'),
    status: oneOf(ITEM_STATUSES, 'How far it is'),
    content: Type.Array(ContentPart, { description: 'Its content, in order' }),
    event_role: Type.Optional(text('Addition: role of the transcript’s event, when it is none of the four')),
    event_type: Type.Optional(text('Addition: type of the transcript’s event, where the kind does not say')),
    phase: Type.Optional(text('Addition: phase of a turn or session event that is told as a status')),
    model: Type.Optional(text('Addition: model that made it')),
    provider: Type.Optional(text('Addition: provider that served the model')),
    variant: Type.Optional(text('Addition: reasoning effort or another variant of the model')),
    prompt_hash: Type.Optional(text('Addition: which system prompt it is, or the model was given')),
    tools: Type.Optional(Type.Array(ToolDefinition, { description: 'Addition: tools that the model is offered' })),
    tools_hash: Type.Optional(text('Addition: which list of tools it is, or the model was given')),
    usage: Type.Optional(UsageAddition),
    cost_micro_usd: Type.Optional(count('Addition: cost of usage in millionths of a US dollar')),
    tool: Type.Optional(ToolAddition),
    audience: Type.Optional(text('Addition: model or user, when only one of them saw it')),
    branch: Type.Optional(text('Addition: abandoned branch of the conversation it is on')),
    hidden_by: Type.Optional(text('Addition: what took it out of the model’s sight')),
    withdrawn: Type.Optional(flag('Addition: the agent removed it later')),
  },
  { description: 'A discrete unit of content' },
);

export const StderrOutput = Type.Object(
  {
    head: orNull(Type.String(), 'The first 20 lines, or all of them'),
    tail: orNull(Type.String(), 'The last 50 lines, when some are left out'),
    truncated: flag('Something is left out'),
    total_lines: orNull(Type.Integer({ minimum: 0 }), 'Lines in all'),
  },
  { description: 'What the agent wrote to standard error' },
);

export const SessionStartedData = Type.Object({ metadata: Type.Optional(anything('What is known of the session')) });
export const SessionEndedData = Type.Object({
  reason: oneOf(['completed', 'error', 'terminated'], 'Why'),
  terminated_by: oneOf(['agent', 'daemon'], 'By whom'),
  message: orNull(Type.String(), 'What went wrong; only with reason error'),
  exit_code: orNull(Type.Integer(), 'Exit code of the process; only with reason error'),
  stderr: Type.Optional(Type.Union([StderrOutput, Type.Null()], { description: 'Only with reason error' })),
  snapshot: Type.Optional(flag('Addition: the session may go on; only this stream of it is closed')),
  metadata: Type.Optional(anything('Addition: what the agent said at the end')),
  model: Type.Optional(text('Addition: model that usage is of')),
  usage: Type.Optional(UsageAddition),
  cost_micro_usd: Type.Optional(count('Addition: cost of usage in millionths of a US dollar')),
});
const turnData = (phase: 'started' | 'ended') =>
  Type.Object({
    phase: Type.Literal(phase),
    turn_id: orNull(Type.String(), 'Id of the turn'),
    metadata: Type.Optional(anything('More about it')),
  });
export const TurnStartedData = turnData('started');
export const TurnEndedData = turnData('ended');
export const ItemData = Type.Object({ item: UniversalItem });
export const ItemDeltaData = Type.Object({
  item_id: name('The item'),
  native_item_id: orNull(Type.String(), 'The agent’s own id of it'),
  delta: text('What is added to its text'),
});
export const PermissionData = Type.Object({
  permission_id: text('Id of the request'),
  action: text('What is asked for'),
  status: oneOf(['requested', 'accept', 'accept_for_session', 'reject'], 'The decision, if there is one'),
  metadata: Type.Optional(anything('More about it')),
});
export const QuestionData = Type.Object({
  question_id: text('Id of the question'),
  prompt: text('What is asked'),
  options: Type.Array(Type.String(), { description: 'Answers that were offered' }),
  status: oneOf(['requested', 'answered', 'rejected'], 'Whether it was answered'),
  response: orNull(Type.String(), 'The answer'),
  metadata: Type.Optional(anything('Addition: more about it')),
});
export const ErrorData = Type.Object({
  message: text('What went wrong'),
  code: orNull(Type.String(), 'The provider’s or agent’s code'),
  details: Type.Optional(anything('The rest')),
  status: Type.Optional(whole('Addition: HTTP status')),
  attempt: Type.Optional(whole('Addition: which attempt failed')),
  retry_in_ms: Type.Optional(Type.Number({ description: 'Addition: wait before the next attempt' })),
  will_retry: Type.Optional(flag('Addition: the agent tries again')),
});
export const UnparsedData = Type.Object({
  error: text('Why it was not understood'),
  location: text('Where it is'),
  raw_hash: orNull(Type.String(), 'SHA-256 of the record as JSON text'),
});

/** Type of event to the shape of its data. */
export const DATA = {
  'session.started': SessionStartedData,
  'session.ended': SessionEndedData,
  'turn.started': TurnStartedData,
  'turn.ended': TurnEndedData,
  'item.started': ItemData,
  'item.delta': ItemDeltaData,
  'item.completed': ItemData,
  'permission.requested': PermissionData,
  'permission.resolved': PermissionData,
  'question.requested': QuestionData,
  'question.resolved': QuestionData,
  error: ErrorData,
  'agent.unparsed': UnparsedData,
} as const;

export type UniversalType = keyof typeof DATA;

export const envelope = <T extends UniversalType>(type: T) =>
  Type.Object({
    event_id: name('Unique'),
    sequence: Type.Integer({ minimum: 1, description: 'From 1, without gaps' }),
    time: time('When it happened'),
    session_id: name('Id of the session: that of the transcript'),
    native_session_id: orNull(Type.String(), 'The agent’s own id of the session'),
    source: oneOf(['agent', 'daemon'], 'daemon: nothing native stands behind it'),
    synthetic: flag('Made to fill a gap'),
    type: Type.Literal(type),
    data: DATA[type],
    raw: Type.Optional(
      anything(
        'When asked for: what the agent wrote, on events that are not synthetic; a list where it wrote several records',
      ),
    ),
    agent_source: Type.Optional(text('Addition: subagent it belongs to; absent for the session’s own agent')),
    transcript: Type.Optional(anything('Addition, when asked for: the transcript’s header, beside the first event')),
    transcript_event: Type.Optional(
      anything('Addition, when asked for: the transcript’s event, whole, beside the first event that it became'),
    ),
  });

export type ContentPart = Type.Static<typeof ContentPart>;
export type UniversalItem = Type.Static<typeof UniversalItem>;
export type StderrOutput = Type.Static<typeof StderrOutput>;
export type UsageAddition = Type.Static<typeof UsageAddition>;
export type ToolAddition = Type.Static<typeof ToolAddition>;
export type UniversalData<T extends UniversalType = UniversalType> = Type.Static<(typeof DATA)[T]>;

/** One event of the stream; `type` says which data it has. */
export type UniversalEvent = {
  [T in UniversalType]: {
    event_id: string;
    sequence: number;
    time: string;
    session_id: string;
    native_session_id?: string | null;
    source: 'agent' | 'daemon';
    synthetic: boolean;
    type: T;
    data: UniversalData<T>;
    raw?: unknown;
    agent_source?: string;
    transcript?: unknown;
    transcript_event?: unknown;
  };
}[UniversalType];
