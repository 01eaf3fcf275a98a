/**
 * VS Code's own shapes, as far as they are used here. A session is `{ version, sessionId, creationDate, customTitle?, requests }`; a
 * request has the prompt, the parts of its answer as they were shown, and in `result.metadata` the rounds with the model. Seen:
 * exports of Copilot Chat 0.34 and 0.35.
 */
import { argumentsOf } from '../../reading/conversation.ts';
import { countOf, isObject, type Json, listOf, objectOf, stringOf } from '../../reading/native-values.ts';
import type { Usage } from '../../transcript.ts';
import type { ToolTable } from '../contract.ts';

/** Names that the model is given, then those of the editor's own tools. */
export const TOOLS: ToolTable = {
  run_in_terminal: 'shell',
  get_terminal_output: 'shell',
  runTests: 'shell',
  run_task: 'shell',
  create_and_run_task: 'shell',
  read_file: 'read',
  list_dir: 'read',
  get_errors: 'read',
  get_changed_files: 'read',
  replace_string_in_file: 'edit',
  multi_replace_string_in_file: 'edit',
  insert_edit_into_file: 'edit',
  apply_patch: 'edit',
  edit_notebook_file: 'edit',
  create_file: 'write',
  create_directory: 'write',
  file_search: 'search',
  grep_search: 'search',
  semantic_search: 'search',
  list_code_usages: 'search',
  fetch_webpage: 'web',
  open_simple_browser: 'web',
  github_repo: 'web',
  runSubagent: 'task',
  manage_todo_list: 'todo',
  copilot_runInTerminal: 'shell',
  copilot_readFile: 'read',
  copilot_listDirectory: 'read',
  copilot_replaceString: 'edit',
  copilot_insertEdit: 'edit',
  copilot_applyPatch: 'edit',
  copilot_createFile: 'write',
  copilot_findFiles: 'search',
  copilot_findTextInFiles: 'search',
  copilot_searchCodebase: 'search',
  copilot_fetchWebPage: 'web',
  copilot_manageTodoList: 'todo',
};

/** Numbers of a whole answer; the prompt holds the cache, of which nothing is told. */
export function usageOf(metadata: Json): Usage | undefined {
  const [input, output] = [countOf(metadata['promptTokens']), countOf(metadata['outputTokens'])];
  if (input + output === 0) return undefined;
  const native = { promptTokens: metadata['promptTokens'], outputTokens: metadata['outputTokens'] };
  return { input, output, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0, scope: 'turn', native };
}

/** The words of a result: plain, or a tree of what the prompt was made of. */
export function wordsOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (depth > 60) return '';
  if (Array.isArray(value)) return value.map((item) => wordsOf(item, depth + 1)).join('');
  if (!isObject(value)) return '';
  const own = stringOf(value['text']) ?? '';
  const inner = value['value'] ?? value['node'] ?? value['children'];
  return own + (inner === undefined ? '' : wordsOf(inner, depth + 1)) + (value['lineBreakBefore'] === true ? '\n' : '');
}

/** A string, or Markdown with what it links to. */
export const shownText = (value: unknown): string => stringOf(value) ?? stringOf(objectOf(value)['value']) ?? '';

/** Applies a log of changes: the state, then sets, pushes (which may cut first) and deletes, each at a path. */
export function applyChanges(text: string): unknown {
  let state: unknown;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const change = objectOf(argumentsOf(line));
    if (change['kind'] === 0) state = change['v'];
    else if (isObject(state)) applyChange(state, change);
  }
  if (!isObject(state)) throw new SyntaxError('no line holds the state that the others change');
  return state;
}

function applyChange(state: Json, { kind, k, v, i }: Json): void {
  const path = listOf(k);
  const last = path.pop();
  let at: unknown = state;
  for (const step of path) at = childOf(at, step);
  if (typeof at !== 'object' || at === null || !isStep(last)) return;
  const holder = at as Record<string | number, unknown>;
  if (kind === 1) holder[last] = v;
  else if (kind === 3) delete holder[last];
  else if (kind === 2) {
    const list = Array.isArray(holder[last]) ? (holder[last] as unknown[]) : [];
    if (typeof i === 'number' && i >= 0 && i < list.length) list.length = i;
    list.push(...listOf(v));
    holder[last] = list;
  }
}

const isStep = (step: unknown): step is string | number =>
  (typeof step === 'string' && step !== '__proto__') || Number.isSafeInteger(step);

function childOf(value: unknown, step: unknown): unknown {
  if (typeof value !== 'object' || value === null || !isStep(step)) return undefined;
  return Object.hasOwn(value, step) ? (value as Record<string | number, unknown>)[step] : undefined;
}
