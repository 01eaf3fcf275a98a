/** Gemini's generateContent, streamed as events or as one list. */
import { isObject, type Json, listOf, objectOf, stringOf, textOf, wholeOf } from '../../reading/native-values.ts';
import { type Answer, type Item, type ModelRequest, settled, type ToolOffered } from '../item.ts';
import type { AnswerReader, ModelApi } from './contract.ts';
import {
  addText,
  contentItem,
  emptyContent,
  errorIn,
  fieldOf,
  includedUsage,
  mediaAt,
  mediaIn,
  parametersOf,
} from './values.ts';

const PATH = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

export const generateContent: ModelApi = {
  id: 'generate-content',
  matches: (path) => PATH.test(path),
  request: readRequest,
  answer: () => new GeminiAnswer(),
};

const KNOWN = new Set(['contents', 'systemInstruction', 'system_instruction', 'tools']);

function readRequest(body: Json, path: string): ModelRequest {
  const instruction = body['systemInstruction'] ?? body['system_instruction'];
  const system = partsOf(instruction)
    .map((part) => textOf(part['text']) ?? '')
    .filter(Boolean);
  const contents = listOf(body['contents']).filter(isObject);
  return {
    model: stringOf(body['model']) ?? PATH.exec(path)?.[1],
    ...(system.length > 0 ? { system: system.join('\n\n') } : {}),
    items: settled(
      contents.flatMap((content) =>
        content['role'] === 'model' ? modelItems(partsOf(content)) : userItems(partsOf(content)),
      ),
    ),
    tools: listOf(body['tools']).flatMap(toolsOf),
    parameters: parametersOf(body, KNOWN),
  };
}

const partsOf = (content: unknown): Json[] => listOf(fieldOf(content, 'parts')).filter(isObject);

function toolsOf(tool: unknown): ToolOffered[] {
  const declared = listOf(fieldOf(tool, 'functionDeclarations') ?? fieldOf(tool, 'function_declarations'));
  const hosted = Object.entries(objectOf(tool)).filter(([name]) => !/^function_?declarations$/i.test(name));
  return [
    ...declared.filter(isObject).flatMap((one): ToolOffered[] => {
      const name = stringOf(one['name']);
      const description = textOf(one['description']);
      const schema = one['parametersJsonSchema'] ?? one['parameters'];
      if (name === undefined) return [];
      return [
        {
          name,
          ...(description === undefined ? {} : { description }),
          ...(schema === undefined ? {} : { schema }),
        },
      ];
    }),
    ...hosted.map(([name, settings]) => ({ name, extra: { settings } })),
  ];
}

/** Answers of functions come first, then what the user says beside them. */
function userItems(parts: readonly Json[]): Item[] {
  const results = parts.flatMap((part) => resultItems(part['functionResponse']));
  const content = emptyContent();
  for (const part of parts) {
    if (typeof part['text'] === 'string') addText(content, part['text']);
    else if (isObject(part['inlineData'])) content.media.push(inlineMedia(part['inlineData']));
    else if (isObject(part['fileData'])) {
      const media = mediaAt(part['fileData']['fileUri'], 'file_ref', stringOf(part['fileData']['mimeType']));
      if (media) content.media.push(media);
    } else if (!isObject(part['functionResponse'])) content.other.push(part);
  }
  return [...results, contentItem('user', content)];
}

const inlineMedia = (data: Json) => mediaIn(data['data'], data['mimeType'], data['displayName']);

function resultItems(response: unknown): Item[] {
  if (!isObject(response)) return [];
  const [callId, name] = [stringOf(response['id']), stringOf(response['name'])];
  const { response: value } = response;
  const output = fieldOf(value, 'output') ?? fieldOf(value, 'result') ?? fieldOf(value, 'error') ?? value;
  return [
    {
      role: 'tool',
      kind: 'result',
      text: typeof output === 'string' ? output : JSON.stringify(value ?? null),
      ...(callId ? { callId } : {}),
      ...(name ? { name } : {}),
      ...(fieldOf(value, 'error') !== undefined ? { failed: true } : {}),
    },
  ];
}

function modelItems(parts: readonly Json[]): Item[] {
  return parts.flatMap((part): Item[] => {
    const text = textOf(part['text']);
    const call = part['functionCall'];
    if (isObject(call)) return [callItem(call)];
    if (text !== undefined) return [{ role: 'assistant', kind: part['thought'] === true ? 'reasoning' : 'text', text }];
    if (isObject(part['inlineData'])) {
      return [{ role: 'assistant', kind: 'text', text: '', media: [inlineMedia(part['inlineData'])] }];
    }
    return Object.keys(part).length > 0 ? [{ role: 'assistant', kind: 'other', text: '', extra: part }] : [];
  });
}

function callItem(call: Json): Item {
  const callId = stringOf(call['id']);
  return {
    role: 'assistant',
    kind: 'call',
    text: '',
    name: stringOf(call['name']) ?? '',
    ...(callId ? { callId } : {}),
    input: call['args'] ?? {},
  };
}

class GeminiAnswer implements AnswerReader {
  readonly #choices: Json[][] = [];
  #model?: string;
  #id?: string;
  #finish?: string;
  #usage: unknown;
  #error?: { message: string; code?: string };
  ended = false;

  whole(body: unknown): void {
    for (const chunk of Array.isArray(body) ? body : [body]) if (isObject(chunk)) this.event(chunk);
    this.ended = true;
  }

  /** A later chunk may hold more usage, so that none is known to be the last. */
  event(data: Json): void {
    this.#model ??= stringOf(data['modelVersion']);
    this.#id ??= stringOf(data['responseId']);
    if (isObject(data['usageMetadata'])) this.#usage = data['usageMetadata'];
    const blocked = stringOf(fieldOf(data['promptFeedback'], 'blockReason'));
    if (blocked) this.#error = { message: `The prompt was blocked: ${blocked}`, code: blocked };
    this.#error ??= errorIn(data);
    for (const candidate of listOf(data['candidates']).filter(isObject)) {
      const index = Math.min(Math.max(0, wholeOf(candidate['index']) ?? 0), 127);
      while (this.#choices.length <= index) this.#choices.push([]);
      this.#choices[index]?.push(...partsOf(candidate['content']));
      this.#finish = stringOf(candidate['finishReason']) ?? this.#finish;
    }
  }

  done(): void {}

  answer(): Answer {
    const usage = objectOf(this.#usage);
    const output = Number(usage['candidatesTokenCount'] ?? 0) + Number(usage['thoughtsTokenCount'] ?? 0);
    const input = Number(usage['promptTokenCount'] ?? 0) + Number(usage['toolUsePromptTokenCount'] ?? 0);
    return {
      model: this.#model,
      responseId: this.#id,
      choices: this.#choices.map((parts) => settled(modelItems(parts))),
      finishReason: this.#finish,
      usage: includedUsage(
        this.#usage,
        { input, output, cacheRead: usage['cachedContentTokenCount'], reasoning: usage['thoughtsTokenCount'] },
        this.#id,
      ),
      error: this.#error,
      complete: this.ended || this.#finish !== undefined || this.#error !== undefined,
    };
  }
}
