/** OpenAI's Responses: items in, items out, with stored responses and conversations that later requests go on from. */
import { isObject, type Json, listOf, objectOf, stringOf, textOf } from '../../reading/native-values.ts';
import { type Answer, type Item, type ModelRequest, settled } from '../item.ts';
import { toolOf } from './chat-completions.ts';
import type { AnswerReader, ModelApi } from './contract.ts';
import {
  addText,
  argumentsOf,
  type Content,
  contentItem,
  emptyContent,
  errorIn,
  fieldOf,
  includedUsage,
  mediaAt,
  parametersOf,
} from './values.ts';

export const responses: ModelApi = {
  id: 'responses',
  matches: (path) => path.endsWith('/responses'),
  request: readRequest,
  answer: () => new ResponsesAnswer(),
};

const KNOWN = new Set(['model', 'input', 'instructions', 'tools', 'stream', 'previous_response_id', 'conversation']);

function readRequest(body: Json): ModelRequest {
  const { input } = body;
  const given = typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input);
  const first = given.findIndex((item) => !isSystem(item));
  const leading = given.slice(0, first < 0 ? given.length : first);
  const system = [textOf(body['instructions']), ...leading.map((item) => contentOf(fieldOf(item, 'content')).text)];
  const words = system.filter(Boolean);
  return {
    model: stringOf(body['model']),
    ...(words.length > 0 ? { system: words.join('\n\n') } : {}),
    items: settled(given.slice(leading.length).flatMap(itemsOf)),
    tools: listOf(body['tools']).flatMap(toolOf),
    parameters: parametersOf(body, KNOWN),
    previous: stringOf(body['previous_response_id']),
    conversation: stringOf(body['conversation']) ?? stringOf(fieldOf(body['conversation'], 'id')),
  };
}

const isSystem = (item: unknown): boolean => /^(system|developer)$/.test(String(fieldOf(item, 'role')));

/** One item of the API. Hosted tools have a type of their own each, which ends in `_call` or `_output`. */
function itemsOf(value: unknown): Item[] {
  const item = objectOf(value);
  const type = stringOf(item['type']) ?? 'message';
  const id = stringOf(item['id']);
  const own = id ? { id } : {};
  if (type === 'message') return messageItems(item, own);
  if (type === 'item_reference') return [{ role: 'assistant', kind: 'reference', text: '', ...own }];
  if (type === 'reasoning') return reasoningItems(item, own);
  if (type.endsWith('_output')) return [resultItem(item, own)];
  if (type.endsWith('_call')) return [callItem(item, type, own)];
  return [{ role: 'assistant', kind: 'other', text: '', ...own, extra: item }];
}

function messageItems(item: Json, own: Partial<Item>): Item[] {
  const role = item['role'];
  if (role !== 'assistant') return [contentItem(isSystem(item) ? 'system' : 'user', contentOf(item['content']), own)];
  const refusals = listOf(item['content']).filter((part) => fieldOf(part, 'type') === 'refusal');
  const refusal = refusals.map((part) => textOf(fieldOf(part, 'refusal')) ?? '').join('\n\n');
  return [
    contentItem('assistant', contentOf(item['content']), own),
    ...(refusal ? [{ role: 'assistant', kind: 'text', text: refusal, refusal: true, ...own } as const] : []),
  ];
}

function reasoningItems(item: Json, own: Partial<Item>): Item[] {
  const texts = [...listOf(item['summary']), ...listOf(item['content'])].map((part) => textOf(fieldOf(part, 'text')));
  const text = texts.filter(Boolean).join('\n\n');
  const sealed = text === '' && typeof item['encrypted_content'] === 'string';
  return [{ role: 'assistant', kind: 'reasoning', text, ...own, ...(sealed ? { extra: { encrypted: true } } : {}) }];
}

const CALL_SHOWN = new Set(['id', 'type', 'status', 'call_id', 'name', 'arguments', 'input']);

function callItem(item: Json, type: string, own: Partial<Item>): Item {
  const callId = stringOf(item['call_id']) ?? stringOf(item['id']);
  const rest = parametersOf(item, CALL_SHOWN);
  const input = item['arguments'] !== undefined ? argumentsOf(item['arguments']) : (item['input'] ?? rest);
  return {
    role: 'assistant',
    kind: 'call',
    text: '',
    ...own,
    name: stringOf(item['name']) ?? type.slice(0, -'_call'.length),
    ...(callId ? { callId } : {}),
    input,
  };
}

function resultItem(item: Json, own: Partial<Item>): Item {
  const { output } = item;
  const content = typeof output === 'string' || Array.isArray(output) ? contentOf(output) : emptyContent();
  if (isObject(output)) content.text = JSON.stringify(output);
  const callId = stringOf(item['call_id']);
  return { ...contentItem('tool', content), kind: 'result', ...own, ...(callId ? { callId } : {}) };
}

function contentOf(value: unknown): Content {
  const content = emptyContent();
  if (typeof value === 'string') content.text = value;
  for (const part of listOf(value).filter(isObject)) {
    const type = String(part['type']);
    if (type.endsWith('text')) addText(content, part['text']);
    else if (type === 'input_image') pushMedia(content, mediaAt(part['image_url'] ?? part['file_id'], 'image'));
    else if (type === 'input_file') {
      pushMedia(content, mediaAt(part['file_data'] ?? part['file_url'] ?? part['file_id'], 'file_ref'));
    } else if (type !== 'refusal') content.other.push(part);
  }
  return content;
}

function pushMedia(content: Content, media: ReturnType<typeof mediaAt>): void {
  if (media) content.media.push(media);
}

const LAST = new Set(['response.completed', 'response.failed', 'response.incomplete', 'response.cancelled']);

class ResponsesAnswer implements AnswerReader {
  /** The response as the last event that held one told it. */
  #response: Json = {};
  /** Items that are done, and texts of those that are not, by their place. */
  readonly #items = new Map<number, Json>();
  readonly #texts = new Map<number, string>();
  #error?: { message: string; code?: string };
  ended = false;

  whole(body: unknown): void {
    this.#response = objectOf(body);
    this.#error = errorIn(this.#response);
    this.ended = true;
  }

  event(data: Json): void {
    const type = String(data['type']);
    const place = Number(data['output_index'] ?? 0);
    if (isObject(data['response'])) this.#response = data['response'];
    if (type === 'response.output_item.done') this.#items.set(place, objectOf(data['item']));
    else if (type === 'response.output_item.added' && !this.#items.has(place)) {
      this.#items.set(place, objectOf(data['item']));
    } else if (type.endsWith('.delta')) {
      this.#texts.set(place, (this.#texts.get(place) ?? '') + (textOf(data['delta']) ?? ''));
    } else if (type === 'error') {
      this.#error = errorIn({ error: data['error'] ?? data });
      this.ended = true;
    }
    if (LAST.has(type)) this.ended = true;
  }

  done(): void {}

  answer(): Answer {
    const response = this.#response;
    const usage = objectOf(response['usage']);
    const responseId = stringOf(response['id']);
    const told = listOf(response['output']);
    const output = told.length > 0 ? told : this.#soFar();
    const { status } = response;
    const reason = stringOf(fieldOf(response['incomplete_details'], 'reason'));
    return {
      model: stringOf(response['model']),
      responseId,
      choices: [settled(output.flatMap(itemsOf))],
      finishReason: reason ?? stringOf(status),
      usage: includedUsage(
        response['usage'],
        {
          input: usage['input_tokens'],
          output: usage['output_tokens'],
          cacheRead: fieldOf(usage['input_tokens_details'], 'cached_tokens'),
          reasoning: fieldOf(usage['output_tokens_details'], 'reasoning_tokens'),
        },
        responseId,
      ),
      error: this.#error ?? errorIn(response),
      complete: this.ended,
      pending: this.ended && (status === 'queued' || status === 'in_progress'),
    };
  }

  /** What came of a stream that was cut: items that are done, and the others with their text so far. */
  #soFar(): Json[] {
    return [...this.#items]
      .sort(([a], [b]) => a - b)
      .map(([place, item]) => {
        const text = this.#texts.get(place);
        if (text === undefined || !isBare(item)) return item;
        if (item['type'] === 'message') return { ...item, content: [{ type: 'output_text', text }] };
        if (item['type'] === 'reasoning') return { ...item, summary: [{ type: 'summary_text', text }] };
        return { ...item, arguments: text };
      });
  }
}

const isBare = (item: Json): boolean =>
  listOf(item['content']).length + listOf(item['summary']).length === 0 && !stringOf(item['arguments']);
