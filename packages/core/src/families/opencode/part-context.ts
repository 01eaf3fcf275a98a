/** What the readers of parts share. */
import type { EventDraft, NativeRecord, Output } from '../../adapters/contract.ts';
import { readTime } from '../../reading/time.ts';
import { type Json, objectOf, stringOf } from './native.ts';
import type { MessageState, ReadingState } from './state.ts';
import type { ToolKinds } from './tools.ts';

/** What is known of a part beside what is in it. */
export interface PartOrigin {
  readonly tools: ToolKinds;
  /** Time of the row or event. */
  readonly time?: unknown;
  /** Found only in the event log: the agent has removed it since. */
  readonly removed?: boolean;
}

export interface PartContext {
  readonly state: ReadingState;
  readonly part: Json;
  readonly id: string;
  readonly message: MessageState;
  readonly messageId: string;
  readonly record: NativeRecord;
  readonly out: Output;
  readonly tools: ToolKinds;
  /** Time of the row or event, for parts that have none of their own. */
  readonly created?: string;
}

/** What every event of a part begins with. */
export function draft(context: PartContext, type: string): EventDraft {
  const { part, id, message, record, created } = context;
  const time = objectOf(part['time']);
  return {
    id,
    type,
    turn: message.turn,
    timestamp: readTime(time['start']) ?? readTime(time['created']) ?? created,
    completedAt: readTime(time['end']),
    native: record.native(`part/${part['type']}`, stringOf(part['id'])),
  };
}
