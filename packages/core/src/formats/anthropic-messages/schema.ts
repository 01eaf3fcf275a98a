/** The published JSON Schema of one conversation: one line of a file. */
import Type from 'typebox';
import { publishedSchema } from '../published-schema.ts';

const text = (description: string) => Type.String({ description });

const TextBlock = Type.Object(
  { type: Type.Literal('text'), text: Type.String({ minLength: 1, description: 'Words' }) },
  { description: 'Text' },
);

const ImageBlock = Type.Object(
  {
    type: Type.Literal('image'),
    source: Type.Union([
      Type.Object({ type: Type.Literal('base64'), media_type: text('MIME type'), data: text('Base64') }),
      Type.Object({ type: Type.Literal('url'), url: text('Address') }),
    ]),
  },
  { description: 'An image' },
);

const ContentBlock = Type.Union(
  [
    TextBlock,
    ImageBlock,
    Type.Object({ type: Type.Literal('thinking'), thinking: text('Thoughts; when asked for') }),
    Type.Object({
      type: Type.Literal('tool_use'),
      id: text('Links it to its result'),
      name: text('Name of the tool'),
      input: Type.Record(Type.String(), Type.Unknown(), { description: 'Arguments' }),
    }),
    Type.Object({
      type: Type.Literal('tool_result'),
      tool_use_id: text('Which call'),
      content: Type.Union([Type.String(), Type.Array(Type.Union([TextBlock, ImageBlock]))], {
        description: 'What came back',
      }),
      is_error: Type.Optional(Type.Literal(true, { description: 'It failed' })),
    }),
  ],
  { description: 'A block of a message' },
);

export function anthropicMessagesSchema(): Record<string, unknown> {
  return publishedSchema({
    id: 'urn:hansard:schema:anthropic-messages:1',
    title: 'Messages',
    remark: 'A file holds one a line.',
    schema: Type.Object(
      {
        system: Type.Optional(text('System prompt')),
        messages: Type.Array(
          Type.Object({
            role: Type.Union([Type.Literal('user'), Type.Literal('assistant')], { description: 'Whose it is' }),
            content: Type.Array(ContentBlock, { minItems: 1, description: 'Blocks; results of tools first' }),
          }),
          { description: 'User and assistant in turn' },
        ),
        model: Type.Optional(text('Model')),
      },
      { description: 'The conversation of one agent, as Anthropic’s messages API takes it' },
    ),
    parts: { TextBlock, ImageBlock, ContentBlock },
  });
}
