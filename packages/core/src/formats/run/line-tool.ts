/** The tool of a line, whatever the dialect calls its fields, and the calls that wait for a result. */
import { isObject, type Json, stringOf, textOf, wholeOf } from '../../reading/native-values.ts';
import type { Event, Tool, ToolKind } from '../../transcript.ts';

/** Fields that become a tool's. */
export const TOOL_FIELDS = new Set([
  ...['timestamp', 'ts', 'role', 'type', 'tool_name', 'tool', 'name', 'tool_input', 'input', 'parameters', 'content'],
  ...[
    'tool_output',
    'output',
    'result',
    'tool_call_id',
    'tool_id',
    'id',
    'success',
    'status',
    'exit_code',
    'duration_ms',
  ],
]);

/** What was called. */
export function calledTool(value: Json): Tool {
  const input = value['tool_input'] ?? value['input'] ?? value['parameters'];
  return { ...namedTool(value), ...(input === undefined ? {} : { input }) };
}

/** Which tool, how it went and what came back. */
export function answeredTool(value: Json): Tool {
  const told = value['tool_output'] ?? value['output'] ?? value['content'] ?? value['result'];
  const output =
    typeof told === 'string' ? { output: told } : told === undefined || told === null ? {} : { result: told };
  return { ...namedTool(value), ...outcomeOf(value), ...output };
}

function namedTool(value: Json): Tool {
  const name = ['tool_name', 'tool', 'name'].map((field) => textOf(value[field])).find((text) => text !== undefined);
  const callId = ['tool_call_id', 'tool_id', 'id'].map((field) => stringOf(value[field])).find((text) => text);
  const duration = wholeOf(value['duration_ms']);
  const kind = kindOf(name ?? '');
  return {
    name: name ?? '',
    ...(kind === undefined ? {} : { kind }),
    ...(callId === undefined ? {} : { callId }),
    ...(duration === undefined || duration < 0 ? {} : { durationMs: duration }),
  };
}

/** Runs are written by several engines: what their tools do is told by the usual names. */
const KINDS: readonly (readonly [RegExp, ToolKind])[] = [
  [/^(read|read_?file|view|cat|open_?file)$/i, 'read'],
  [/^(write|write_?file|create_?file)$/i, 'write'],
  [/^(edit|multi_?edit|edit_?file|apply_?patch|str_?replace|replace|notebook_?edit)$/i, 'edit'],
  [/^(bash|shell|exec|exec_command|run_shell_command|run_command|powershell)$/i, 'shell'],
  [/^(grep|glob|ls|search|list_directory|search_file_content|find)$/i, 'search'],
  [/^(web_?fetch|web_?search|google_web_search)$/i, 'web'],
  [/^(task|agent)$/i, 'task'],
  [/^(todo_?write|todo_?read|update_plan)$/i, 'todo'],
];

const kindOf = (name: string): ToolKind | undefined => KINDS.find(([pattern]) => pattern.test(name))?.[1];

const WELL = new Set(['ok', 'success', 'succeeded', 'completed']);

export function outcomeOf(value: Json): Pick<Tool, 'status' | 'exitCode'> {
  const status = stringOf(value['status']);
  const exitCode = wholeOf(value['exit_code']);
  const failed = value['success'] === false || (exitCode !== undefined && exitCode !== 0);
  const said = status === undefined ? undefined : WELL.has(status) ? 'ok' : status === 'failed' ? 'error' : status;
  return { status: said ?? (failed ? 'error' : 'ok'), ...(exitCode === undefined ? {} : { exitCode }) };
}

/** Whether a line says anything about how the call went. */
export function hasOutcome(value: Json): boolean {
  const fields = ['tool_output', 'content', 'output', 'result', 'success', 'status', 'exit_code'];
  return fields.some((field) => value[field] !== undefined && value[field] !== null);
}

interface Waiting {
  readonly calls: Event[];
  /** Those before it have a result. */
  at: number;
}

/** Calls in order, found by id, or by the tool's name where there are no ids. */
export class OpenCalls {
  readonly #byKey = new Map<string, Waiting>();
  readonly #answered = new Set<Event>();

  add(call: Event): void {
    for (const key of keysOf(call.tool)) {
      const waiting = this.#byKey.get(key) ?? { calls: [], at: 0 };
      waiting.calls.push(call);
      this.#byKey.set(key, waiting);
    }
  }

  /** The first open call that the result can belong to. */
  take(result: Tool): Event | undefined {
    for (const key of keysOf(result)) {
      const waiting = this.#byKey.get(key);
      if (!waiting) continue;
      while (waiting.at < waiting.calls.length && this.#answered.has(waiting.calls[waiting.at] as Event)) waiting.at++;
      const call = waiting.calls[waiting.at];
      if (call) {
        this.#answered.add(call);
        return call;
      }
    }
    return undefined;
  }
}

/** A result without a name goes to the first call that is open. */
function keysOf(tool: Tool | undefined): string[] {
  if (!isObject(tool)) return [];
  if (tool.callId !== undefined) return [`id ${tool.callId}`];
  return tool.name === '' ? ['any'] : [`name ${tool.name}`, 'any'];
}
