/** The published JSON Schema of one conversation: one line of a file. */
import Type from 'typebox';
import { publishedSchema } from '../published-schema.ts';

const text = (description: string) => Type.String({ description });

const ToolCall = Type.Object(
  {
    id: text('Links it to its result'),
    type: Type.Literal('function'),
    function: Type.Object(
      { name: text('Name of the tool'), arguments: text('Arguments, as JSON text of an object') },
      { description: 'What is called' },
    ),
  },
  { description: 'A call of a tool' },
);

const ContentPart = Type.Union(
  [
    Type.Object({ type: Type.Literal('text'), text: text('Words') }),
    Type.Object({
      type: Type.Literal('image_url'),
      image_url: Type.Object({ url: text('Address, or the image itself as a data URL') }),
    }),
  ],
  { description: 'A part of what was said' },
);

const said = (role: 'system' | 'user') =>
  Type.Object({
    role: Type.Literal(role),
    content: Type.Union([Type.String(), Type.Array(ContentPart)], { description: 'What was said' }),
  });

const Message = Type.Union(
  [
    said('system'),
    said('user'),
    Type.Object({
      role: Type.Literal('assistant'),
      content: Type.Union([Type.String(), Type.Null()], {
        description: 'What was said; null when only tools were called',
      }),
      reasoning_content: Type.Optional(text('Thoughts; when asked for')),
      tool_calls: Type.Optional(Type.Array(ToolCall, { minItems: 1, description: 'Calls of tools' })),
    }),
    Type.Object({ role: Type.Literal('tool'), tool_call_id: text('Which call'), content: text('What came back') }),
  ],
  { description: 'One message' },
);

export function openAiMessagesSchema(): Record<string, unknown> {
  return publishedSchema({
    id: 'urn:hansard:schema:openai-messages:1',
    title: 'ChatMessages',
    remark: 'A file holds one a line.',
    schema: Type.Object(
      { messages: Type.Array(Message, { description: 'In order; each call is followed by its result' }) },
      { description: 'The conversation of one agent, as OpenAI’s chat completions take it' },
    ),
    parts: { ToolCall, ContentPart, Message },
  });
}
