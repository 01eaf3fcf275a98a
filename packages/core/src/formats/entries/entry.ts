/**
 * One message of a conversation as people read it: a flat view of a transcript event. The field names are those
 * of the format, which is why they are in snake case. These objects are the published schema
 * (`schema/entries.schema.json`), the types and the check at once.
 */
import Type from 'typebox';
import { ENTRY_ROLES, type EntryRole } from './roles.ts';

const textOrNull = (description: string) => Type.Optional(Type.Union([Type.String(), Type.Null()], { description }));
const fieldsOrNull = (description: string) =>
  Type.Optional(Type.Union([Type.Object({}, { additionalProperties: Type.Unknown() }), Type.Null()], { description }));

export const TranscriptEntry = Type.Object(
  {
    role: Type.Union(
      ENTRY_ROLES.map((role) => Type.Literal(role)),
      { description: 'Who produced it' },
    ),
    content: Type.String({ description: 'The words; for a call its arguments as JSON, for a result its output' }),
    created_at: Type.String({ minLength: 1, description: 'When; RFC 3339' }),
    tool_name: textOrNull('Calls and results: the tool'),
    tool_call_id: textOrNull('Calls and results: links them'),
    tool_input: fieldsOrNull('Calls only: the structured arguments'),
    metadata: fieldsOrNull('The other fields of the event, by their names in the transcript'),
    entry_id: Type.Optional(Type.String({ minLength: 1, description: 'UUID of the entry' })),
    source: Type.Optional(Type.String({ description: 'primary (default), or subagent:<id> at any depth' })),
    sequence: Type.Optional(Type.Integer({ minimum: 0, description: 'Number within the source, from 0' })),
  },
  { description: 'One message of a conversation' },
);

/** As it is written: with every field. */
export interface TranscriptEntry {
  role: EntryRole;
  content: string;
  created_at: string;
  tool_name: string | null;
  tool_call_id: string | null;
  tool_input: Record<string, unknown> | null;
  metadata: Record<string, unknown> | null;
  entry_id: string;
  source: string;
  sequence: number;
}

/** As others may write it: with what has a default left out. */
export type LooseEntry = Pick<TranscriptEntry, 'role' | 'content' | 'created_at'> & Partial<TranscriptEntry>;
