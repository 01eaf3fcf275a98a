/** Droid's tools by kind. */
import type { Tool, ToolKind } from '../../transcript.ts';
import type { ToolTable } from '../contract.ts';

const kinds: ToolTable = {
  Execute: 'shell',
  Read: 'read',
  LS: 'read',
  Edit: 'edit',
  MultiEdit: 'edit',
  ApplyPatch: 'edit',
  Create: 'write',
  Write: 'write',
  Grep: 'search',
  Glob: 'search',
  ToolSearch: 'search',
  WebSearch: 'web',
  FetchUrl: 'web',
  Task: 'task',
  TaskOutput: 'task',
  TaskStop: 'task',
  TodoWrite: 'todo',
  AskUser: 'question',
  ExitSpecMode: 'plan',
};

/** The call of a tool. Written out, because objects that grow out of copies are slow. */
export function callTool(name: string, callId: string, input: unknown): Tool {
  const tool: Tool = { name, callId, kind: kindOf(name), input, status: 'running' };
  const server = serverOf(name);
  if (server) tool.server = server;
  return tool;
}

export function resultTool(name: string, callId: string, output: string | undefined, status: string): Tool {
  const tool: Tool = { name, callId, kind: kindOf(name), output, status };
  const server = serverOf(name);
  if (server) tool.server = server;
  return tool;
}

function kindOf(name: string): ToolKind {
  if (name.startsWith(MCP)) return 'mcp';
  return (Object.hasOwn(kinds, name) ? kinds[name] : undefined) ?? 'other';
}

const MCP = 'mcp__';

/** MCP tools are `mcp__<server>__<tool>`. */
function serverOf(name: string): string | undefined {
  return name.startsWith(MCP) ? name.split('__', 2)[1] : undefined;
}
