/** Droid's tools by kind. Tools of MCP servers are `mcp__<server>__<tool>`. */
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

export function toolOf(name: string, callId: string): Tool & { kind: ToolKind } {
  const server = name.startsWith('mcp__') ? name.split('__', 2)[1] : undefined;
  if (server) return { name, callId, kind: 'mcp', server };
  return { name, callId, kind: (Object.hasOwn(kinds, name) ? kinds[name] : undefined) ?? 'other' };
}
