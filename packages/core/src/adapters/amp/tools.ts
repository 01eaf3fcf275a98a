/** Amp's tools by kind, of both eras: `Bash` and `edit_file` in 2025, `shell_command` and `apply_patch` later. */
import { kindByName } from '../../reading/mcp-tools.ts';
import type { ToolKind } from '../../transcript.ts';
import type { ToolTable } from '../contract.ts';

const TOOLS: ToolTable = {
  Bash: 'shell',
  shell_command: 'shell',
  shell_command_status: 'shell',
  shell_command_kill: 'shell',
  Read: 'read',
  list_directory: 'read',
  edit_file: 'edit',
  undo_edit: 'edit',
  apply_patch: 'edit',
  create_file: 'write',
  Grep: 'search',
  glob: 'search',
  finder: 'search',
  codebase_search_agent: 'search',
  web_search: 'web',
  read_web_page: 'web',
  Task: 'task',
  oracle: 'task',
  librarian: 'task',
  todo_read: 'todo',
  todo_write: 'todo',
};

export { serverOf } from '../../reading/mcp-tools.ts';

export const kindOf = (name: string): ToolKind => kindByName(TOOLS, name);
