/**
 * Log records of agents (`resourceLogs`) as transcripts: prompts, answers, tool calls and their results, requests with
 * their tokens, errors. Agents name them alike behind a word of their own (`….user_prompt`, `….tool_result`), so that
 * the end of the name tells. What is none of these is kept as a status with all that it says.
 */
import { subagentSource } from '../../events/source-path.ts';
import { isObject, numberOf, stringOf, textOf, wholeOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import { messages } from '../../recording/apis/messages.ts';
import { hash } from '../../recording/hash.ts';
import type { Item } from '../../recording/item.ts';
import type { Usage } from '../../transcript.ts';
import { plainValue, readAttributes, timeOf } from './attributes.ts';
import { type Draft, parsed, type Values } from './read-chat.ts';
import type { LogRecord, LogsData } from './span.ts';
import { sessionOf } from './writers.ts';

/** One record, and the session that it is of. */
export interface ReadLog {
  readonly session: string;
  readonly resource: Values;
  /** The record's own id, from what is in it: the same when its exporter sends it again. */
  readonly id: string;
  readonly source: string;
  readonly drafts: readonly Draft[];
  /** What it says of the session. */
  readonly facts: { readonly agent?: string; readonly version?: string; readonly model?: string };
}

/** Records of sessions, in the order of the document. */
export function* readLogs({ resourceLogs }: LogsData): Iterable<ReadLog> {
  for (const { resource, scopeLogs } of resourceLogs) {
    const values = readAttributes(resource?.attributes);
    for (const { logRecords = [] } of scopeLogs ?? []) {
      for (const record of logRecords) {
        const said = readAttributes(record.attributes);
        const session = sessionOf(said, values);
        if (session === undefined) continue;
        const id = `log-${hash(JSON.stringify(record))}`;
        yield {
          session,
          resource: values,
          id,
          source: sourceOf(said),
          drafts: draftsOf(record, said),
          facts: factsOf(said),
        };
      }
    }
  }
}

/** Records of a subagent name it. */
function sourceOf(said: Values): string {
  const agent = stringOf(said.get('agent_id')) ?? stringOf(said.get('agent.id'));
  return agent === undefined ? 'primary' : subagentSource(agent.replaceAll('/', '-'));
}

function factsOf(said: Values): ReadLog['facts'] {
  const [version, model] = [textOf(said.get('app.version')), textOf(said.get('model'))];
  return { ...(version === undefined ? {} : { version }), ...(model === undefined ? {} : { model }) };
}

function draftsOf(record: LogRecord, said: Values): Draft[] {
  const body = plainValue(record.body, 0);
  const event = stringOf(said.get('event.name')) ?? stringOf(record.eventName) ?? textOf(body) ?? 'log';
  const timestamp =
    readTime(said.get('event.timestamp')) ?? timeOf(record.timeUnixNano) ?? timeOf(record.observedTimeUnixNano);
  const tail = event.slice(event.lastIndexOf('.') + 1);
  const reader = Object.hasOwn(READERS, tail) ? READERS[tail] : undefined;
  const drafts = reader?.(said) ?? [];
  const known = drafts.length > 0 ? drafts : [{ type: 'status', status: { label: event } } as Draft];
  const extra = { ...Object.fromEntries(said), ...(isObject(body) ? { body } : {}) };
  // Whole requests repeat the conversation: they stay in the original.
  if (tail.endsWith('_body')) delete extra['body'];
  return known.map((draft, at) => ({ ...draft, timestamp, ...(at === 0 ? { extra } : {}) }));
}

const READERS: Readonly<Record<string, (said: Values) => Draft[]>> = {
  user_prompt: (said) => worded(said, ['prompt'], (text) => ({ type: 'user_message', role: 'user', text })),
  assistant_response: (said) =>
    worded(said, ['response', 'text', 'content', 'message'], (text) => ({
      type: 'assistant_message',
      role: 'assistant',
      text,
    })),
  tool_result: toolDrafts,
  tool_decision: decisionDrafts,
  api_request: (said) => [...failedRequest(said), ...requestDrafts(said)],
  api_response_body: answerDrafts,
  sse_event: requestDrafts,
  api_error: (said) =>
    worded(said, ['error', 'error.message'], (message) => {
      const status = wholeOf(Number(said.get('status_code') ?? said.get('http.response.status_code')));
      return { type: 'error', error: { message, ...(status === undefined ? {} : { status }) } };
    }),
};

/** A request that was answered with an error says so by its status. */
function failedRequest(said: Values): Draft[] {
  const status = wholeOf(Number(said.get('http.response.status_code') ?? Number.NaN));
  const message = stringOf(said.get('error.message'));
  if (message === undefined && (status === undefined || status < 400)) return [];
  const error = { message: message ?? `status ${status}`, ...(status === undefined ? {} : { status }) };
  return [{ type: 'error', error }];
}

/** A whole answer of the model, where the agent logs it. */
function answerDrafts(said: Values): Draft[] {
  const body = parsed(said.get('body'));
  if (!isObject(body)) return [];
  const reader = messages.answer();
  reader.whole(body);
  const { choices, model } = reader.answer();
  const base = { role: 'assistant' as const, ...(model === undefined ? {} : { model }) };
  return (choices[0] ?? []).map((item) => ({ ...base, ...answerDraft(item) }));
}

function answerDraft({ kind, text, callId, name = '', input }: Item): Draft {
  if (kind !== 'call') return { type: kind === 'reasoning' ? 'reasoning' : 'assistant_message', text };
  return { type: 'tool_call', tool: { name, ...(callId === undefined ? {} : { callId }), input, status: 'running' } };
}

function worded(said: Values, keys: readonly string[], make: (text: string) => Draft): Draft[] {
  const text = keys.map((key) => textOf(said.get(key))).find((words) => words !== undefined);
  return text === undefined ? [] : [make(text)];
}

const callIdOf = (said: Values) => textOf(said.get('tool_use_id')) ?? textOf(said.get('call_id'));

/** One record tells of the call and of how it ended. */
function toolDrafts(said: Values): Draft[] {
  const callId = callIdOf(said);
  const tool = {
    name: textOf(said.get('tool_name')) ?? '',
    ...(callId === undefined ? {} : { callId }),
  };
  const given = said.get('tool_input') ?? said.get('tool_parameters') ?? said.get('arguments');
  const output = textOf(said.get('tool_output')) ?? textOf(said.get('output')) ?? textOf(said.get('error'));
  const durationMs = numberOf(Number(said.get('duration_ms')));
  const status = String(said.get('success') ?? true) === 'true' ? 'ok' : 'error';
  const input = given === undefined ? {} : { input: parsed(given) ?? given };
  return [
    { type: 'tool_call', role: 'assistant', tool: { ...tool, ...input, status } },
    {
      type: 'tool_result',
      role: 'tool',
      tool: {
        ...tool,
        status,
        ...(output === undefined ? {} : { output }),
        ...(durationMs === undefined || !(durationMs >= 0) ? {} : { durationMs }),
      },
    },
  ];
}

function decisionDrafts(said: Values): Draft[] {
  const decision = textOf(said.get('decision'));
  const callId = callIdOf(said);
  const by = textOf(said.get('source'));
  if (decision === undefined) return [];
  const status = /^(accept|approved)/.test(decision) ? 'accept' : 'reject';
  return [
    {
      type: 'permission',
      permission: {
        action: textOf(said.get('tool_name')) ?? '',
        status: decision === 'approved_for_session' ? 'accept_for_session' : status,
        ...(callId === undefined ? {} : { id: callId, callId }),
        ...(by === undefined ? {} : { by }),
      },
    } as Draft,
  ];
}

/** A request that counts tokens. */
function requestDrafts(said: Values): Draft[] {
  const number = (...keys: string[]) =>
    keys.map((key) => wholeOf(Number(said.get(key) ?? Number.NaN))).find((value) => value !== undefined) ?? 0;
  const [input, output] = [number('input_tokens', 'input_token_count'), number('output_tokens', 'output_token_count')];
  if (input + output === 0) return [];
  const cached = number('cached_token_count');
  const reasoning = Math.min(output, number('reasoning_token_count'));
  const responseId = textOf(said.get('request_id'));
  const usage: Usage = {
    // One names what was read from the cache beside the input, the other as a part of it.
    input: Math.max(0, input - cached),
    output: output - reasoning,
    cacheRead: number('cache_read_tokens') + cached,
    cacheWrite5m: number('cache_creation_tokens'),
    cacheWrite1h: 0,
    reasoning,
    ...(responseId === undefined ? {} : { responseId }),
    ...(said.get('speed') === 'fast' ? { speed: 'fast' } : {}),
  };
  const model = textOf(said.get('model'));
  const label = { status: { label: 'request' } };
  return [{ type: 'status', ...label, ...(model === undefined ? {} : { model }), usage }];
}
