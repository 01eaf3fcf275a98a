/**
 * Spans by Traceloop's conventions (OpenLLMetry), as its older libraries write them: messages under numbered names
 * (`gen_ai.prompt.0.role`), agents and tools by `traceloop.span.kind`.
 */
import { textOf } from '../../reading/native-values.ts';
import * as name from './names.ts';
import { type Fields, numbered, parsedText } from './numbered.ts';

const KIND = 'traceloop.span.kind';
const OPERATIONS: Readonly<Record<string, string>> = { agent: 'invoke_agent', tool: 'execute_tool' };

/** What programs call the conversation, in the properties that they set for their spans. */
const CONVERSATIONS = ['session_id', 'conversation_id', 'thread_id', 'chat_id'].map(
  (property) => `traceloop.association.properties.${property}`,
);

/** The attributes as OpenTelemetry names them; undefined for those of other writers. */
export function fromTraceloop(values: ReadonlyMap<string, unknown>): Map<string, unknown> | undefined {
  const kind = textOf(values.get(KIND));
  const isChat = values.has('gen_ai.prompt.0.role') || values.has('llm.request.type');
  const operation = isChat ? 'chat' : OPERATIONS[kind ?? ''];
  const conversation = CONVERSATIONS.map((key) => textOf(values.get(key))).find(Boolean);
  if (operation === undefined && conversation === undefined) return undefined;
  const alike = new Map(values);
  if (conversation !== undefined && !alike.has(name.CONVERSATION)) alike.set(name.CONVERSATION, conversation);
  if (operation === undefined || alike.has(name.OPERATION)) return alike;
  alike.set(name.OPERATION, operation);
  const entity = textOf(values.get('traceloop.entity.name'));
  if (operation === 'invoke_agent' && entity !== undefined) alike.set(name.AGENT_NAME, entity);
  if (operation === 'execute_tool') {
    alike.set(name.TOOL_NAME, entity);
    alike.set(name.TOOL_ARGUMENTS, values.get('traceloop.entity.input'));
    alike.set(name.TOOL_RESULT, values.get('traceloop.entity.output'));
  }
  if (operation === 'chat') tellChat(values, alike);
  return alike;
}

const TOKENS: readonly (readonly [string, string])[] = [
  ['gen_ai.usage.prompt_tokens', name.INPUT_TOKENS],
  ['gen_ai.usage.completion_tokens', name.OUTPUT_TOKENS],
  ['gen_ai.usage.cache_read_input_tokens', name.CACHE_READ],
  ['gen_ai.usage.cache_creation_input_tokens', name.CACHE_WRITE],
  ['gen_ai.usage.reasoning_tokens', name.REASONING_TOKENS],
  ['gen_ai.system', name.PROVIDER],
];

function tellChat(values: ReadonlyMap<string, unknown>, alike: Map<string, unknown>): void {
  for (const [theirs, ours] of TOKENS) if (values.has(theirs) && !alike.has(ours)) alike.set(ours, values.get(theirs));
  if (!alike.has(name.INPUT_MESSAGES)) alike.set(name.INPUT_MESSAGES, messagesIn(values, 'gen_ai.prompt.'));
  if (!alike.has(name.OUTPUT_MESSAGES)) alike.set(name.OUTPUT_MESSAGES, messagesIn(values, 'gen_ai.completion.'));
}

function messagesIn(values: ReadonlyMap<string, unknown>, prefix: string): unknown[] {
  return numbered(values, prefix).map((message) => {
    const role = message.get('role') ?? (prefix === 'gen_ai.completion.' ? 'assistant' : 'user');
    const content = message.get('content');
    const callId = message.get('tool_call_id');
    if (role === 'tool') return { role, parts: [{ type: 'tool_call_response', id: callId, response: content }] };
    const text = content === undefined || content === '' ? [] : contentParts(content);
    return { role, parts: [...text, ...numbered(message, 'tool_calls.').map(callPart)] };
  });
}

/** Text, or the provider's list of parts as JSON. */
function contentParts(content: unknown): unknown[] {
  const parts = parsedText(content);
  if (!Array.isArray(parts) || parts.some((part) => typeof part?.type !== 'string')) return [{ type: 'text', content }];
  return parts.map((part) => {
    if (part.type === 'text') return { type: 'text', content: part.text ?? part.content };
    const uri = part.image_url?.url;
    return uri === undefined
      ? { type: 'text', content: JSON.stringify(part) }
      : { type: 'uri', modality: 'image', uri };
  });
}

const callPart = (fields: Fields): unknown => ({
  type: 'tool_call',
  id: fields.get('id'),
  name: fields.get('name'),
  arguments: parsedText(fields.get('arguments')),
});
