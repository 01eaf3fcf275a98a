/**
 * Session logs: Claude Code's envelope around answers that grow. A record repeats the call at the end of the one before, and
 * results are those of Gemini's tools. Both are brought into Claude Code's form, and nothing is left out.
 */
import { sessionLog as sessionLogOfClaude } from '../../families/claude-code/session-log.ts';
import { beginState, type ReaderState } from '../../families/claude-code/state.ts';
import { isObject, type Json, listOf, objectOf, stringOf, wordOf } from '../../reading/native-values.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';

interface State extends ReaderState {
  /** Calls of the last records: a later one may repeat them. */
  repeated: string[];
}

const MOST = 64;

export const sessionLog: LogDialect<State> = {
  ...sessionLogOfClaude,
  detect,
  begin: () => ({ ...beginState(), repeated: [] }),
  read,
};

function detect({ records }: Head): number {
  return records.some(isOwn) ? 1 : 0;
}

function isOwn({ uuid, sessionId, type, message }: Json): boolean {
  const isTurn = type === 'user' || type === 'assistant';
  return isTurn && typeof uuid === 'string' && /^session-/.test(String(sessionId)) && isObject(message);
}

function read(state: State, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  const message = objectOf(value['message']);
  if (value['type'] === 'assistant') dropRepeated(state, message);
  else for (const block of listOf(message['content'])) if (isObject(block)) flattenResult(value, block);
  sessionLogOfClaude.read(state, record, out);
}

function dropRepeated(state: State, message: Json): void {
  const blocks = listOf(message['content']);
  const fresh = blocks.filter((block) => {
    const callId = isObject(block) && block['type'] === 'tool_use' ? wordOf(block['id']) : undefined;
    if (callId === undefined) return true;
    if (state.repeated.includes(callId)) return false;
    state.repeated.push(callId.slice(0, 200));
    if (state.repeated.length > MOST) state.repeated.shift();
    return true;
  });
  if (fresh.length < blocks.length) message['content'] = fresh;
}

/** `{callId, responseParts: {functionResponse: {response: {output}}}, resultDisplay}` where Claude Code has a text. */
function flattenResult(value: Json, block: Json): void {
  const content = block['content'];
  if (block['type'] !== 'tool_result' || !isObject(content)) return;
  const response = objectOf(objectOf(objectOf(content['responseParts'])['functionResponse'])['response']);
  const output = stringOf(response['output']) ?? stringOf(response['error']);
  block['content'] = output ?? JSON.stringify(response);
  if (stringOf(response['error'])) block['is_error'] = true;
  value['toolUseResult'] = { ...objectOf(value['toolUseResult']), ...content };
}
