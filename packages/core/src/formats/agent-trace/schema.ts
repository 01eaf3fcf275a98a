/** The published JSON Schema of one record: one line of a file. */
import Type from 'typebox';
import { publishedSchema } from '../published-schema.ts';
import { AGENT_TRACE_VERSION } from './write.ts';

const text = (description: string) => Type.String({ description });
const line = (description: string) => Type.Integer({ minimum: 1, description });

const Range = Type.Object(
  {
    start_line: line('First line, in the revision or at the time of the edit'),
    end_line: line('Last line'),
    content_hash: Type.String({ pattern: '^murmur3:', description: 'Hash of the text' }),
  },
  { description: 'Lines that were written' },
);

const Conversation = Type.Object(
  {
    url: Type.Optional(text('The transcript')),
    contributor: Type.Object(
      {
        type: Type.Enum(['ai', 'mixed'], { description: 'mixed: somebody changed the lines afterwards' }),
        model_id: Type.Optional(Type.String({ maxLength: 250, description: 'provider/model' })),
      },
      { description: 'Who wrote them' },
    ),
    ranges: Type.Array(Range, { description: 'Where its place is known' }),
  },
  { description: 'What one model wrote into a file' },
);

export function agentTraceSchema(): Record<string, unknown> {
  return publishedSchema({
    id: `urn:hansard:schema:agent-trace:${AGENT_TRACE_VERSION}`,
    title: 'AgentTrace',
    remark: 'A file holds one a line.',
    schema: Type.Object(
      {
        version: Type.Literal(AGENT_TRACE_VERSION),
        id: Type.String({ format: 'uuid', description: 'The record' }),
        timestamp: text('End of the session, RFC 3339 in UTC'),
        vcs: Type.Optional(
          Type.Object({
            type: Type.Enum(['git', 'jj'], { description: 'git or jj' }),
            revision: text('Commit that line numbers are of; else the one at the start of the session'),
          }),
        ),
        tool: Type.Object({ name: text('Agent'), version: text('Its version') }),
        files: Type.Array(Type.Object({ path: text('Path of the file'), conversations: Type.Array(Conversation) }), {
          description: 'Files that were changed',
        }),
        metadata: Type.Optional(Type.Object({ session_id: text('The agent’s own id of the session') })),
      },
      { description: 'Which lines the agents of a session wrote' },
    ),
    parts: { Range, Conversation },
  });
}
