/**
 * Grok Build's own shapes, as far as they are used here: `{ timestamp, method, params: { sessionId, update, _meta } }`, where the
 * method is the protocol's `session/update` or xAI's `_x.ai/session/update`. Seen: 1.0.41.
 */
import { countOf, isObject } from '../../reading/native-values.ts';
import type { Usage } from '../../transcript.ts';
import type { ToolTable } from '../contract.ts';

export const TOOLS: ToolTable = {
  run_terminal_command: 'shell',
  get_terminal_command_output: 'shell',
  kill_terminal_command: 'shell',
  read_file: 'read',
  list_dir: 'read',
  search_replace: 'edit',
  apply_patch: 'edit',
  write: 'write',
  grep: 'search',
  glob: 'search',
  web_search: 'web',
  web_fetch: 'web',
  spawn_subagent: 'task',
  get_subagent_output: 'task',
  todo_write: 'todo',
  ask_user_question: 'question',
};

/** `inputTokens` holds what came from the cache, `outputTokens` the reasoning. A turn has many requests. */
export function usageOf(native: unknown): Usage | undefined {
  if (!isObject(native)) return undefined;
  const [cacheRead, cacheWrite5m] = [countOf(native['cachedReadTokens']), countOf(native['cacheCreationTokens'])];
  const reasoning = countOf(native['reasoningTokens']);
  return {
    input: Math.max(0, countOf(native['inputTokens']) - cacheRead - cacheWrite5m),
    output: Math.max(0, countOf(native['outputTokens']) - reasoning),
    cacheRead,
    cacheWrite5m,
    cacheWrite1h: 0,
    reasoning,
    scope: 'turn',
    native,
  };
}
