/** Anthropic's Messages: blocks of content, results of tools among the user's. */
import { countOf, isObject, type Json, listOf, objectOf, stringOf, textOf } from '../../reading/native-values.ts';
import type { Usage } from '../../transcript.ts';
import { type Answer, type Item, type ModelRequest, settled, type ToolOffered } from '../item.ts';
import type { AnswerReader, ModelApi } from './contract.ts';
import {
  addsAlone,
  addText,
  argumentsOf,
  type Content,
  contentItem,
  emptyContent,
  errorIn,
  mediaAt,
  mediaIn,
  parametersOf,
  withoutKeys,
} from './values.ts';

export const messages: ModelApi = {
  id: 'messages',
  matches: (path) => path.endsWith('/messages'),
  request: readRequest,
  answer: () => new MessagesAnswer(),
};

const KNOWN = new Set(['model', 'messages', 'system', 'tools', 'stream']);

function readRequest(body: Json): ModelRequest {
  const system = contentOf(body['system']).text;
  return {
    model: stringOf(body['model']),
    ...(system ? { system } : {}),
    items: settled(listOf(body['messages']).flatMap((message) => messageItems(objectOf(message)))),
    tools: listOf(body['tools']).flatMap(toolOf),
    parameters: parametersOf(body, KNOWN),
  };
}

function toolOf(tool: unknown): ToolOffered[] {
  if (!isObject(tool)) return [];
  const name = stringOf(tool['name']) ?? stringOf(tool['type']);
  if (name === undefined) return [];
  const description = textOf(tool['description']);
  return [
    {
      name,
      ...(description === undefined ? {} : { description }),
      ...(tool['input_schema'] === undefined ? { extra: withoutKeys(tool) as Json } : { schema: tool['input_schema'] }),
    },
  ];
}

function messageItems(message: Json): Item[] {
  const { role, content } = message;
  if (role === 'assistant') return typeof content === 'string' ? [said(content)] : listOf(content).flatMap(blockItems);
  const speaker = role === 'system' ? 'system' : 'user';
  if (typeof content === 'string') return [{ role: speaker, kind: 'text', text: content }];
  return userItems(speaker, listOf(content).filter(isObject));
}

const said = (text: string): Item => ({ role: 'assistant', kind: 'text', text });

/** Results come first, then what the user says beside them. */
function userItems(role: 'user' | 'system', blocks: readonly Json[]): Item[] {
  const results = blocks.filter(isResult).map(resultItem);
  const words = contentOf(blocks.filter((block) => !isResult(block)));
  return [...results, contentItem(role, words)];
}

const isResult = ({ type }: Json): boolean => String(type).endsWith('tool_result');

function resultItem(block: Json): Item {
  const { content } = block;
  const shown = typeof content === 'string' || Array.isArray(content) ? contentOf(content) : emptyContent();
  if (isObject(content)) shown.other.push(content);
  const callId = stringOf(block['tool_use_id']);
  return {
    ...contentItem('tool', shown),
    kind: 'result',
    ...(callId ? { callId } : {}),
    ...(block['is_error'] === true ? { failed: true } : {}),
  };
}

/** A block of an answer. */
function blockItems(block: unknown): Item[] {
  if (!isObject(block)) return [];
  const type = String(block['type']);
  if (type === 'text') return [said(textOf(block['text']) ?? '')];
  if (type === 'thinking') return [{ role: 'assistant', kind: 'reasoning', text: textOf(block['thinking']) ?? '' }];
  if (type === 'redacted_thinking') {
    return [{ role: 'assistant', kind: 'reasoning', text: '', extra: { encrypted: true } }];
  }
  if (type.endsWith('tool_use')) return [callItem(block)];
  if (isResult(block)) return [resultItem(block)];
  return [{ role: 'assistant', kind: 'other', text: '', extra: block }];
}

function callItem(block: Json): Item {
  const callId = stringOf(block['id']);
  const hosted = block['type'] !== 'tool_use';
  return {
    role: 'assistant',
    kind: 'call',
    text: '',
    name: stringOf(block['name']) ?? '',
    ...(callId ? { callId } : {}),
    input: block['input'] ?? {},
    ...(hosted ? { extra: { hosted: true } } : {}),
  };
}

function contentOf(value: unknown): Content {
  const content = emptyContent();
  if (typeof value === 'string') content.text = value;
  for (const block of listOf(value).filter(isObject)) {
    if (block['type'] === 'text') addText(content, block['text']);
    else if (block['type'] === 'image' || block['type'] === 'document') addSource(content, block);
    else content.other.push(block);
  }
  return content;
}

function addSource(content: Content, block: Json): void {
  const source = objectOf(block['source']);
  const type = block['type'] === 'image' ? 'image' : 'file_ref';
  const at = source['url'] ?? source['file_id'];
  if (source['type'] === 'text') addText(content, source['data']);
  else if (at !== undefined) content.media.push(...[mediaAt(at, type)].filter((media) => media !== undefined));
  else content.media.push({ ...mediaIn(source['data'], source['media_type'], block['title']), type });
}

/** Texts of a delta that are added to what came before. */
const TEXTS = new Set(['text', 'thinking', 'partial_json']);

class MessagesAnswer implements AnswerReader {
  #message: Json = {};
  readonly #blocks = new Map<number, Json>();
  /** Arguments of calls come as pieces of JSON. */
  readonly #inputs = new Map<number, string>();
  #usage: Json = {};
  #finish?: string;
  #error?: { message: string; code?: string };
  ended = false;

  whole(body: unknown): void {
    const message = objectOf(body);
    this.#error = errorIn(message);
    this.#message = message;
    this.#usage = objectOf(message['usage']);
    this.#finish = stringOf(message['stop_reason']);
    for (const [index, block] of listOf(message['content']).entries()) this.#blocks.set(index, objectOf(block));
    this.ended = true;
  }

  readonly joins = (event: Json, path: readonly string[]): boolean => {
    const [delta, name] = path;
    const isText = path.length === 2 && delta === 'delta' && TEXTS.has(String(name));
    return isText && event['type'] === 'content_block_delta' && addsAlone(event['delta'], name, 'type');
  };

  event(data: Json): void {
    switch (data['type']) {
      case 'message_start':
        this.#message = objectOf(data['message']);
        this.#usage = { ...objectOf(this.#message['usage']) };
        break;
      case 'content_block_start':
        this.#blocks.set(Number(data['index']), { ...objectOf(data['content_block']) });
        break;
      case 'content_block_delta':
        this.#delta(Number(data['index']), objectOf(data['delta']));
        break;
      case 'message_delta':
        this.#finish = stringOf(objectOf(data['delta'])['stop_reason']) ?? this.#finish;
        Object.assign(this.#usage, objectOf(data['usage']));
        break;
      case 'message_stop':
        this.ended = true;
        break;
      case 'error':
        this.#error = errorIn(data);
        this.ended = true;
    }
  }

  done(): void {}

  #delta(index: number, delta: Json): void {
    const block = this.#blocks.get(index) ?? {};
    this.#blocks.set(index, block);
    if (delta['type'] === 'input_json_delta') {
      this.#inputs.set(index, (this.#inputs.get(index) ?? '') + (textOf(delta['partial_json']) ?? ''));
      return;
    }
    for (const field of ['text', 'thinking'] as const) {
      const piece = textOf(delta[field]);
      if (piece === undefined) continue;
      block['type'] ??= field;
      block[field] = (textOf(block[field]) ?? '') + piece;
    }
  }

  answer(): Answer {
    const responseId = stringOf(this.#message['id']);
    const blocks = [...this.#blocks]
      .sort(([a], [b]) => a - b)
      .map(([index, block]) =>
        this.#inputs.has(index) ? { ...block, input: argumentsOf(this.#inputs.get(index)) } : block,
      );
    return {
      model: stringOf(this.#message['model']),
      responseId,
      choices: [settled(blocks.flatMap(blockItems))],
      finishReason: this.#finish,
      usage: Object.keys(this.#usage).length > 0 ? usageOf(this.#usage, responseId) : undefined,
      error: this.#error,
      complete: this.ended,
    };
  }
}

/** Input excludes the cache; thinking is a part of the output that is not told apart. */
function usageOf(usage: Json, responseId: string | undefined): Usage {
  const written = objectOf(usage['cache_creation']);
  const cacheWrite1h = countOf(written['ephemeral_1h_input_tokens']);
  const all = countOf(usage['cache_creation_input_tokens']);
  return {
    input: countOf(usage['input_tokens']),
    output: countOf(usage['output_tokens']),
    cacheRead: countOf(usage['cache_read_input_tokens']),
    cacheWrite5m: Math.max(0, all - cacheWrite1h),
    cacheWrite1h,
    reasoning: 0,
    ...(responseId ? { responseId } : {}),
    native: usage,
  };
}
