/** Messages as the model saw them: the CLI's `context.jsonl`, read where there is no wire, and Kimi Code's `stream-json`. */
import { type Briefing, newBriefing, promptFields } from '../../reading/briefing.ts';
import { readChatMessage } from '../../reading/chat-messages.ts';
import { addNote, beginConversation, type ConversationState, conversationOf } from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { type Json, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import { wired } from '../../reading/wire/wired.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { exitCodeIn, TOOLS } from './native.ts';

interface ContextState extends ConversationState {
  briefing: Briefing;
}

export const cliContext: LogDialect<ContextState> = {
  id: 'cli-context',
  kind: 'log',
  live: false,
  detect: detectContext,
  begin: () => ({ ...beginConversation(), briefing: newBriefing() }),
  read,
};

export const streamJson: LogDialect<ContextState> = wired({
  ...cliContext,
  id: 'stream-json',
  live: true,
  ownIds: 'texts',
  detect: ({ records }) => (records[0]?.['role'] === 'meta' && records.every(hasRole) ? 0.95 : 0),
});

const MARKS: ReadonlySet<unknown> = new Set(['_system_prompt', '_checkpoint', '_usage']);
const hasRole = ({ role }: Readonly<Json>) => typeof role === 'string';

function detectContext({ records }: Head): number {
  if (records.length === 0 || !records.every(hasRole)) return 0;
  return records.some(({ role }) => MARKS.has(role)) ? 0.95 : 0;
}

function read(state: ContextState, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  const role = stringOf(value['role']);
  if (role === undefined) return;
  const frame = conversationOf(TOOLS, state, record, out, { type: role });
  if (role === '_system_prompt') addEvent(frame, promptFields(out, state.briefing, stringOf(value['content']) ?? ''));
  else if (MARKS.has(role)) addNote(frame, role, restOf(value, new Set(['role'])));
  else if (role === 'meta') readMeta(frame, value);
  else readChatMessage(frame, value, { outcome });
}

/** What the stream tells of itself: its version, failures, and at the end the session. */
function readMeta(frame: Parameters<typeof addNote>[0], value: Json): void {
  const message = stringOf(value['error_message']);
  const details = restOf(value, new Set(['role']));
  const [nativeId, agentVersion] = [wordOf(value['session_id']), wordOf(value['version'])];
  if (nativeId) frame.out.session({ nativeId });
  if (agentVersion) frame.out.session({ agentVersion });
  if (message) addEvent(frame, { type: 'error', error: { message, details } });
  else addNote(frame, stringOf(value['type']) ?? 'meta', details);
}

function outcome(output: string): { status: string; exitCode?: number } {
  const exitCode = exitCodeIn(output);
  const isFailed = (exitCode ?? 0) !== 0 || output.startsWith('<system>ERROR');
  return { status: isFailed ? 'error' : 'ok', exitCode };
}
