/** Copilot CLI's tools by kind. Tools of MCP servers name their server, and older ones carry it as a prefix. */
import type { Tool, ToolKind } from '../../transcript.ts';
import type { ToolTable } from '../contract.ts';
import { filled, type Raw } from './native.ts';

const KINDS: ToolTable = {
  bash: 'shell',
  shell: 'shell',
  powershell: 'shell',
  read_bash: 'shell',
  write_bash: 'shell',
  stop_bash: 'shell',
  list_bash: 'shell',
  read_powershell: 'shell',
  write_powershell: 'shell',
  stop_powershell: 'shell',
  list_powershell: 'shell',
  view: 'read',
  edit: 'edit',
  apply_patch: 'edit',
  create: 'write',
  grep: 'search',
  rg: 'search',
  glob: 'search',
  session_store_sql: 'search',
  tool_search: 'search',
  web_fetch: 'web',
  web_search: 'web',
  fetch_copilot_cli_documentation: 'web',
  task: 'task',
  read_agent: 'task',
  write_agent: 'task',
  list_agents: 'task',
  stop_agent: 'task',
  // The session's own database, in which the agent keeps its todos.
  sql: 'todo',
  update_todo: 'todo',
  ask_user: 'question',
  exit_plan_mode: 'plan',
};

/** The first editor did everything with one tool. */
const EDITOR_COMMANDS: ToolTable = {
  view: 'read',
  create: 'write',
  str_replace: 'edit',
  insert: 'edit',
  undo_edit: 'edit',
};

const MCP_PREFIX = 'github-mcp-server-';

export function toolOf(name: string, callId: string, input: unknown, native: Raw): Tool {
  const tool: Tool = { name, callId, kind: kindOf(name, input) };
  const server = filled(native['mcpServerName']) ?? (name.startsWith(MCP_PREFIX) ? 'github-mcp-server' : undefined);
  if (server) {
    tool.kind = 'mcp';
    tool.server = server;
  }
  return tool;
}

function kindOf(name: string, input: unknown): ToolKind {
  if (name === 'str_replace_editor') {
    const command = (input as Raw | undefined)?.['command'];
    return (
      (typeof command === 'string' && Object.hasOwn(EDITOR_COMMANDS, command) && EDITOR_COMMANDS[command]) || 'edit'
    );
  }
  return (Object.hasOwn(KINDS, name) ? KINDS[name] : undefined) ?? 'other';
}
