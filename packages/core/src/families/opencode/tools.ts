/** The family's tools, and what their outcome means. Each agent adds its own to the table. */
import type { ToolTable } from '../../adapters/contract.ts';
import type { ToolKind, ToolStatus } from '../../transcript.ts';
import { type Json, numberOf, stringOf } from './native.ts';

export const familyTools: ToolTable = {
  bash: 'shell',
  shell: 'shell',
  read: 'read',
  list: 'read',
  ls: 'read',
  view: 'read',
  edit: 'edit',
  multiedit: 'edit',
  patch: 'edit',
  apply_patch: 'edit',
  write: 'write',
  glob: 'search',
  grep: 'search',
  codesearch: 'search',
  sourcegraph: 'search',
  diagnostics: 'search',
  lsp: 'search',
  webfetch: 'web',
  websearch: 'web',
  fetch: 'web',
  task: 'task',
  agent: 'task',
  todowrite: 'todo',
  todoread: 'todo',
  question: 'question',
  plan_enter: 'plan',
  plan_exit: 'plan',
  skill: 'other',
  batch: 'other',
  invalid: 'other',
};

/** What an agent's tool of that name does. */
export type ToolKinds = (name: string) => { kind: ToolKind; server?: string };

export function byName(table: ToolTable): ToolKinds {
  return (name) => ({ kind: (Object.hasOwn(table, name) ? table[name] : undefined) ?? 'other' });
}

/**
 * MCP tools are named `<server>_<tool>` and nothing else marks them; tools of plugins may look the same.
 */
export function byNameOrServer(table: ToolTable): ToolKinds {
  return (name) => {
    const kind = Object.hasOwn(table, name) ? table[name] : undefined;
    if (kind) return { kind };
    const server = name.indexOf('_');
    return server > 0 ? { kind: 'mcp', server: name.slice(0, server) } : { kind: 'other' };
  };
}

const denied = [
  'The user rejected permission',
  'The user has specified a rule which prevents',
  'The user dismissed this question',
  'User rejected',
];
const interrupted = ['Tool execution aborted', 'Tool execution was interrupted', 'Tool execution was aborted'];

/** A failing command is `completed` for OpenCode, with the exit code beside it; so is a call of an unknown tool. */
export function toolStatus(name: string, state: Json, metadata: Json): ToolStatus {
  const error = stringOf(state['error']) ?? '';
  if (state['status'] === 'completed') {
    if (metadata['interrupted'] === true) return 'interrupted';
    if (hasTimedOut(stringOf(state['output']))) return 'timeout';
    const exit = numberOf(metadata['exit']);
    return name === 'invalid' || (exit !== undefined && exit !== 0) ? 'error' : 'ok';
  }
  if (state['status'] === 'error') {
    if (denied.some((words) => error.startsWith(words))) return 'denied';
    return metadata['interrupted'] === true || interrupted.some((words) => error.startsWith(words))
      ? 'interrupted'
      : 'error';
  }
  return state['status'] === 'running' || state['status'] === 'pending' ? 'running' : 'unknown';
}

function hasTimedOut(output: string | undefined): boolean {
  return output?.slice(-400).includes('terminated command after exceeding timeout') ?? false;
}
