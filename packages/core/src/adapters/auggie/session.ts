/** A session: exchanges of a request and a response, each in nodes. Results of calls are nodes of the request that follows. */
import {
  addAnswer,
  addCall,
  addNote,
  addPrompt,
  addResult,
  addThought,
  argumentsOf,
  beginConversation,
  type Conversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import {
  countOf,
  isObject,
  type Json,
  listOf,
  objectOf,
  restOf,
  stringOf,
  textOf,
  wordOf,
} from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Usage } from '../../transcript.ts';
import type { DocumentDialect, Head, NativeRecord, Output, ToolTable } from '../contract.ts';

export const session: DocumentDialect<ConversationState> = {
  id: 'session',
  kind: 'document',
  live: false,
  detect,
  begin: beginConversation,
  *records(document) {
    const { chatHistory, ...header } = objectOf(document);
    yield { value: { header }, pointer: '' };
    const exchanges = listOf(chatHistory);
    for (let i = 0; i < exchanges.length; i++) yield { value: { item: exchanges[i] }, pointer: `/chatHistory/${i}` };
  },
  read,
};

function detect({ keys, text }: Head): number {
  return keys.includes('chatHistory') && (keys.includes('sessionId') || text.includes('"exchange"')) ? 0.9 : 0;
}

const TOOLS: ToolTable = {
  'launch-process': 'shell',
  view: 'read',
  'str-replace-editor': 'edit',
  'save-file': 'write',
  'remove-files': 'edit',
  'codebase-retrieval': 'search',
  'web-search': 'web',
  'web-fetch': 'web',
};

function read(state: ConversationState, record: NativeRecord, out: Output): void {
  const { header, item } = record.value;
  if (isObject(header))
    readHeader(
      conversationOf(TOOLS, state, record, out, {
        type: 'session',
        id: wordOf(header['sessionId']),
        time: readTime(header['created']),
      }),
      header,
    );
  else if (isObject(item)) readExchange(state, item, record, out);
}

function readHeader(frame: Conversation, header: Json): void {
  const { out, time } = frame;
  const [title, endedAt] = [stringOf(header['customTitle']) ?? stringOf(header['title']), readTime(header['modified'])];
  out.session({
    nativeId: wordOf(header['sessionId']),
    ...(time ? { startedAt: time } : {}),
    ...(endedAt ? { endedAt } : {}),
    ...(title ? { title: { text: title, rank: 1 } } : {}),
  });
  addEvent(frame, { type: 'session', phase: 'started', session: header });
}

const EXCHANGE: ReadonlySet<string> = new Set([
  'request_message',
  'response_text',
  'request_nodes',
  'response_nodes',
  'request_id',
  'model_id',
]);

function readExchange(state: ConversationState, item: Json, record: NativeRecord, out: Output): void {
  const exchange = isObject(item['exchange']) ? item['exchange'] : item;
  const id = wordOf(exchange['request_id']);
  const frame = conversationOf(TOOLS, state, record, out, { type: 'exchange', id, time: readTime(item['finishedAt']) });
  const { exchange: _exchange, ...around } = item;
  const extra = { ...restOf(exchange, EXCHANGE), ...(isObject(item['exchange']) ? around : {}) };
  const kept = Object.keys(extra).length > 0 ? { extra } : {};
  for (const node of listOf(exchange['request_nodes']).filter(isObject)) readRequestNode(frame, node);
  const asked = textOf(exchange['request_message']);
  if (asked) addPrompt(frame, asked, kept);
  const model = wordOf(exchange['model_id']);
  const served = model ? { model } : {};
  const nodes = listOf(exchange['response_nodes']).filter(isObject);
  const usage = nodes.map((node) => usageOf(node, frame.base)).find((told) => told !== undefined);
  const said = textOf(exchange['response_text']);
  if (said) addAnswer(frame, said, { ...served, ...(asked ? {} : kept), ...(usage ? { usage } : {}) });
  for (const node of nodes) readResponseNode(frame, node, said ?? '', served);
  if (usage && !said) addNote(frame, 'usage', undefined, { ...served, usage });
  if (frame.count === 0) addNote(frame, 'exchange', item);
}

/** The prompt is told as `request_message`, too. */
function readRequestNode(frame: Conversation, node: Json): void {
  const result = node['tool_result_node'];
  if (!isObject(result)) {
    if (!isObject(node['text_node'])) addNote(frame, 'request node', node);
    return;
  }
  const failed = result['is_error'] === true;
  addResult(frame, {
    callId: wordOf(result['tool_use_id']) ?? frame.base,
    output: textOf(result['content']) ?? '',
    status: failed ? 'error' : 'ok',
    rawStatus: result['is_error'],
  });
}

function readResponseNode(frame: Conversation, node: Json, said: string, served: { model?: string }): void {
  const call = node['tool_use'];
  const content = textOf(node['content']) ?? '';
  if (isObject(call)) {
    const callId = wordOf(call['tool_use_id']) ?? `${frame.base}#${frame.count}`;
    addCall(
      frame,
      { callId, name: stringOf(call['tool_name']) ?? 'unknown', input: argumentsOf(call['input_json']) },
      served,
    );
  } else if (isObject(node['thinking'])) {
    const thinking = objectOf(node['thinking']);
    addThought(frame, textOf(thinking['content']) ?? textOf(thinking['summary']) ?? '', { ...served, extra: thinking });
  } else if (content !== '' && content !== said) addNote(frame, 'response node', node);
}

function usageOf(node: Json, responseId: string): Usage | undefined {
  const native = node['token_usage'];
  if (!isObject(native)) return undefined;
  return {
    input: countOf(native['input_tokens']),
    output: countOf(native['output_tokens']),
    cacheRead: countOf(native['cache_read_input_tokens']),
    cacheWrite5m: countOf(native['cache_creation_input_tokens']),
    cacheWrite1h: 0,
    reasoning: 0,
    responseId,
    native,
  };
}
