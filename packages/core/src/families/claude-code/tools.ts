/** Claude Code's tools by kind. Tools of MCP servers are named `mcp__<server>__<tool>`. */

import type { ToolTable } from '../../adapters/contract.ts';
import type { Tool, ToolKind } from '../../transcript.ts';

const KINDS: ToolTable = {
  Bash: 'shell',
  BashOutput: 'shell',
  KillShell: 'shell',
  KillBash: 'shell',
  PowerShell: 'shell',
  Monitor: 'shell',
  Read: 'read',
  NotebookRead: 'read',
  ReadMcpResourceTool: 'mcp',
  ListMcpResourcesTool: 'mcp',
  Edit: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Write: 'write',
  Glob: 'search',
  Grep: 'search',
  LS: 'search',
  ToolSearch: 'search',
  LSP: 'search',
  WebFetch: 'web',
  WebSearch: 'web',
  web_search: 'web',
  web_fetch: 'web',
  Task: 'task',
  Agent: 'task',
  TaskOutput: 'task',
  AgentOutputTool: 'task',
  TaskStop: 'task',
  SendMessage: 'task',
  Workflow: 'task',
  TodoWrite: 'todo',
  TodoRead: 'todo',
  TaskCreate: 'todo',
  TaskUpdate: 'todo',
  TaskList: 'todo',
  TaskGet: 'todo',
  AskUserQuestion: 'question',
  ExitPlanMode: 'plan',
  EnterPlanMode: 'plan',
};

export function kindOf(name: string): ToolKind {
  return (Object.hasOwn(KINDS, name) ? KINDS[name] : undefined) ?? (name.startsWith('mcp__') ? 'mcp' : 'other');
}

export function toolOf(name: string, callId: string | undefined): Tool {
  const tool: Tool = { name, kind: kindOf(name) };
  if (callId !== undefined) tool.callId = callId;
  const server = name.startsWith('mcp__') ? name.split('__')[1] : undefined;
  if (server) tool.server = server;
  return tool;
}

/** Whether a call of this tool starts a subagent. */
export const spawns = (name: string): boolean => name === 'Task' || name === 'Agent';
