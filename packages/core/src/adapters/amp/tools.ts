/** Amp's tools by kind, of both eras: `Bash` and `edit_file` in 2025, `shell_command` and `apply_patch` later. */
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

const MCP = 'mcp__';

export function kindOf(name: string): ToolKind {
  if (name.startsWith(MCP)) return 'mcp';
  return Object.hasOwn(TOOLS, name) ? (TOOLS[name] as ToolKind) : 'other';
}

/** `mcp__<server>__<tool>` names the server. */
export function serverOf(name: string): string | undefined {
  return name.startsWith(MCP) ? name.split('__')[1] : undefined;
}
