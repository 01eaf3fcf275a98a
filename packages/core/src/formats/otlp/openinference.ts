/**
 * Spans by OpenInference's conventions, which name other attributes for the same things: messages are spread over
 * numbered names (`llm.input_messages.0.message.role`). They are turned into attributes of OpenTelemetry's conventions.
 */
import { textOf } from '../../reading/native-values.ts';
import * as name from './names.ts';
import { type Fields, numbered, parsedText } from './numbered.ts';

const KIND = 'openinference.span.kind';

/** Kinds of spans to operations; chains, retrievers and the like are none of a conversation. */
const OPERATIONS: Readonly<Record<string, string>> = { LLM: 'chat', AGENT: 'invoke_agent', TOOL: 'execute_tool' };

const SAME: Readonly<Record<string, string>> = {
  'session.id': name.CONVERSATION,
  'llm.model_name': name.REQUEST_MODEL,
  'llm.provider': name.PROVIDER,
  'llm.token_count.prompt': name.INPUT_TOKENS,
  'llm.token_count.completion': name.OUTPUT_TOKENS,
  'llm.token_count.prompt_details.cache_read': name.CACHE_READ,
  'llm.token_count.prompt_details.cache_write': name.CACHE_WRITE,
  'llm.token_count.completion_details.reasoning': name.REASONING_TOKENS,
  'agent.name': name.AGENT_NAME,
  'tool.name': name.TOOL_NAME,
  'tool.id': name.TOOL_CALL_ID,
  'tool_call.id': name.TOOL_CALL_ID,
};

/** The attributes as OpenTelemetry names them; undefined for those of other writers. */
export function fromOpenInference(values: ReadonlyMap<string, unknown>): Map<string, unknown> | undefined {
  const kind = textOf(values.get(KIND));
  const operation = kind === undefined ? undefined : OPERATIONS[kind.toUpperCase()];
  if (operation === undefined || values.has(name.OPERATION)) return undefined;
  const alike = new Map<string, unknown>([[name.OPERATION, operation]]);
  for (const [key, value] of values) {
    const same = Object.hasOwn(SAME, key) ? SAME[key] : undefined;
    alike.set(same ?? key, value);
  }
  if (operation === 'chat') {
    alike.set(name.INPUT_MESSAGES, messagesIn(values, 'llm.input_messages.'));
    alike.set(name.OUTPUT_MESSAGES, messagesIn(values, 'llm.output_messages.'));
  }
  if (operation === 'execute_tool') {
    alike.set(name.TOOL_RESULT, values.get('output.value'));
    alike.set(name.TOOL_ARGUMENTS, values.get('tool.parameters') ?? values.get('input.value'));
  }
  return alike;
}

function messagesIn(values: ReadonlyMap<string, unknown>, prefix: string): unknown[] {
  return numbered(values, prefix).map((message) => {
    const content = message.get('message.content');
    const parts = numbered(message, 'message.contents.').map(contentPart);
    const text = content === undefined || content === '' ? [] : [{ type: 'text', content }];
    const role = message.get('message.role');
    const callId = message.get('message.tool_call_id');
    if (role === 'tool') return { role, parts: [{ type: 'tool_call_response', id: callId, response: content }] };
    return { role, parts: [...text, ...parts, ...numbered(message, 'message.tool_calls.').map(callPart)] };
  });
}

function contentPart(fields: Fields): unknown {
  const uri = fields.get('message_content.image.image.url');
  if (uri !== undefined) return { type: 'uri', modality: 'image', uri };
  const type = fields.get('message_content.type') === 'reasoning' ? 'reasoning' : 'text';
  return { type, content: fields.get('message_content.text') };
}

function callPart(fields: Fields): unknown {
  const given = fields.get('tool_call.function.arguments');
  return {
    type: 'tool_call',
    id: fields.get('tool_call.id'),
    name: fields.get('tool_call.function.name'),
    arguments: parsedText(given),
  };
}
