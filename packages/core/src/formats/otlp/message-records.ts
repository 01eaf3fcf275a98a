/**
 * Messages in log records: OpenTelemetry's instrumentations write what was said as records beside the span of a call, each
 * message by itself (`gen_ai.user.message`, `gen_ai.choice`) or all of it in one (`….inference.operation.details`).
 */
import { isObject, listOf, textOf } from '../../reading/native-values.ts';
import { attributesOf, plainValue, readAttributes } from './attributes.ts';
import * as name from './names.ts';
import { parsedText } from './numbered.ts';
import type { Values } from './read-chat.ts';
import type { LogRecord, LogsData, ReadSpan } from './span.ts';

const DETAILS = 'gen_ai.client.inference.operation.details';
const ROLES: Readonly<Record<string, string>> = {
  'gen_ai.system.message': 'system',
  'gen_ai.user.message': 'user',
  'gen_ai.assistant.message': 'assistant',
  'gen_ai.tool.message': 'tool',
};
const CHOICE = 'gen_ai.choice';

interface Told {
  readonly traceId: string;
  readonly spanId: string;
  readonly resource: Values;
  readonly at: string;
  readonly input: object[];
  readonly output: object[];
  /** Attributes of a record that has all of it. */
  readonly details: Map<string, unknown>;
}

export class MessageRecords {
  readonly #told = new Map<string, Told>();

  take({ resourceLogs, ...data }: LogsData): LogsData {
    const rest = resourceLogs.map(({ scopeLogs, ...one }) => ({
      ...one,
      scopeLogs: scopeLogs?.map(({ logRecords = [], ...scope }) => ({
        ...scope,
        logRecords: logRecords.filter((record) => !this.#takes(record, readAttributes(one.resource?.attributes))),
      })),
    }));
    return { ...data, resourceLogs: rest };
  }

  /** The span with the messages that it lacks. */
  withMessages(span: ReadSpan): ReadSpan {
    const told = this.#told.get(keyOf(span.traceId, span.spanId));
    if (!told) return span;
    const own = readAttributes(span.attributes);
    const more = [...attributesTold(told)].filter(([key]) => !own.has(key));
    return { ...span, attributes: [...(span.attributes ?? []), ...attributesOf(Object.fromEntries(more))] };
  }

  /** Calls that only records tell of: their spans did not come, or were not sampled. */
  spansWithout(spans: ReadonlyMap<string, unknown>): { span: ReadSpan; resource: Values; ours: false }[] {
    return [...this.#told.values()].flatMap((told) => {
      if (spans.has(keyOf(told.traceId, told.spanId))) return [];
      const { traceId, spanId, at, resource } = told;
      const attributes = attributesOf({ [name.OPERATION]: 'chat', ...Object.fromEntries(attributesTold(told)) });
      const span = { traceId, spanId, name: 'chat', startTimeUnixNano: at, endTimeUnixNano: at, attributes };
      return [{ span, resource, ours: false as const }];
    });
  }

  #takes(record: LogRecord, resource: Values): boolean {
    const said = readAttributes(record.attributes);
    const event = textOf(said.get('event.name')) ?? textOf(record.eventName) ?? '';
    if (event !== DETAILS && event !== CHOICE && !Object.hasOwn(ROLES, event)) return false;
    const [traceId, spanId] = [record.traceId ?? '', record.spanId ?? ''];
    const at = String(record.timeUnixNano ?? record.observedTimeUnixNano ?? '0');
    const key = keyOf(traceId, spanId || at);
    const told: Told = this.#told.get(key) ?? {
      ...{ traceId, spanId: spanId || at, resource, at },
      input: [],
      output: [],
      details: new Map(),
    };
    this.#told.set(key, told);
    const body = plainValue(record.body, 0);
    if (event === DETAILS) for (const [name, value] of said) told.details.set(name, value);
    else if (event === CHOICE) told.output.push(...choiceOf(body));
    else told.input.push(...messageOf(ROLES[event] as string, body));
    return true;
  }
}

const keyOf = (traceId: string, spanId: string): string => `${traceId} ${spanId}`;

function attributesTold({ input, output, details }: Told): Map<string, string | number | boolean> {
  const told = new Map<string, string | number | boolean>();
  for (const [key, value] of details) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') told.set(key, value);
    else if (value !== undefined) told.set(key, JSON.stringify(value));
  }
  if (input.length > 0) told.set(name.INPUT_MESSAGES, JSON.stringify(input));
  if (output.length > 0) told.set(name.OUTPUT_MESSAGES, JSON.stringify(output));
  return told;
}

function messageOf(role: string, body: unknown): object[] {
  if (!isObject(body)) return [];
  const content = body['content'];
  if (role === 'tool') return [{ role, parts: [{ type: 'tool_call_response', id: body['id'], response: content }] }];
  return [{ role, parts: [...textParts(content), ...listOf(body['tool_calls']).flatMap(callPart)] }];
}

/** The answer is in `message`; older writers had it beside the index. */
function choiceOf(body: unknown): object[] {
  if (!isObject(body)) return [];
  const message = isObject(body['message']) ? body['message'] : body;
  return messageOf('assistant', { ...message, tool_calls: message['tool_calls'] ?? body['tool_calls'] });
}

function textParts(content: unknown): object[] {
  if (content === undefined || content === null || content === '') return [];
  return [{ type: 'text', content: typeof content === 'string' ? content : JSON.stringify(content) }];
}

function callPart(call: unknown): object[] {
  if (!isObject(call)) return [];
  const made = isObject(call['function']) ? call['function'] : call;
  return [{ type: 'tool_call', id: call['id'], name: made['name'], arguments: parsedText(made['arguments']) }];
}
