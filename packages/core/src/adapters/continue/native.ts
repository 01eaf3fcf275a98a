/**
 * Continue's own shapes, as far as they are used here. A session is `{ sessionId, title, workspaceDirectory, history }`;
 * an item of its history is `{ message, contextItems, toolCallStates?, promptLogs?, conversationSummary? }`. Seen: CLI 1.5.47.
 */
import type { ToolTable } from '../contract.ts';

/** Names of the command line first, then those of the editor extension. */
export const TOOLS: ToolTable = {
  Bash: 'shell',
  Read: 'read',
  List: 'read',
  Edit: 'edit',
  MultiEdit: 'edit',
  Write: 'write',
  Search: 'search',
  Fetch: 'web',
  Checklist: 'todo',
  Subagent: 'task',
  run_terminal_command: 'shell',
  builtin_run_terminal_command: 'shell',
  read_file: 'read',
  builtin_read_file: 'read',
  read_currently_open_file: 'read',
  builtin_read_currently_open_file: 'read',
  ls: 'read',
  builtin_ls: 'read',
  view_diff: 'read',
  builtin_view_diff: 'read',
  edit_existing_file: 'edit',
  builtin_edit_existing_file: 'edit',
  single_find_and_replace: 'edit',
  multi_edit: 'edit',
  create_new_file: 'write',
  builtin_create_new_file: 'write',
  grep_search: 'search',
  builtin_grep_search: 'search',
  file_glob_search: 'search',
  builtin_file_glob_search: 'search',
  codebase: 'search',
  search_web: 'web',
  builtin_search_web: 'web',
  fetch_url_content: 'web',
};
