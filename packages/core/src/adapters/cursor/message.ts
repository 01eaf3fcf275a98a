/** A message of the command line's store or of a transcript: words, thoughts, calls and results, in parts with names of two eras. */
import { chatContent } from '../../reading/chat-content.ts';
import {
  addAnswer,
  addCall,
  addInjected,
  addNote,
  addPrompt,
  addResult,
  addThought,
  argumentsOf,
  type Beside,
  type Conversation,
} from '../../reading/conversation.ts';
import { isObject, type Json, listOf, objectOf, stringOf, textOf, wordOf } from '../../reading/native-values.ts';
import { replacedPart } from '../../reading/replaced-diff.ts';
import { kindsOf, queryOf } from './native.ts';

export interface MessageFacts {
  readonly role: unknown;
  readonly content: unknown;
  readonly beside: Beside;
}

export function readMessage(frame: Conversation, { role, content, beside }: MessageFacts): void {
  const first = (): Beside => (frame.count === 0 ? beside : {});
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  for (const block of blocks) {
    if (isObject(block)) readBlock(frame, role, block, first());
    else addNote(frame, 'content', { block }, first());
  }
  if (frame.count === 0) addNote(frame, stringOf(role) ?? 'message', undefined, beside);
}

function readBlock(frame: Conversation, role: unknown, block: Json, beside: Beside): void {
  const type = String(stringOf(block['type']) ?? '').replaceAll('_', '-');
  if (type === 'reasoning' || type === 'thinking') addThought(frame, thoughtOf(block), beside);
  else if (type === 'redacted-reasoning' || type === 'redacted-thinking') {
    addThought(frame, '', { ...beside, parts: [{ type: 'reasoning', visibility: 'private' }] });
  } else if (type === 'tool-call' || type === 'tool-use') readCall(frame, block, beside);
  else if (type === 'tool-result') readResult(frame, block);
  else if (type === 'text' || type === 'image') {
    const { text, parts } = chatContent([block], frame.out);
    readWords(frame, role, text, { ...beside, ...(parts.length > 0 ? { parts } : {}) });
  } else addNote(frame, type || 'content', { block }, beside);
}

const thoughtOf = (block: Json): string => textOf(block['thinking']) ?? textOf(block['text']) ?? '';

/** What the user typed stands in a tag of its own; what the program adds stands in others. */
function readWords(frame: Conversation, role: unknown, text: string, beside: Beside): void {
  if (role === 'assistant') addAnswer(frame, text, beside);
  else if (role === 'system') addInjected(frame, text, beside);
  else if (
    /^\s*<(user_info|system_reminder|rules|git_status|project_layout|agent_skills|attached_files)>/.test(text) &&
    !text.includes('<user_query>')
  ) {
    addInjected(frame, text, beside);
  } else addPrompt(frame, queryOf(text), beside);
}

function readCall(frame: Conversation, block: Json, beside: Beside): void {
  const name = wordOf(block['toolName']) ?? wordOf(block['name']) ?? 'unknown';
  const callId = wordOf(block['toolCallId']) ?? wordOf(block['id']) ?? `${frame.base}#${frame.count}`;
  const input = argumentsOf(block['args'] ?? block['input']);
  const { path, old_string, new_string, contents } = objectOf(input);
  const file = stringOf(path);
  const isEdit = file !== undefined && (textOf(new_string) !== undefined || textOf(contents) !== undefined);
  const parts = isEdit ? [replacedPart(file, textOf(old_string), textOf(new_string) ?? textOf(contents))] : [];
  const called = { ...frame, kinds: kindsOf(name) };
  addCall(called, { callId, name, input }, { ...beside, ...(parts.length > 0 ? { parts } : {}) });
  frame.count = called.count;
}

function readResult(frame: Conversation, block: Json): void {
  const callId = wordOf(block['toolCallId']) ?? wordOf(block['tool-use-id']) ?? wordOf(block['tool_use_id']);
  const name = wordOf(block['toolName']) ?? wordOf(block['name']);
  const told = block['result'] ?? block['content'] ?? block['experimental_content'] ?? block['output'];
  const { text, parts } = chatContent(told, frame.out);
  const isFailed = block['isError'] === true || block['is_error'] === true;
  // Transcripts name no calls: then the result belongs to the last call of that tool.
  const last = callId ?? frame.state.calls.findLast(({ v }) => name === undefined || v.name === name)?.k;
  addResult(
    { ...frame, kinds: kindsOf(name ?? ''), base: `${last ?? frame.base}.result`, count: 0 },
    {
      callId: last ?? frame.base,
      ...(name ? { name } : {}),
      output: text,
      status: isFailed ? 'error' : 'ok',
      parts,
    },
  );
  frame.count++;
}
