/**
 * Shapes of OpenHands, as far as they are used here. First generation: actions and observations, `cause` leads from one to the other.
 * Second: events by `kind`, with the ids of the model's calls. Times have no zone and are taken as UTC.
 */
import { countOf, isObject, objectOf } from '../../reading/native-values.ts';
import type { Usage } from '../../transcript.ts';
import type { ToolTable } from '../contract.ts';

export const TOOLS: ToolTable = {
  execute_bash: 'shell',
  execute_ipython_cell: 'shell',
  run: 'shell',
  run_ipython: 'shell',
  terminal: 'shell',
  str_replace_editor: 'edit',
  file_editor: 'edit',
  edit: 'edit',
  edit_file: 'edit',
  read: 'read',
  write: 'write',
  browse: 'web',
  browser: 'web',
  browse_interactive: 'web',
  fetch: 'web',
  delegate: 'task',
  task_tracker: 'todo',
  task_tracking: 'todo',
  call_tool_mcp: 'mcp',
};

/** Numbers as LiteLLM gives them: the prompt holds the cache. */
export function usageOf(native: unknown, responseId: string): Usage | undefined {
  if (!isObject(native)) return undefined;
  const details = objectOf(native['prompt_tokens_details']);
  const read = [details['cached_tokens'], native['cache_read_input_tokens'], native['cache_read_tokens']];
  const cacheRead = Math.max(...read.map(countOf));
  const cacheWrite5m = Math.max(countOf(native['cache_creation_input_tokens']), countOf(native['cache_write_tokens']));
  const [prompt, output] = [countOf(native['prompt_tokens']), countOf(native['completion_tokens'])];
  const thought = objectOf(native['completion_tokens_details'])['reasoning_tokens'];
  const reasoning = Math.max(countOf(thought), countOf(native['reasoning_tokens']));
  if (prompt + output === 0) return undefined;
  return {
    input: Math.max(0, prompt - cacheRead - cacheWrite5m),
    output: Math.max(0, output - reasoning),
    cacheRead,
    cacheWrite5m,
    cacheWrite1h: 0,
    reasoning,
    responseId,
    native,
  };
}
