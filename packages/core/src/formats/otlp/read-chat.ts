/** An answer of a model, and what it was asked, as events. The mirror of `messages.ts` and of the spans of answers. */
import { isObject, listOf, stringOf, textOf, wholeOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Event, Part, Usage } from '../../transcript.ts';
import { readAttributes, timeOf } from './attributes.ts';
import * as name from './names.ts';
import type { ReadSpan } from './span.ts';

export type Draft = Omit<Event, 'id' | 'seq' | 'source' | 'sourceSeq' | 'timestamp'> & { timestamp?: string };
export type Values = ReadonlyMap<string, unknown>;

/** What was said before the answer: messages, then failures. */
export function asked(span: ReadSpan, values: Values): Draft[] {
  const at = timeOf(span.startTimeUnixNano);
  const system = listOf(parsed(values.get(name.SYSTEM_INSTRUCTIONS)));
  const instructions = system.length > 0 ? [{ role: 'system', parts: system }] : [];
  const messages = [...instructions, ...listOf(parsed(values.get(name.INPUT_MESSAGES)))];
  return [
    ...messages.flatMap((message) => (isObject(message) ? inputDrafts(message, at) : [])),
    ...(span.events ?? []).flatMap((event) =>
      failure(readAttributes(event.attributes), event.timeUnixNano, event.name),
    ),
    ...(failureOf(span)
      ? [{ type: 'error', timestamp: timeOf(span.endTimeUnixNano), error: failureOf(span) } as Draft]
      : []),
  ];
}

/** Some writers have the words of a message in `content`, without parts. */
function partsOf(message: Record<string, unknown>): Record<string, unknown>[] {
  const parts = listOf(message['parts']).filter(isObject);
  const content = textOf(message['content']);
  return parts.length === 0 && content !== undefined ? [{ type: 'text', content }] : parts;
}

function inputDrafts(message: Record<string, unknown>, at: string | undefined): Draft[] {
  const role = message['role'];
  const timestamp = readTime(message['timestamp']) ?? at;
  const parts = partsOf(message);
  if (role === 'assistant') {
    const base = { role: 'assistant' as const, timestamp };
    return parts.flatMap((part) => partDrafts(part, base, () => undefined));
  }
  const results = parts.filter(({ type }) => type === 'tool_call_response').map((part) => resultDraft(part, timestamp));
  if (role === 'tool') return results.length > 0 ? results : wordsAsResult(message, parts, timestamp);
  if (role !== 'user' && role !== 'system') return results;
  const said = messageDraft(role, parts, timestamp);
  return results.length > 0 && said.text === undefined && !said.parts ? results : [...results, said];
}

function messageDraft(role: 'user' | 'system', parts: Record<string, unknown>[], timestamp: string | undefined): Draft {
  const texts = parts.flatMap((part) => (part['type'] === 'text' ? [textOf(part['content']) ?? ''] : []));
  const images: Part[] = parts.flatMap((part) => {
    if (part['modality'] !== 'image') return [];
    const mime = textOf(part['mime_type']);
    return [{ type: 'image', ...(mime === undefined ? {} : { mime }), path: textOf(part['uri']) ?? '' }];
  });
  return {
    type: role === 'user' ? 'user_message' : 'system',
    role,
    timestamp,
    ...(texts.length > 0 ? { text: texts.join('\n\n') } : {}),
    ...(images.length > 0 ? { parts: images } : {}),
  };
}

/** The conventions say `response`; earlier ones said `result`. */
function resultDraft(part: Record<string, unknown>, timestamp: string | undefined): Draft {
  const callId = stringOf(part['id']);
  const given = part['response'] ?? part['result'] ?? part['content'];
  const output = typeof given === 'string' ? given : given === undefined ? undefined : JSON.stringify(given);
  return {
    type: 'tool_result',
    role: 'tool',
    timestamp,
    tool: {
      name: textOf(part['name']) ?? '',
      ...(callId === undefined ? {} : { callId }),
      ...(output === undefined ? {} : { output }),
    },
  };
}

/** A result without a part of its own: its words, and the id of its call beside them. */
function wordsAsResult(
  message: Record<string, unknown>,
  parts: readonly Record<string, unknown>[],
  timestamp: string | undefined,
): Draft[] {
  const content = parts.map((part) => textOf(part['content']) ?? '').join('\n\n');
  const id = message['tool_call_id'] ?? message['id'];
  return parts.length === 0 ? [] : [resultDraft({ id, name: message['name'], content }, timestamp)];
}

function failure(values: Values, at: unknown, kind: string | undefined): Draft[] {
  const message = textOf(values.get('exception.message'));
  if (kind !== 'exception' || message === undefined) return [];
  const code = textOf(values.get('exception.type'));
  return [{ type: 'error', timestamp: timeOf(at), error: { message, ...(code === undefined ? {} : { code }) } }];
}

const isError = (code: unknown): boolean => code === 2 || code === 'STATUS_CODE_ERROR';

/** How a span failed that says so by its status alone. */
export function failureOf({
  status,
  events = [],
  attributes,
}: ReadSpan): { message: string; code?: string } | undefined {
  if (!isError(status?.code) || events.some((event) => event.name === 'exception')) return undefined;
  const code = textOf(readAttributes(attributes).get(name.ERROR_TYPE));
  return { message: status?.message || code || 'failed', ...(code === undefined ? {} : { code }) };
}

/** What the model answered; the times of calls are those of their own spans, if there are any. */
export function answered(span: ReadSpan, values: Values, callTime: (id: string) => string | undefined): Draft[] {
  const [start, end] = [timeOf(span.startTimeUnixNano), timeOf(span.endTimeUnixNano)];
  const model = stringOf(values.get(name.RESPONSE_MODEL)) ?? stringOf(values.get(name.REQUEST_MODEL));
  const provider = name.readProvider(stringOf(values.get(name.PROVIDER)));
  const variant = stringOf(values.get(name.VARIANT));
  const base = {
    role: 'assistant' as const,
    timestamp: start,
    ...(model === undefined ? {} : { model }),
    ...(model === undefined || provider === undefined ? {} : { provider }),
    ...(variant === undefined ? {} : { variant }),
  };
  const drafts = listOf(parsed(values.get(name.OUTPUT_MESSAGES)))
    .flatMap((message) => (isObject(message) ? listOf(message['parts']) : []))
    .flatMap((part) => (isObject(part) ? partDrafts(part, base, callTime) : []));
  const [first, last] = [drafts[0], drafts.at(-1)];
  if (first && last) {
    const usage = usageOf(values);
    if (usage) first.usage = usage;
    if (start !== undefined && first.timestamp !== start) first.startedAt = start;
    if (end !== undefined && last.type !== 'tool_call' && last.timestamp !== end) last.completedAt = end;
  }
  return drafts;
}

function partDrafts(
  part: Record<string, unknown>,
  base: Omit<Draft, 'type'>,
  callTime: (id: string) => string | undefined,
): Draft[] {
  const content = textOf(part['content']);
  if (part['type'] === 'reasoning') return [{ ...base, type: 'reasoning', text: content ?? '' }];
  if (part['type'] === 'text') return [{ ...base, type: 'assistant_message', text: content ?? '' }];
  if (part['type'] !== 'tool_call') return [];
  const callId = textOf(part['id']);
  const tool = {
    name: textOf(part['name']) ?? '',
    ...(callId === undefined ? {} : { callId }),
    ...('arguments' in part ? { input: part['arguments'] } : {}),
  };
  const timestamp = (callId === undefined ? undefined : callTime(callId)) ?? base.timestamp;
  return [{ ...base, timestamp, type: 'tool_call', tool }];
}

/** Undefined when the span counts nothing. */
export function usageOf(values: Values): Usage | undefined {
  const number = (key: string) => Math.max(0, wholeOf(values.get(key)) ?? 0);
  if (!values.has(name.INPUT_TOKENS) && !values.has(name.OUTPUT_TOKENS)) return undefined;
  const [cacheRead, cacheWrite, cacheWrite1h] = [
    number(name.CACHE_READ),
    number(name.CACHE_WRITE),
    number(name.CACHE_WRITE_1H),
  ];
  const reasoning = number(name.REASONING_TOKENS);
  const responseId = textOf(values.get(name.RESPONSE_ID));
  const inherited = values.get(name.INHERITED);
  return {
    input: Math.max(0, number(name.INPUT_TOKENS) - cacheRead - cacheWrite),
    output: Math.max(0, number(name.OUTPUT_TOKENS) - reasoning),
    cacheRead,
    cacheWrite5m: Math.max(0, cacheWrite - cacheWrite1h),
    cacheWrite1h,
    reasoning,
    ...(responseId === undefined ? {} : { responseId }),
    ...(typeof inherited === 'boolean' ? { inherited } : {}),
  };
}

/** Messages are JSON text, or structured where the writer could. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
