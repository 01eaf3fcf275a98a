/** The published JSON Schema of one line of a session trace: the header, or a message. */
import Type from 'typebox';
import { publishedSchema } from '../published-schema.ts';

const text = (description: string) => Type.String({ description });
const milliseconds = Type.Optional(Type.Integer({ description: 'When, in milliseconds since 1970' }));

const ToolCall = Type.Object(
  {
    id: text('Links it to its result'),
    function: Type.Object({ name: text('Name of the tool'), arguments: text('Arguments, as JSON text of an object') }),
  },
  { description: 'A call of a tool' },
);

const Header = Type.Object(
  {
    type: Type.Literal('session'),
    harness: text('Agent'),
    id: text('The agent’s own id of the session'),
    name: Type.Optional(text('Title')),
    timestamp: text('Start, RFC 3339'),
    harnessVersion: Type.Optional(text('Version of the agent')),
    cwd: Type.Optional(text('Working folder')),
  },
  { description: 'The first line' },
);

const Message = Type.Object(
  {
    role: Type.Union(
      (['system', 'user', 'assistant', 'tool'] as const).map((role) => Type.Literal(role)),
      { description: 'Whose it is' },
    ),
    content: text('What was said, or came back'),
    reasoningContent: Type.Optional(text('Thoughts')),
    toolCalls: Type.Optional(Type.Array(ToolCall, { description: 'Calls of tools' })),
    toolCallId: Type.Optional(text('Which call it is the result of')),
    timestamp: milliseconds,
    model: Type.Optional(text('Model')),
  },
  { description: 'What somebody said, or a tool gave back' },
);

export function sessionTraceSchema(): Record<string, unknown> {
  return publishedSchema({
    id: 'urn:hansard:schema:session-trace:1',
    title: 'SessionTraceLine',
    remark: 'The header comes first.',
    schema: Type.Union([Header, Type.Object({ type: Type.Literal('message'), message: Message })], {
      description: 'One line of a session in the Session Trace Simple Format',
    }),
    parts: { ToolCall, Header, Message },
  });
}
