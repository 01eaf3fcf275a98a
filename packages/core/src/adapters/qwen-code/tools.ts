/** Qwen Code's tools, and what their outcome means. */
import { callByName, resultByName } from '../../reading/mcp-tools.ts';
import type { Tool, ToolStatus } from '../../transcript.ts';
import type { ToolTable } from '../contract.ts';

const kinds: ToolTable = {
  run_shell_command: 'shell',
  monitor: 'shell',
  read_file: 'read',
  read_many_files: 'read',
  list_directory: 'read',
  zoom_image: 'read',
  read_mcp_resource: 'mcp',
  edit: 'edit',
  replace: 'edit',
  notebook_edit: 'edit',
  write_file: 'write',
  glob: 'search',
  grep_search: 'search',
  search_file_content: 'search',
  tool_search: 'search',
  web_fetch: 'web',
  web_search: 'web',
  agent: 'task',
  task: 'task',
  task_stop: 'task',
  list_agents: 'task',
  send_message: 'task',
  todo_write: 'todo',
  ask_user_question: 'question',
  exit_plan_mode: 'plan',
};

export const callTool = (name: string, callId: string, input: unknown): Tool => callByName(kinds, name, callId, input);

export const resultTool = (name: string, callId: string, output: string | undefined, status: string): Tool =>
  resultByName(kinds, name, callId, output, status);

/** Subagents' logs have no status: there, an answer that is an error tells. */
export function statusOf(raw: unknown, failed: boolean, output: string | undefined, errorType?: string): ToolStatus {
  if (raw === 'success' || (raw === undefined && !failed)) return 'ok';
  if (raw === 'cancelled') return isRefusal(output) ? 'denied' : 'interrupted';
  if (raw !== 'error' && raw !== undefined) return 'unknown';
  return errorType === 'execution_denied' || isRefusal(output) ? 'denied' : 'error';
}

function isRefusal(output: string | undefined): boolean {
  return output !== undefined && /did not allow|denied by (?:the )?(?:user|policy|hook)/i.test(output.slice(0, 400));
}

/** `Exit Code: 1` near the end of what the model got from a command that failed. */
export function exitCodeOf(output: string | undefined): number | undefined {
  const code = /^Exit Code: (-?\d{1,10})\s*$/m.exec(output?.slice(-2048) ?? '')?.[1];
  return code === undefined ? undefined : Number(code);
}

/** The model is given a command's output between headings: `Command: …`, `Output: …`, `Error: …`, `Exit Code: …`. */
export function commandOutput(output: string): string {
  if (!output.startsWith('Command: ')) return output;
  const from = output.indexOf('\nOutput: ');
  const to = output.lastIndexOf('\nError: ');
  return from < 0 || to < from ? output : output.slice(from + '\nOutput: '.length, to);
}
