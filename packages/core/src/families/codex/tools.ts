/** What Codex's tools do, by the names it gives them. */

import type { ToolTable } from '../../adapters/contract.ts';
import type { ToolKind } from '../../transcript.ts';

const TABLE: ToolTable = {
  shell: 'shell',
  shell_command: 'shell',
  'container.exec': 'shell',
  local_shell: 'shell',
  local_shell_call: 'shell',
  unified_exec: 'shell',
  exec_command: 'shell',
  write_stdin: 'shell',
  exec: 'other',
  wait: 'other',
  apply_patch: 'edit',
  read_file: 'read',
  view_image: 'read',
  list_dir: 'search',
  grep_files: 'search',
  tool_search: 'search',
  web_search: 'web',
  web_fetch: 'web',
  update_plan: 'todo',
  create_goal: 'todo',
  update_goal: 'todo',
  get_goal: 'todo',
  spawn_agent: 'task',
  wait_agent: 'task',
  send_input: 'task',
  send_message: 'task',
  followup_task: 'task',
  resume_agent: 'task',
  close_agent: 'task',
  interrupt_agent: 'task',
  list_agents: 'task',
  request_user_input: 'question',
  request_user_input_async: 'question',
  read_mcp_resource: 'mcp',
  list_mcp_resources: 'mcp',
  list_mcp_resource_templates: 'mcp',
};

const KINDS = new Map(Object.entries(TABLE));

export interface ToolName {
  name: string;
  kind: ToolKind;
  server?: string;
}

/** `mcp__demo__add`, or `add` in the namespace `mcp__demo`, is the tool `add` of the MCP server `demo`. */
export function toolNamed(name: string, namespace?: string): ToolName {
  const qualified = namespace?.startsWith('mcp__') ? `${namespace}__${name}` : name;
  if (qualified.startsWith('mcp__')) {
    const at = qualified.indexOf('__', 5);
    if (at > 5) return { name: qualified.slice(at + 2), kind: 'mcp', server: qualified.slice(5, at) };
  }
  return { name, kind: KINDS.get(name) ?? 'other' };
}
