/** Kinds of tools: the protocol's own, and for agents that leave it out the names they were seen with. */
import type { ToolKind } from '../../transcript.ts';
import type { ToolTable } from '../contract.ts';
import { filled, object, type Raw } from './native.ts';

const PROTOCOL_KINDS: ToolTable = {
  read: 'read',
  edit: 'edit',
  delete: 'edit',
  move: 'edit',
  search: 'search',
  execute: 'shell',
  think: 'other',
  fetch: 'web',
  switch_mode: 'plan',
};

const NAMES: ToolTable = {
  read_file: 'read',
  list_dir: 'search',
  grep: 'search',
  write: 'write',
  search_replace: 'edit',
  run_terminal_command: 'shell',
  run_terminal_cmd: 'shell',
  todo_write: 'todo',
  TodoWrite: 'todo',
  Task: 'task',
  Agent: 'task',
};

/** Agents name a tool in the field that was added for it, or in their own metadata; else there is only its kind. */
export function nameOf(update: Raw): string | undefined {
  const meta = object(update['_meta']);
  return (
    filled(update['name']) ??
    filled(object(meta?.['claudeCode'])?.['toolName']) ??
    filled(object(meta?.['x.ai/tool'])?.['name']) ??
    filled(update['kind'])
  );
}

export function kindOf(update: Raw, name: string | undefined): ToolKind | undefined {
  if (name?.startsWith('mcp__')) return 'mcp';
  const known = name && Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  const kind = filled(update['kind']);
  return known ?? (kind && Object.hasOwn(PROTOCOL_KINDS, kind) ? PROTOCOL_KINDS[kind] : undefined);
}

/** `mcp__<server>__<tool>`, as some agents name the tools of MCP servers. */
export const serverOf = (name: string): string | undefined =>
  name.startsWith('mcp__') ? filled(name.split('__')[1]) : undefined;
