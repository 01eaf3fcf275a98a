/**
 * Lines of a run's transcript as events, in the three dialects that were seen: by `role` (the documented one), by `type`
 * with calls and results apart (the SDK's), and the stream of Gemini.
 */
import {
  countOf,
  isObject,
  type Json,
  listOf,
  objectOf,
  restOf,
  stringOf,
  textOf,
} from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Event, Tool, Usage } from '../../transcript.ts';
import { answeredTool, calledTool, hasOutcome, OpenCalls, TOOL_FIELDS } from './line-tool.ts';

/** An event before it is numbered; without a time it has that of the event before. */
export type Draft = Omit<Event, 'seq' | 'timestamp'> & { timestamp?: string };
type Body = Omit<Draft, 'id'>;

const MESSAGE_FIELDS = new Set(['timestamp', 'ts', 'role', 'type', 'content', 'text']);
const ERROR_FIELDS = new Set([...MESSAGE_FIELDS, 'error', 'message']);
const RESULT_FIELDS = new Set(['timestamp', 'ts', 'type', 'usage', 'stats', 'response', 'result', 'content']);
const TIMES = new Set(['timestamp', 'ts', 'type']);

const MESSAGES: Readonly<Record<string, Pick<Event, 'type' | 'role'>>> = {
  system: { type: 'system', role: 'system' },
  user: { type: 'user_message', role: 'user' },
  assistant: { type: 'assistant_message', role: 'assistant' },
  model: { type: 'assistant_message', role: 'assistant' },
};

export class LineReader {
  readonly #calls = new OpenCalls();
  /** The dialect of the first line that says it. */
  dialect: 'role' | 'type' | undefined;

  /** Undefined when the line is of no dialect. Results change the status of calls that were given before. */
  read(value: Json, line: number): Draft[] | undefined {
    const [role, type] = [stringOf(value['role']), stringOf(value['type'])];
    const bodies = this.#byType(type, role, value) ?? this.#byRole(role, value);
    if (!bodies) return undefined;
    this.dialect ??= type === undefined || type === 'reasoning' || role !== undefined ? 'role' : 'type';
    const time = readTime(value['timestamp'] ?? value['ts']);
    const native = { type: role === undefined ? `line/${type}` : `line/${role}`, pointer: `/${line - 1}` };
    return bodies.map((body, index) => {
      const id = `line-${line}${index > 0 ? `.${index}` : ''}`;
      const parent = index > 0 ? { parentId: `line-${line}` } : {};
      const draft: Draft = { id, ...(time === undefined ? {} : { timestamp: time }), ...body, ...parent, native };
      if (draft.type === 'tool_call' && draft.tool?.status === 'running') this.#calls.add(draft as Event);
      return draft;
    });
  }

  #byRole(role: string | undefined, value: Json): Body[] | undefined {
    if (role === 'tool') return toolLine(value);
    const known = role !== undefined && Object.hasOwn(MESSAGES, role) ? MESSAGES[role] : undefined;
    return known && [{ ...known, ...wordsOf(value), ...unknown(value, MESSAGE_FIELDS) }];
  }

  #byType(type: string | undefined, role: string | undefined, value: Json): Body[] | undefined {
    switch (type) {
      case 'reasoning':
        return [{ type, role: 'assistant', ...wordsOf(value), ...unknown(value, MESSAGE_FIELDS) }];
      case 'error':
        return [{ type, error: { message: errorText(value) }, ...unknown(value, ERROR_FIELDS) }];
      case 'tool_use': {
        const tool = { ...calledTool(value), status: 'running' };
        return [{ type: 'tool_call', role: 'assistant', tool, ...unknown(value, TOOL_FIELDS) }];
      }
      case 'tool_result':
        return [this.#result(value)];
      case 'init':
        return [{ type: 'session', phase: 'started', session: restOf(value, TIMES) ?? {} }];
      case 'result':
        return [resultOf(value)];
      case 'text':
      case 'message':
        return this.#byRole(role ?? 'assistant', value);
      default:
        return undefined;
    }
  }

  #result(value: Json): Body {
    const tool = answeredTool(value);
    const call = this.#calls.take(tool);
    if (call?.tool) {
      call.tool.status = tool.status;
      if (tool.exitCode !== undefined) call.tool.exitCode = tool.exitCode;
      if (tool.name === '') tool.name = call.tool.name;
    }
    const parent = call ? { parentId: call.id } : {};
    return { type: 'tool_result', role: 'tool', tool, ...unknown(value, TOOL_FIELDS), ...parent };
  }
}

/** A call with its result; without any output the call is all there is. */
function toolLine(value: Json): Body[] {
  const call = calledTool(value);
  const more = unknown(value, TOOL_FIELDS);
  if (!hasOutcome(value))
    return [{ type: 'tool_call', role: 'assistant', tool: { ...call, status: 'running' }, ...more }];
  const answer = answeredTool(value);
  const { status, exitCode } = answer;
  const outcome = { status, ...(exitCode === undefined ? {} : { exitCode }) };
  return [
    { type: 'tool_call', role: 'assistant', tool: { ...call, ...outcome }, ...more },
    { type: 'tool_result', role: 'tool', tool: answer, ...fieldOf(value, answer) },
  ];
}

/** Which field the output stood in, where it is another than the tool's kind would have. */
function fieldOf(value: Json, { kind }: Tool): Pick<Body, 'extra'> {
  const usual = kind === 'read' ? 'content' : 'tool_output';
  const field = value['tool_output'] !== undefined ? 'tool_output' : value['content'] !== undefined ? 'content' : usual;
  return field === usual ? {} : { extra: { runField: field } };
}

/** The end of a step: what it used, and the answer once more. */
function resultOf(value: Json): Body {
  const usage = usageOf(objectOf(value['usage'] ?? value['stats']));
  const text = textOf(value['response']) ?? textOf(value['result']) ?? textOf(value['content']);
  return {
    type: 'meta',
    ...(text === undefined ? {} : { text }),
    ...(usage ? { usage } : {}),
    ...unknown(value, RESULT_FIELDS),
  };
}

/** Prompt numbers include what came from a cache. */
function usageOf(tokens: Json): Usage | undefined {
  const input = countOf(tokens['prompt_tokens'] ?? tokens['input_tokens'] ?? tokens['prompt']);
  const output = countOf(tokens['completion_tokens'] ?? tokens['output_tokens'] ?? tokens['completion']);
  if (input + output === 0) return undefined;
  return { input, output, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0, native: tokens };
}

/** Content is text, or blocks of which the texts are taken. */
function wordsOf(value: Json): Pick<Body, 'text' | 'parts'> {
  const content = value['content'] ?? value['text'];
  if (typeof content === 'string') return { text: content };
  if (content === undefined || content === null) return {};
  const texts = listOf(content).map((block) => (isObject(block) ? textOf(block['text']) : textOf(block)));
  const whole = texts.length > 0 && texts.every((text) => text !== undefined);
  return whole ? { text: texts.join('\n') } : { parts: [{ type: 'json', json: content }] };
}

function errorText(value: Json): string {
  const told = [value['error'], value['message'], value['content'], value['text']];
  const nested = told.map((item) => (isObject(item) ? item['message'] : item));
  return nested.map(stringOf).find((text) => text !== undefined) ?? '';
}

function unknown(value: Json, known: ReadonlySet<string>): Pick<Body, 'extra'> {
  const rest = restOf(value, known);
  return rest ? { extra: { runLine: rest } } : {};
}
