/**
 * Kimi's own shapes, as far as they are used here. Kimi Code: a `metadata` line, then `{ type, agentId, …, time }`, the model's
 * doings under `context.append_loop_event`. Kimi CLI: the same first line, then `{ timestamp, message: { type, payload } }`.
 * Their protocol versions overlap, so the shape tells them apart. Seen: Kimi Code 2.1.0; protocols 1.3 to 1.10 of the CLI.
 */
import { countOf, isObject } from '../../reading/native-values.ts';
import type { Usage } from '../../transcript.ts';
import type { ToolTable } from '../contract.ts';

export const TOOLS: ToolTable = {
  Bash: 'shell',
  Shell: 'shell',
  Read: 'read',
  ReadFile: 'read',
  ReadMediaFile: 'read',
  Write: 'write',
  WriteFile: 'write',
  Edit: 'edit',
  StrReplaceFile: 'edit',
  Grep: 'search',
  Glob: 'search',
  SearchWeb: 'web',
  WebSearch: 'web',
  FetchURL: 'web',
  Agent: 'task',
  Task: 'task',
  TodoList: 'todo',
  SetTodoList: 'todo',
  AskUserQuestion: 'question',
  ExitPlanMode: 'plan',
};

/** Disjoint already; Kimi Code and the CLI write the same numbers under other names. */
export function usageOf(native: unknown, responseId: string): Usage | undefined {
  if (!isObject(native)) return undefined;
  const count = (camel: string, snake: string) => countOf(native[camel]) || countOf(native[snake]);
  const usage: Usage = {
    input: count('inputOther', 'input_other'),
    output: countOf(native['output']),
    cacheRead: count('inputCacheRead', 'input_cache_read'),
    cacheWrite5m: count('inputCacheCreation', 'input_cache_creation'),
    cacheWrite1h: 0,
    reasoning: 0,
    responseId,
    native,
  };
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite5m > 0 ? usage : undefined;
}

const EXIT = /Command failed with exit code: (-?\d{1,10})\.?\s*$/;

/** A failing command says so in the last line. */
export function exitCodeIn(output: string): number | undefined {
  const code = EXIT.exec(output.slice(-80))?.[1];
  return code === undefined ? undefined : Number(code);
}
