/** One message of a conversation. The field names are those of the entries format. */

export type TranscriptRole = 'system' | 'user' | 'assistant' | 'tool';

/** What an entry is made from; what is left out has a default. */
export interface TranscriptEntryFields {
  role: TranscriptRole;
  content: string;
  created_at?: string | Date;
  tool_name?: string | null;
  tool_call_id?: string | null;
  tool_input?: Record<string, unknown> | null;
  metadata?: Record<string, unknown> | null;
  entry_id?: string;
  source?: string;
  sequence?: number;
}

export class TranscriptEntry {
  static readonly sliceName = 'hansard.capture.TranscriptEntry';

  /** Who produced it: system, user, assistant or tool. */
  readonly role: TranscriptRole;
  /** The words; for a call its arguments as JSON, for a result its output. */
  readonly content: string;
  /** When it was recorded; RFC 3339. */
  readonly created_at: string;
  readonly tool_name: string | null;
  readonly tool_call_id: string | null;
  /** Calls: the structured arguments. */
  readonly tool_input: Readonly<Record<string, unknown>> | null;
  /** Model, tokens, thread and the like. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly entry_id: string;
  /** `primary`, or `subagent:<id>` at any depth. */
  readonly source: string;
  /** Number within the source, from 0. */
  readonly sequence: number;

  /** `own`: nobody else has `tool_input` and `metadata`, so that they need not be copied. */
  constructor(fields: TranscriptEntryFields, own = false) {
    const { created_at: at } = fields;
    this.role = fields.role;
    this.content = fields.content;
    this.created_at = typeof at === 'string' ? at : (at ?? new Date()).toISOString();
    this.tool_name = fields.tool_name ?? null;
    this.tool_call_id = fields.tool_call_id ?? null;
    this.tool_input = own ? freeze(fields.tool_input ?? null) : frozen(fields.tool_input ?? null);
    this.metadata = own ? freeze(fields.metadata ?? null) : frozen(fields.metadata ?? null);
    this.entry_id = fields.entry_id ?? crypto.randomUUID();
    this.source = fields.source ?? 'primary';
    this.sequence = fields.sequence ?? 0;
    Object.freeze(this);
  }

  static fromJSON(value: Readonly<Record<string, unknown>>): TranscriptEntry {
    return new TranscriptEntry(value as unknown as TranscriptEntryFields);
  }
}

const MAX_DEPTH = 200;

/** Frozen as it is, to its depth. */
function freeze<T>(value: T, depth = 0): T {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH || Object.isFrozen(value)) return value;
  for (const name in value) {
    const item: unknown = value[name];
    if (typeof item === 'object' && item !== null) freeze(item, depth + 1);
  }
  return Object.freeze(value);
}

/** A frozen copy: what the program does with its own object later changes nothing. */
function frozen<T>(value: T, depth = 0): T {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  // What is frozen to its depth was made here.
  if (Object.isFrozen(value)) return value;
  const copy = Array.isArray(value)
    ? value.map((item) => frozen(item, depth + 1))
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, frozen(item, depth + 1)]));
  return Object.freeze(copy) as T;
}
