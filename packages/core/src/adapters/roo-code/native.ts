/**
 * Shapes of the task folders, as far as they are used here. `api_conversation_history.json` is a list of the model's messages, with
 * Anthropic's blocks; calls are XML in the words, or blocks in late versions. `ui_messages.json` is a list of what was asked and said:
 * `{ ts, type, ask | say, text }`. Seen: Roo Code of 2025.
 */
import { countOf, type Json } from '../../reading/native-values.ts';
import type { Usage } from '../../transcript.ts';
import type { ToolTable } from '../contract.ts';

export const TOOLS: ToolTable = {
  execute_command: 'shell',
  read_command_output: 'shell',
  read_file: 'read',
  list_files: 'read',
  list_code_definition_names: 'read',
  fetch_instructions: 'read',
  write_to_file: 'write',
  apply_diff: 'edit',
  apply_patch: 'edit',
  replace_in_file: 'edit',
  insert_content: 'edit',
  search_and_replace: 'edit',
  search_replace: 'edit',
  edit_file: 'edit',
  search_files: 'search',
  codebase_search: 'search',
  browser_action: 'web',
  web_fetch: 'web',
  web_search: 'web',
  use_mcp_tool: 'mcp',
  access_mcp_resource: 'mcp',
  ask_followup_question: 'question',
  plan_mode_respond: 'plan',
  switch_mode: 'plan',
  new_task: 'task',
  use_subagents: 'task',
  update_todo_list: 'todo',
  focus_chain: 'todo',
  load_mcp_documentation: 'other',
  generate_image: 'other',
  run_slash_command: 'other',
  new_rule: 'other',
  condense: 'other',
  summarize_task: 'other',
  report_bug: 'other',
};

/** Numbers of a request, from the words of `api_req_started`. Tokens in hold nothing of the cache. */
export function usageOf(native: Json, responseId: string): Usage | undefined {
  const usage: Usage = {
    input: countOf(native['tokensIn']),
    output: countOf(native['tokensOut']),
    cacheRead: countOf(native['cacheReads']),
    cacheWrite5m: countOf(native['cacheWrites']),
    cacheWrite1h: 0,
    reasoning: 0,
    responseId,
    native,
  };
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite5m > 0 ? usage : undefined;
}
