/** Chat Completions, as OpenAI, Azure and the many that speak like them have it. */
import { isObject, type Json, listOf, objectOf, stringOf, textOf, wholeOf } from '../../reading/native-values.ts';
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
  fieldOf,
  includedUsage,
  mediaAt,
  mediaIn,
  parametersOf,
  withoutKeys,
} from './values.ts';

export const chatCompletions: ModelApi = {
  id: 'chat-completions',
  matches: (path) => path.endsWith('/chat/completions'),
  request: readRequest,
  answer: () => new ChatAnswer(),
};

const KNOWN = new Set(['model', 'messages', 'tools', 'functions', 'stream']);
const isSystem = (message: unknown): boolean => /^(system|developer)$/.test(String(fieldOf(message, 'role')));

function readRequest(body: Json): ModelRequest {
  const messages = listOf(body['messages']);
  const first = messages.findIndex((message) => !isSystem(message));
  const leading = messages.slice(0, first < 0 ? messages.length : first);
  const system = leading.map((message) => contentOf(fieldOf(message, 'content')).text).filter(Boolean);
  return {
    model: stringOf(body['model']),
    ...(system.length > 0 ? { system: system.join('\n\n') } : {}),
    items: settled(messages.slice(leading.length).flatMap((message) => messageItems(objectOf(message)))),
    tools: [...listOf(body['tools']), ...listOf(body['functions'])].flatMap(toolOf),
    parameters: parametersOf(body, KNOWN),
  };
}

/** A tool as the APIs of OpenAI offer it: the function in a field of its own, or not. */
export function toolOf(tool: unknown): ToolOffered[] {
  if (!isObject(tool)) return [];
  const definition = isObject(tool['function']) ? tool['function'] : isObject(tool['custom']) ? tool['custom'] : tool;
  const name = stringOf(definition['name']) ?? stringOf(tool['type']);
  if (name === undefined) return [];
  const description = textOf(definition['description']);
  const isHosted = definition === tool && tool['type'] !== 'function' && tool['type'] !== undefined;
  return [
    {
      name,
      ...(description === undefined ? {} : { description }),
      ...(definition['parameters'] === undefined ? {} : { schema: definition['parameters'] }),
      ...(isHosted ? { extra: withoutKeys(tool) as Json } : {}),
    },
  ];
}

function messageItems(message: Json): Item[] {
  const role = message['role'];
  if (role === 'assistant') return assistantItems(message);
  const content = contentOf(message['content']);
  if (role === 'tool' || role === 'function') {
    return [{ ...contentItem('tool', content), kind: 'result', ...resultName(message) }];
  }
  const speaker = textOf(message['name']);
  const extra = speaker ? { extra: { name: speaker } } : {};
  return [contentItem(isSystem(message) ? 'system' : 'user', content, extra)];
}

function resultName(message: Json): Partial<Item> {
  const [callId, name] = [stringOf(message['tool_call_id']), stringOf(message['name'])];
  return { ...(callId ? { callId } : {}), ...(name ? { name } : {}) };
}

function assistantItems(message: Json): Item[] {
  const content = contentOf(message['content']);
  const refusal = stringOf(message['refusal']);
  const audio = objectOf(message['audio']);
  addText(content, audio['transcript']);
  if (typeof audio['data'] === 'string') content.media.push(mediaIn(audio['data'], 'audio/*'));
  return [
    ...reasoningItems(message),
    contentItem('assistant', content),
    ...(refusal ? [{ role: 'assistant', kind: 'text', text: refusal, refusal: true } as const] : []),
    ...listOf(message['tool_calls']).flatMap(callItem),
    ...(isObject(message['function_call']) ? callItem({ function: message['function_call'] }) : []),
  ];
}

/** Not in OpenAI's own: others give the model's reasoning in one of these fields. */
function reasoningItems(message: Json): Item[] {
  const text = stringOf(message['reasoning_content']) ?? stringOf(message['reasoning']);
  return text ? [{ role: 'assistant', kind: 'reasoning', text }] : [];
}

function callItem(call: unknown): Item[] {
  if (!isObject(call)) return [];
  const custom = maybe(call['custom']);
  const made = custom ?? objectOf(call['function']);
  const callId = stringOf(call['id']);
  return [
    {
      role: 'assistant',
      kind: 'call',
      text: '',
      name: stringOf(made['name']) ?? '',
      ...(callId ? { callId } : {}),
      input: custom ? made['input'] : argumentsOf(made['arguments']),
    },
  ];
}

const maybe = (value: unknown): Json | undefined => (isObject(value) ? value : undefined);

function contentOf(value: unknown): Content {
  const content = emptyContent();
  if (typeof value === 'string') content.text = value;
  for (const part of listOf(value)) if (isObject(part)) addPart(content, part);
  return content;
}

function addPart(content: Content, part: Json): void {
  const type = part['type'];
  if (type === 'text' || type === 'refusal') {
    addText(content, part['text'] ?? part['refusal']);
    return;
  }
  const media =
    type === 'image_url'
      ? mediaAt(fieldOf(part['image_url'], 'url') ?? part['image_url'], 'image')
      : type === 'input_audio'
        ? mediaIn(fieldOf(part['input_audio'], 'data'), `audio/${String(fieldOf(part['input_audio'], 'format'))}`)
        : type === 'file'
          ? fileOf(objectOf(part['file']))
          : undefined;
  if (media) content.media.push(media);
  else content.other.push(part);
}

function fileOf(file: Json) {
  const name = stringOf(file['filename']);
  const media = mediaAt(file['file_data'] ?? file['file_id'], 'file_ref');
  return media && { ...media, ...(name ? { label: name } : {}) };
}

/** Texts of a delta that are added to what came before. */
const TEXTS = new Set(['content', 'refusal', 'reasoning', 'reasoning_content']);

interface Choice {
  content: string;
  reasoning: string;
  refusal: string;
  calls: Map<number, { id?: string; name: string; arguments: string; custom: boolean }>;
  message?: Json;
}

/** Pieces of tool calls are told apart by their index, of choices by theirs. */
class ChatAnswer implements AnswerReader {
  readonly #choices: Choice[] = [];
  #model?: string;
  #id?: string;
  #finish?: string;
  #usage: unknown;
  #error?: { message: string; code?: string };
  ended = false;

  whole(body: unknown): void {
    if (!isObject(body)) return;
    this.#head(body);
    for (const choice of listOf(body['choices']).filter(isObject)) {
      this.#choice(choice).message = objectOf(choice['message']);
      this.#finish ??= stringOf(choice['finish_reason']);
    }
    this.ended = true;
  }

  readonly joins = (event: Json, path: readonly string[]): boolean => {
    const choices = listOf(event['choices']);
    const [list, , delta, name] = path;
    const isText = path.length === 4 && list === 'choices' && delta === 'delta' && TEXTS.has(String(name));
    return isText && choices.length === 1 && addsAlone(fieldOf(choices[0], 'delta'), name, 'role');
  };

  event(data: Json): void {
    this.#head(data);
    for (const choice of listOf(data['choices']).filter(isObject)) {
      this.#finish ??= stringOf(choice['finish_reason']);
      this.#delta(this.#choice(choice), objectOf(choice['delta']));
    }
  }

  done(): void {
    this.ended = true;
  }

  #head(body: Json): void {
    this.#model ??= stringOf(body['model']);
    this.#id ??= stringOf(body['id']);
    if (isObject(body['usage'])) this.#usage = body['usage'];
    this.#error ??= errorIn(body);
  }

  #choice(choice: Json): Choice {
    const index = Math.min(Math.max(0, wholeOf(choice['index']) ?? 0), 127);
    while (this.#choices.length <= index) {
      this.#choices.push({ content: '', reasoning: '', refusal: '', calls: new Map() });
    }
    return this.#choices[index] as Choice;
  }

  #delta(choice: Choice, delta: Json): void {
    choice.content += textOf(delta['content']) ?? '';
    choice.refusal += textOf(delta['refusal']) ?? '';
    choice.reasoning += textOf(delta['reasoning_content']) ?? textOf(delta['reasoning']) ?? '';
    for (const piece of listOf(delta['tool_calls']).filter(isObject)) {
      const index = wholeOf(piece['index']) ?? 0;
      const call = choice.calls.get(index) ?? { name: '', arguments: '', custom: isObject(piece['custom']) };
      const made = objectOf(piece['function'] ?? piece['custom']);
      call.id ??= stringOf(piece['id']);
      call.name += textOf(made['name']) ?? '';
      call.arguments += textOf(made['arguments']) ?? textOf(made['input']) ?? '';
      choice.calls.set(index, call);
    }
  }

  answer(): Answer {
    const usage = objectOf(this.#usage);
    const details = objectOf(usage['prompt_tokens_details']);
    return {
      model: this.#model,
      responseId: this.#id,
      choices: this.#choices.map((choice) =>
        settled(choice.message ? assistantItems(choice.message) : itemsOf(choice)),
      ),
      finishReason: this.#finish,
      usage: includedUsage(
        this.#usage,
        {
          input: usage['prompt_tokens'],
          output: usage['completion_tokens'],
          cacheRead: details['cached_tokens'],
          cacheWrite: details['cache_write_tokens'],
          reasoning: fieldOf(usage['completion_tokens_details'], 'reasoning_tokens'),
        },
        this.#id,
      ),
      error: this.#error,
      // Some servers leave the mark out, and end after the reason.
      complete: this.ended || this.#finish !== undefined,
    };
  }
}

function itemsOf(choice: Choice): Item[] {
  const calls = [...choice.calls].sort(([a], [b]) => a - b).map(([, call]) => call);
  return assistantItems({
    reasoning_content: choice.reasoning,
    content: choice.content,
    refusal: choice.refusal,
    tool_calls: calls.map(({ id, name, arguments: input, custom }) =>
      custom ? { id, custom: { name, input } } : { id, function: { name, arguments: input } },
    ),
  });
}
