/**
 * Flat records: `tool_use` and `tool_result` lines of their own, and words in `content` instead of a message, as
 * embedders of the agent's SDK write them (`transcripts/<session>.jsonl`).
 */
import type { EventDraft } from '../../adapters/contract.ts';
import { wordsOf } from './content.ts';
import { draft, type Line } from './line.ts';
import { envelopeAnd, leftovers, object, type Raw, word } from './native.ts';
import { noteCall } from './state.ts';
import { resultEvent } from './tool-result.ts';
import { toolOf } from './tools.ts';
import { readUser, systemEvent } from './user.ts';

const FIELDS = envelopeAnd('content', 'tool_name', 'tool_use_id', 'input', 'name', 'id', 'output', 'is_error');

export function readFlatCall(line: Line): void {
  const { value } = line;
  const callId = word(value['tool_use_id']) ?? word(value['id']) ?? line.id;
  const name = nameOf(value) ?? 'unknown';
  const event = draft(line, line.id, 'tool_call');
  event.role = 'assistant';
  event.tool = { ...toolOf(name, callId), input: value['input'], status: 'running' };
  finish(line, event);
  noteCall(line.state, callId, event.id, name);
}

/** Results of a dialect without ids belong to the last open call of that tool. */
export function readFlatResult(line: Line): void {
  const { value } = line;
  const name = nameOf(value);
  const open = line.state.calls.findLast((call) => call.result === undefined && (!name || call.name === name));
  const callId = word(value['tool_use_id']) ?? open?.k;
  const content = value['content'] ?? value['output'];
  const shown = object(content) ? JSON.stringify(content) : content;
  const block = { tool_use_id: callId, tool_name: name, content: shown, is_error: value['is_error'] };
  finish(line, resultEvent(line, line.id, block));
}

export function readFlatWords(line: Line, role: 'user' | 'assistant' | 'system'): void {
  const { value } = line;
  const content = value['content'];
  if (role === 'user') {
    readUser({ ...line, value: { ...value, content: undefined, message: { role, content } } });
    return;
  }
  const words = wordsOf(content) ?? (object(content) ? JSON.stringify(content) : '');
  if (role === 'system') {
    finish(line, systemEvent(line, words, 'model'));
    return;
  }
  const event = draft(line, line.id, 'assistant_message');
  event.role = 'assistant';
  event.text = words;
  finish(line, event);
}

const nameOf = (value: Raw) => word(value['tool_name']) ?? word(value['name']);

function finish(line: Line, event: EventDraft): void {
  const extra = leftovers(line.value, FIELDS);
  if (extra) event.extra = event.extra ? Object.assign(extra, event.extra) : extra;
  line.out.add(event);
}
