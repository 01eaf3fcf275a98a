/** Tools of agents that name those of MCP servers `mcp__<server>__<tool>`, the others by a table. */
import type { ToolTable } from '../adapters/contract.ts';
import type { Tool, ToolKind } from '../transcript.ts';

const MCP = 'mcp__';

export function kindByName(kinds: ToolTable, name: string): ToolKind {
  if (name.startsWith(MCP)) return 'mcp';
  return (Object.hasOwn(kinds, name) ? kinds[name] : undefined) ?? 'other';
}

export function serverOf(name: string): string | undefined {
  return name.startsWith(MCP) ? name.split('__', 2)[1] : undefined;
}

/** The call of a tool. Written out, because objects that grow out of copies are slow. */
export function callByName(kinds: ToolTable, name: string, callId: string, input: unknown): Tool {
  const tool: Tool = { name, callId, kind: kindByName(kinds, name), input, status: 'running' };
  const server = serverOf(name);
  if (server) tool.server = server;
  return tool;
}

export function resultByName(
  kinds: ToolTable,
  name: string,
  callId: string,
  output: string | undefined,
  status: string,
): Tool {
  const tool: Tool = { name, callId, kind: kindByName(kinds, name), output, status };
  const server = serverOf(name);
  if (server) tool.server = server;
  return tool;
}
