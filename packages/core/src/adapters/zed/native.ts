/** Zed's tools and numbers. */
import { countOf, objectOf } from '../../reading/native-values.ts';
import type { Usage } from '../../transcript.ts';
import type { ToolTable } from '../contract.ts';

export const TOOLS: ToolTable = {
  terminal: 'shell',
  read_file: 'read',
  list_directory: 'read',
  diagnostics: 'read',
  open: 'read',
  edit_file: 'edit',
  streaming_edit_file: 'edit',
  create_file: 'write',
  save_file: 'write',
  copy_path: 'write',
  move_path: 'write',
  delete_path: 'write',
  create_directory: 'write',
  grep: 'search',
  find_path: 'search',
  web_search: 'web',
  fetch: 'web',
  spawn_agent: 'task',
  subagent: 'task',
  update_plan: 'todo',
};

/** The cache is counted apart from the input. */
export function usageOf(native: unknown, of: { responseId: string } | { scope: string }): Usage | undefined {
  const numbers = objectOf(native);
  const input = countOf(numbers['input_tokens']);
  const output = countOf(numbers['output_tokens']);
  const cacheRead = countOf(numbers['cache_read_input_tokens']);
  const cacheWrite5m = countOf(numbers['cache_creation_input_tokens']);
  if (input + output + cacheRead + cacheWrite5m === 0) return undefined;
  return { input, output, cacheRead, cacheWrite5m, cacheWrite1h: 0, reasoning: 0, ...of, native: numbers };
}
