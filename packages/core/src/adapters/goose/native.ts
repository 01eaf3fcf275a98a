/**
 * Goose's own shapes, as far as they are used here. A message is `{ role, content, created }`, its content a list of `text`,
 * `thinking`, `image`, `toolRequest`, `toolResponse` and notices. Seen: 1.52.0.
 */
import { countOf, isObject } from '../../reading/native-values.ts';
import type { Usage } from '../../transcript.ts';
import type { ToolTable } from '../contract.ts';

const OWN: ToolTable = {
  shell: 'shell',
  read: 'read',
  tree: 'read',
  read_image: 'read',
  text_editor: 'edit',
  edit: 'edit',
  write: 'write',
  analyze: 'search',
  search: 'search',
  web_scrape: 'web',
  delegate: 'task',
  subagent: 'task',
  todo_write: 'todo',
};

/** Tools are `<extension>__<tool>` in most versions; those of the extension that comes with Goose count as its own. */
export function toolName(name: string): { name: string; kinds: ToolTable } {
  const [extension = '', tool] = name.split('__', 2);
  if (tool === undefined) return { name, kinds: OWN };
  const kind = extension === 'developer' && Object.hasOwn(OWN, tool) ? OWN[tool] : undefined;
  return { name, kinds: { [name]: kind ?? 'mcp' } };
}

/** `inputTokens` holds what came from the cache. */
export function usageOf(
  native: unknown,
  of: { responseId: string } | { scope: string },
  prefix = '',
): Usage | undefined {
  if (!isObject(native)) return undefined;
  const count = (camel: string, snake: string) => countOf(native[camel]) || countOf(native[`${prefix}${snake}`]);
  const cacheRead = count('cacheReadTokens', 'cache_read_tokens');
  const cacheWrite5m = count('cacheWriteTokens', 'cache_write_tokens');
  const input = count('inputTokens', 'input_tokens');
  const output = count('outputTokens', 'output_tokens');
  if (input + output === 0) return undefined;
  return {
    input: Math.max(0, input - cacheRead - cacheWrite5m),
    output,
    cacheRead,
    cacheWrite5m,
    cacheWrite1h: 0,
    reasoning: 0,
    ...of,
    native,
  };
}
