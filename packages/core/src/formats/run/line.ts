/** A line of a transcript of a run, as it is written: a message, or a tool call with its result. */
import Type from 'typebox';

const text = (description: string) => Type.String({ description });
const timestamp = text('When, RFC 3339 with Z');

export const MessageLine = Type.Object(
  {
    timestamp,
    role: Type.Enum(['system', 'user', 'assistant'], { description: 'Who speaks: system, user or assistant' }),
    content: text('What is said'),
    type: Type.Optional(text('reasoning: the model’s thoughts; error: what went wrong')),
  },
  { description: 'A message' },
);

export const ToolLine = Type.Object(
  {
    timestamp,
    role: Type.Literal('tool', { description: 'Always tool' }),
    tool_name: text('Name of the tool'),
    tool_input: Type.Object({}, { additionalProperties: Type.Unknown(), description: 'Arguments' }),
    content: Type.Optional(text('Contents that were read')),
    tool_output: Type.Optional(text('What came back; absent when nothing did')),
    tool_call_id: Type.Optional(text('Id of the call')),
    status: Type.Optional(text('How it went, if the exit code does not say it: ok, error, denied, timeout, …')),
    exit_code: Type.Optional(Type.Integer({ description: 'Exit code of a command' })),
    duration_ms: Type.Optional(Type.Integer({ description: 'How long it took' })),
  },
  { description: 'A tool call with its result' },
);

export const TranscriptLine = Type.Union([MessageLine, ToolLine], { description: 'One line of a transcript' });
