/** Gemini CLI's tools, and what their outcome means. */
import type { ToolKind, ToolStatus } from '../../transcript.ts';
import type { ToolTable } from '../contract.ts';

const kinds: ToolTable = {
  run_shell_command: 'shell',
  read_file: 'read',
  read_many_files: 'read',
  list_directory: 'read',
  get_internal_docs: 'read',
  replace: 'edit',
  edit: 'edit',
  write_file: 'write',
  glob: 'search',
  grep_search: 'search',
  search_file_content: 'search',
  google_web_search: 'web',
  web_fetch: 'web',
  invoke_agent: 'task',
  delegate_to_agent: 'task',
  codebase_investigator: 'task',
  cli_help: 'task',
  write_todos: 'todo',
  ask_user: 'question',
  enter_plan_mode: 'plan',
  exit_plan_mode: 'plan',
  save_memory: 'other',
  activate_skill: 'other',
  update_topic: 'other',
  complete_task: 'other',
};

export interface ToolFacts {
  kind: ToolKind;
  server?: string;
}

/** MCP tools are `mcp_<server>_<tool>`, before that `<server>__<tool>`, or known by how they are shown. */
export function toolFacts(name: string, displayName?: string): ToolFacts {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (kind) return { kind };
  const server = /^mcp_([^_]+)_./.exec(name)?.[1] ?? /^(.+?)__./.exec(name)?.[1];
  if (server) return { kind: 'mcp', server };
  const shown = / \((.+) MCP Server\)$/.exec(displayName ?? '')?.[1];
  return shown ? { kind: 'mcp', server: shown } : { kind: 'other' };
}

/** A failing command is a `success`; its exit code is only in the text that the model got. */
export function toolStatus(raw: unknown, output: string | undefined, exitCode: number | undefined): ToolStatus {
  if (raw === 'success') return exitCode ? 'error' : 'ok';
  if (raw === 'error') return isRefusal(output) ? 'denied' : 'error';
  if (raw === 'cancelled' || raw === 'canceled') return isRefusal(output) ? 'denied' : 'interrupted';
  return typeof raw === 'string' ? 'running' : 'unknown';
}

export function isRefusal(output: string | undefined): boolean {
  const text = output?.slice(0, 400) ?? '';
  return /did not allow|cancell?ed by the user|denied by policy|User denied/i.test(text);
}

/** `Exit Code: 1` near the end of what the model got; the stream says `Command exited with code: 1`. */
export function exitCodeOf(output: string | undefined): number | undefined {
  const code = /^(?:Exit Code|Command exited with code): (-?\d{1,10})\s*$/m.exec(output?.slice(-2048) ?? '')?.[1];
  return code === undefined ? undefined : Number(code);
}
