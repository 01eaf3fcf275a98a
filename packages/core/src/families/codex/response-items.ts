/** Response items: what went to the model and what came from it, by type. The same in every era. */

import { offeredTools } from './briefing.ts';
import { generated } from './generated-images.ts';
import { readAgentMail, readMessage } from './messages.ts';
import { type Fields, fields, idOf, leftovers, text } from './native.ts';
import { askQuestions, readAnswers } from './questions.ts';
import { readersByType } from './readers-by-type.ts';
import { readReasoning } from './reasoning.ts';
import { linkSpawned } from './subagents.ts';
import { addMeta, callOf, draft, type Reading } from './thread-state.ts';
import { finishCall, inputOf, readCall, readCallOutput } from './tool-calls.ts';
import { readWebSearch } from './web-searches.ts';

const READERS = readersByType('response_item', {
  message: readMessage,
  agent_message: readAgentMail,
  reasoning: readReasoning,
  function_call: readFunctionCall,
  function_call_output: readFunctionOutput,
  custom_tool_call: (r, payload, native) => readNamedCall(r, payload, inputOf(payload['input']), native),
  custom_tool_call_output: readCallOutput,
  local_shell_call: readLocalShell,
  tool_search_call: (r, payload, native) =>
    readCall(r, payload, { name: 'tool_search', input: payload['arguments'], native }),
  tool_search_output: readCallOutput,
  web_search_call: readWebSearch,
  image_generation_call: readGeneratedImage,
  ghost_snapshot: keep,
  additional_tools: readTools,
  compaction: keep,
  compaction_summary: keep,
  context_compaction: keep,
});

/** Named as the log names it, unless it came in another way. */
export function readResponseItem(r: Reading, payload: Fields, native?: string): boolean {
  const type = payload['type'];
  const reader = READERS.get(type ?? (payload['role'] === undefined ? undefined : 'message'));
  if (!reader) return false;
  return reader.read(r, payload, native ?? (type ? reader.native : 'response_item')) !== false;
}

function readFunctionCall(r: Reading, payload: Fields, native: string): boolean {
  const input = inputOf(payload['arguments']);
  if (!readNamedCall(r, payload, input, native)) return false;
  const callId = idOf(payload['call_id']);
  if (payload['name'] === 'request_user_input' && callId) askQuestions(r, callId, input, native);
  return true;
}

function readNamedCall(r: Reading, payload: Fields, input: unknown, native: string): boolean {
  return readCall(r, payload, { name: text(payload['name']) || 'unknown', input, native });
}

function readFunctionOutput(r: Reading, payload: Fields, native: string): boolean {
  const callId = idOf(payload['call_id']);
  const note = callId === undefined ? undefined : callOf(r.state, callId);
  if (!readCallOutput(r, payload, native)) return false;
  if (note?.name === 'request_user_input') readAnswers(r, note.callId, payload['output'], native);
  if (note?.name === 'spawn_agent') linkSpawned(r, note.callId, payload['output']);
  return true;
}

/** The shell as the API's own tool. */
function readLocalShell(r: Reading, payload: Fields, native: string): boolean {
  const action = fields(payload['action']);
  return readCall(r, payload, { name: 'local_shell', input: action, native });
}

/** Tools that the model is offered from here on. */
function readTools(r: Reading, payload: Fields, native: string): boolean {
  const { tools, ...rest } = payload;
  const { extra, ...offered } = offeredTools(r, tools);
  const event = draft(r, idOf(payload['id']) ?? r.record.ref, 'meta', native, idOf(payload['id']));
  const kept = { ...leftovers(rest), ...extra };
  if (Object.keys(kept).length > 0) event.extra = kept;
  r.out.add(Object.assign(event, offered));
  return true;
}

/** A picture the model made: call and result in one record. */
function readGeneratedImage(r: Reading, payload: Fields, native: string): boolean {
  const callId = idOf(payload['call_id']) ?? idOf(payload['id']);
  const prompt = text(payload['revised_prompt']);
  if (!callId) return false;
  const known = callOf(r.state, callId);
  if (!known && !readCall(r, payload, { name: 'image_generation', input: { prompt }, native })) return false;
  const note = callOf(r.state, callId);
  if (note) finishCall(r, note, generated(r, payload), { native, nativeId: idOf(payload['id']), copy: 'output' });
  return true;
}

/** Snapshots, tool lists and encrypted summaries: nobody's words. */
function keep(r: Reading, payload: Fields, native: string): boolean {
  const id = idOf(payload['id']);
  const extra = leftovers(payload, new Set(['type', 'id'])) ?? {};
  addMeta(r, native, extra, id);
  return true;
}
