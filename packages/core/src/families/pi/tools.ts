/** Pi's tools by kind, and the argument that names the file. */

import type { ToolTable } from '../../adapters/contract.ts';
import type { ToolKind } from '../../transcript.ts';
import { isObject } from './native.ts';

const TOOLS: ToolTable = {
  bash: 'shell',
  exec: 'shell',
  process: 'shell',
  read: 'read',
  edit: 'edit',
  write: 'write',
  grep: 'search',
  find: 'search',
  ls: 'search',
  mcp: 'mcp',
  subagent: 'task',
  todo: 'todo',
};

export function kindOf(name: string): ToolKind {
  return Object.hasOwn(TOOLS, name) ? (TOOLS[name] as ToolKind) : 'other';
}

const LONGEST_PATH = 200;

/** The file that a call is about; long ones are left out, because they are kept until the result. */
export function pathOf(kind: ToolKind, input: unknown): string | undefined {
  if ((kind !== 'read' && kind !== 'edit' && kind !== 'write') || !isObject(input)) return undefined;
  const path = input['path'] ?? input['file_path'];
  return typeof path === 'string' && path !== '' && path.length <= LONGEST_PATH ? path : undefined;
}
