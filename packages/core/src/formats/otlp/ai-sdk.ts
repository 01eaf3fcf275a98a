/**
 * Spans that the AI SDK itself writes up to version 6 (`experimental_telemetry`): `ai.generateText.doGenerate` and its like
 * are calls of the model, `ai.toolCall` of a tool. From version 7 on it writes OpenTelemetry's own names.
 */
import { isObject, listOf, textOf } from '../../reading/native-values.ts';
import * as name from './names.ts';
import { parsedText } from './numbered.ts';

const CALLS = /^ai\.(?:generate|stream)(?:Text|Object)\.do(?:Generate|Stream)$/;
const CONVERSATIONS = ['sessionId', 'conversationId', 'threadId', 'chatId'].map(
  (key) => `ai.telemetry.metadata.${key}`,
);

/** The attributes as OpenTelemetry names them; undefined for those of other writers. */
export function fromAiSdk(values: ReadonlyMap<string, unknown>): Map<string, unknown> | undefined {
  const operation = textOf(values.get('ai.operationId'));
  if (operation === undefined || values.has(name.OPERATION)) return undefined;
  const alike = new Map(values);
  const conversation = CONVERSATIONS.map((key) => textOf(values.get(key))).find(Boolean);
  if (conversation !== undefined) alike.set(name.CONVERSATION, conversation);
  if (operation === 'ai.toolCall') tellTool(values, alike);
  else if (CALLS.test(operation)) tellChat(values, alike);
  else if (conversation === undefined) return undefined;
  return alike;
}

function tellTool(values: ReadonlyMap<string, unknown>, alike: Map<string, unknown>): void {
  alike.set(name.OPERATION, 'execute_tool');
  alike.set(name.TOOL_NAME, values.get('ai.toolCall.name'));
  alike.set(name.TOOL_CALL_ID, values.get('ai.toolCall.id'));
  alike.set(name.TOOL_ARGUMENTS, values.get('ai.toolCall.args'));
  alike.set(name.TOOL_RESULT, values.get('ai.toolCall.result'));
}

const SAME: readonly (readonly [string, string])[] = [
  ['ai.model.id', name.REQUEST_MODEL],
  ['ai.response.model', name.RESPONSE_MODEL],
  ['ai.response.id', name.RESPONSE_ID],
  ['gen_ai.system', name.PROVIDER],
  ['ai.usage.promptTokens', name.INPUT_TOKENS],
  ['ai.usage.inputTokens', name.INPUT_TOKENS],
  ['ai.usage.completionTokens', name.OUTPUT_TOKENS],
  ['ai.usage.outputTokens', name.OUTPUT_TOKENS],
  ['ai.usage.cachedInputTokens', name.CACHE_READ],
  ['ai.usage.reasoningTokens', name.REASONING_TOKENS],
];

function tellChat(values: ReadonlyMap<string, unknown>, alike: Map<string, unknown>): void {
  alike.set(name.OPERATION, 'chat');
  for (const [theirs, ours] of SAME) if (values.has(theirs) && !alike.has(ours)) alike.set(ours, values.get(theirs));
  alike.set(name.INPUT_MESSAGES, listOf(parsedText(values.get('ai.prompt.messages'))).flatMap(messageOf));
  const text = textOf(values.get('ai.response.text')) ?? textOf(values.get('ai.response.object'));
  const reasoning = textOf(values.get('ai.response.reasoning'));
  const parts = [
    ...(reasoning ? [{ type: 'reasoning', content: reasoning }] : []),
    ...(text ? [{ type: 'text', content: text }] : []),
    ...listOf(parsedText(values.get('ai.response.toolCalls'))).flatMap(callPart),
  ];
  alike.set(name.OUTPUT_MESSAGES, parts.length > 0 ? [{ role: 'assistant', parts }] : []);
}

function messageOf(message: unknown): unknown[] {
  if (!isObject(message)) return [];
  const { role, content } = message;
  if (typeof content === 'string') return [{ role, parts: [{ type: 'text', content }] }];
  return [{ role, parts: listOf(content).flatMap(partOf) }];
}

function partOf(part: unknown): unknown[] {
  if (!isObject(part)) return [];
  switch (part['type']) {
    case 'tool-call':
      return callPart(part);
    case 'tool-result':
      return [{ type: 'tool_call_response', id: part['toolCallId'], name: part['toolName'], response: outputOf(part) }];
    case 'reasoning':
      return [{ type: 'reasoning', content: part['text'] }];
    case 'text':
      return [{ type: 'text', content: part['text'] }];
    default: {
      const { data, image, url, mediaType, mimeType } = part;
      const uri = [url, image, data].find((value) => typeof value === 'string');
      return [{ type: 'uri', modality: 'image', mime_type: mediaType ?? mimeType, uri: uri ?? '' }];
    }
  }
}

/** From version 5 on an output says what kind it is of. */
function outputOf({ output, result }: Record<string, unknown>): unknown {
  const given = output ?? result;
  return isObject(given) && 'type' in given && 'value' in given ? given['value'] : given;
}

function callPart(call: unknown): unknown[] {
  if (!isObject(call)) return [];
  const given = call['input'] ?? call['args'];
  return [{ type: 'tool_call', id: call['toolCallId'], name: call['toolName'], arguments: parsedText(given) }];
}
