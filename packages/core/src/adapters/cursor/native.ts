/**
 * Cursor's own shapes, as far as they are used here. The editor keeps a *composer* (a conversation) and its *bubbles* (what is
 * said in it) as JSON under keys of a table. Seen: a workspace database of November 2024; the rest from descriptions of others.
 */
import { argumentsOf } from '../../reading/conversation.ts';
import { pathOfFileUrl } from '../../reading/file-url.ts';
import { countOf, isObject, type Json, listOf, objectOf, stringOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Usage } from '../../transcript.ts';
import type { ToolTable } from '../contract.ts';

/** Later versions of a tool carry a number (`edit_file_v2`). */
const TOOLS: ToolTable = {
  run_terminal_cmd: 'shell',
  run_terminal_command: 'shell',
  Shell: 'shell',
  Bash: 'shell',
  read_file: 'read',
  list_dir: 'read',
  read_lints: 'read',
  fetch_rules: 'read',
  Read: 'read',
  LS: 'read',
  ReadLints: 'read',
  edit_file: 'edit',
  search_replace: 'edit',
  reapply: 'edit',
  edit_notebook: 'edit',
  apply_patch: 'edit',
  StrReplace: 'edit',
  Edit: 'edit',
  ApplyPatch: 'edit',
  write: 'write',
  delete_file: 'write',
  Write: 'write',
  Delete: 'write',
  codebase_search: 'search',
  semantic_search_full: 'search',
  grep: 'search',
  grep_search: 'search',
  ripgrep_raw_search: 'search',
  file_search: 'search',
  glob_file_search: 'search',
  Grep: 'search',
  Glob: 'search',
  SemanticSearch: 'search',
  web_search: 'web',
  web_fetch: 'web',
  WebSearch: 'web',
  WebFetch: 'web',
  task: 'task',
  Task: 'task',
  todo_write: 'todo',
  todo_read: 'todo',
  TodoWrite: 'todo',
};

/** Tools of MCP servers are called `mcp_<server>_<tool>` or `mcp-<server>-<tool>`. */
export function kindsOf(name: string): ToolTable {
  if (/^mcp[-_]/.test(name)) return { [name]: 'mcp' };
  const plain = name.replace(/_v\d+$/, '');
  return { [name]: (Object.hasOwn(TOOLS, plain) ? TOOLS[plain] : undefined) ?? 'other' };
}

/** JSON in a text or in bytes, as the table has it; undefined for what is none. */
export function jsonOf(value: unknown): unknown {
  const text = value instanceof Uint8Array ? new TextDecoder().decode(value) : value;
  const read = argumentsOf(text);
  return read === text ? undefined : read;
}

/**
 * When a bubble was written. Before `createdAt` there were only times of the request; `clientStartTime` counts from the start
 * of the program and tells nothing.
 */
export function timeOf(bubble: Json): string | undefined {
  const timing = objectOf(bubble['timingInfo']);
  const requested =
    bubble['type'] === 1 ? ['clientRpcSendTime'] : ['clientEndTime', 'clientSettleTime', 'clientRpcSendTime'];
  const told = [bubble['createdAt'], ...requested.map((name) => timing[name])];
  for (const value of told) {
    const time = typeof value === 'number' && value < 1e11 ? undefined : readTime(value);
    if (time) return time;
  }
  return undefined;
}

/** Zeros where nothing was counted, as in all versions of late. */
export function usageOf(bubble: Json, responseId: string): Usage | undefined {
  const native = objectOf(bubble['tokenCount']);
  const [input, output] = [countOf(native['inputTokens']), countOf(native['outputTokens'])];
  if (input + output === 0) return undefined;
  return { input, output, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0, responseId, native };
}

/** The path of a folder or file, told as an address or as VS Code writes one. */
export function pathOf(uri: unknown): string | undefined {
  const text = stringOf(uri);
  if (text !== undefined) return pathOfFileUrl(text);
  const { fsPath, path } = objectOf(uri);
  return stringOf(fsPath) ?? stringOf(path);
}

/** Fields without anything in them: a bubble has dozens. */
export function saysNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(saysNothing);
}

/** What has no place of its own in an event, without empty fields. */
export function restOfBubble(value: Json, known: ReadonlySet<string>): Json | undefined {
  const rest = Object.entries(value).filter(([key, field]) => !known.has(key) && !saysNothing(field));
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

/** Ids of bubbles in their order. */
export function headersOf(composer: Json): string[] {
  return listOf(composer['fullConversationHeadersOnly']).flatMap(
    (header) => stringOf(objectOf(header)['bubbleId']) ?? [],
  );
}

const QUERY = /^\s*<user_query>\n?([\s\S]*?)\n?<\/user_query>\s*$/;

/** What the user typed stands in a tag of its own. */
export const queryOf = (text: string): string => QUERY.exec(text)?.[1] ?? text;
