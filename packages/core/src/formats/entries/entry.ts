/**
 * One message of a conversation as people read it: a flat view of a transcript event. The field names are those
 * of the format, which is why they are in snake case.
 */
export type EntryRole = 'system' | 'user' | 'assistant' | 'tool';

export interface TranscriptEntry {
  role: EntryRole;
  /** The words; for a call its arguments as JSON, for a result its output. */
  content: string;
  /** RFC 3339. */
  created_at: string;
  /** Calls and results: the tool. */
  tool_name: string | null;
  tool_call_id: string | null;
  /** Calls only: the structured arguments. */
  tool_input: Record<string, unknown> | null;
  /** The event's other fields, by their names in the transcript. */
  metadata: Record<string, unknown> | null;
  entry_id: string;
  /** `primary`, or `subagent:<id>` at any depth. */
  source: string;
  /** Number within the source, from 0. */
  sequence: number;
}
