/**
 * The Agent Trajectory Interchange Format (ATIF) 1.7 of the Harbor project: TypeBox objects that are the published
 * schema (`schema/atif.schema.json`), the types and the check at once. What the format has no field for is in the
 * `extra` objects that it offers everywhere.
 */
import Type from 'typebox';

export const ATIF_VERSION = 'ATIF-v1.7';

const text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const fields = (description: string) => Type.Object({}, { additionalProperties: Type.Unknown(), description });
/** Null says the same as leaving a field out. */
const maybe = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

export const ContentPart = Type.Object(
  {
    type: Type.Union([Type.Literal('text'), Type.Literal('image')], { description: 'What it is' }),
    text: maybe(text('text: the text')),
    source: maybe(
      Type.Object(
        { media_type: text('Media type'), path: text('Path, address or hash of the image') },
        { description: 'image: where it is' },
      ),
    ),
  },
  { description: 'One part of a message or result' },
);

const content = (description: string) => Type.Union([Type.String(), Type.Array(ContentPart)], { description });

export const Agent = Type.Object(
  {
    name: text('The agent'),
    version: text('Its version'),
    model_name: maybe(text('Model, where a step does not say')),
    tool_definitions: maybe(Type.Array(fields('A tool'), { description: 'Tools it had' })),
    extra: maybe(fields('More about it')),
  },
  { description: 'Who acted' },
);

export const ToolCall = Type.Object(
  {
    tool_call_id: text('Links call and result'),
    function_name: text('The tool'),
    arguments: fields('Its arguments'),
    extra: maybe(fields('More about it')),
  },
  { description: 'A call of a tool' },
);

export const SubagentRef = Type.Object(
  {
    trajectory_id: maybe(text('The trajectory in subagent_trajectories')),
    trajectory_path: maybe(text('File of the trajectory')),
    session_id: maybe(text('Session it belongs to')),
    extra: maybe(fields('More about it')),
  },
  { description: 'A subagent that the call started' },
);

export const ObservationResult = Type.Object(
  {
    source_call_id: maybe(text('The call')),
    content: maybe(content('What came back')),
    subagent_trajectory_ref: maybe(Type.Array(SubagentRef, { description: 'Subagents that the call started' })),
    extra: maybe(fields('More about it')),
  },
  { description: 'One result' },
);

export const Metrics = Type.Object(
  {
    prompt_tokens: maybe(count('All input, cache reads and writes included')),
    completion_tokens: maybe(count('All output, reasoning included')),
    cached_tokens: maybe(count('Input read from a cache: a part of prompt_tokens')),
    cost_usd: maybe(Type.Number({ description: 'Cost in US dollars' })),
    extra: maybe(fields('More numbers')),
  },
  { description: 'Numbers of one response' },
);

export const Step = Type.Object(
  {
    step_id: Type.Integer({ minimum: 1, description: 'From 1, without gaps' }),
    timestamp: maybe(text('ISO 8601')),
    source: Type.Union([Type.Literal('system'), Type.Literal('user'), Type.Literal('agent')], {
      description: 'Whose it is',
    }),
    model_name: maybe(text('Model that made it')),
    reasoning_effort: maybe(Type.Union([Type.String(), Type.Number()], { description: 'How hard it thought' })),
    message: content('What was said; may be empty'),
    reasoning_content: maybe(text('What the model thought')),
    tool_calls: maybe(Type.Array(ToolCall, { description: 'What it called' })),
    observation: maybe(
      Type.Object({ results: Type.Array(ObservationResult) }, { description: 'What the calls gave back' }),
    ),
    metrics: maybe(Metrics),
    is_copied_context: maybe(Type.Boolean({ description: 'It was copied from the session this one was forked from' })),
    llm_call_count: maybe(count('Calls of the model behind it')),
    extra: maybe(fields('More about it')),
  },
  { description: 'What the model said in one go with what its tools answered, or what somebody else said' },
);

export const FinalMetrics = Type.Object(
  {
    total_prompt_tokens: maybe(count('All input, cache reads and writes included')),
    total_completion_tokens: maybe(count('All output, reasoning included')),
    total_cached_tokens: maybe(count('Input read from a cache')),
    total_cost_usd: maybe(Type.Number({ description: 'Cost in US dollars' })),
    total_steps: maybe(count('Steps')),
    extra: maybe(fields('More numbers')),
  },
  { description: 'Sums' },
);

const trajectory = {
  schema_version: Type.String({ pattern: '^ATIF-v1\\.', description: 'Version of the format' }),
  session_id: maybe(text('The run')),
  trajectory_id: maybe(text('This document')),
  agent: Agent,
  steps: Type.Array(Step, { description: 'What happened, in order' }),
  notes: maybe(text('Remarks')),
  final_metrics: maybe(FinalMetrics),
  continued_trajectory_ref: maybe(text('Where it goes on')),
  extra: maybe(fields('More about it')),
};

export const Trajectory = Type.Object(
  {
    ...trajectory,
    subagent_trajectories: maybe(
      Type.Array(Type.Object({}, { additionalProperties: Type.Unknown() }), { description: 'Those of subagents' }),
    ),
  },
  { description: 'One agent’s part of a session, with those of its subagents inside' },
);

export type Trajectory = Omit<Type.Static<typeof Trajectory>, 'subagent_trajectories'> & {
  subagent_trajectories?: Trajectory[] | null;
};
export type Step = Type.Static<typeof Step>;
export type ToolCall = Type.Static<typeof ToolCall>;
export type ObservationResult = Type.Static<typeof ObservationResult>;
export type ContentPart = Type.Static<typeof ContentPart>;
export type Metrics = Type.Static<typeof Metrics>;
