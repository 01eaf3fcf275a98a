/** Cline's tools by kind, those of the CLI. */
import type { Tool, ToolKind } from '../../transcript.ts';
import type { ToolTable } from '../contract.ts';

const kinds: ToolTable = {
  run_commands: 'shell',
  read_files: 'read',
  editor: 'edit',
  apply_patch: 'edit',
  search_codebase: 'search',
  fetch_web_content: 'web',
  web_search: 'web',
  spawn_agent: 'task',
  ask_question: 'question',
  switch_to_act_mode: 'plan',
};

/** The call of a tool. Written out, because objects that grow out of copies are slow. */
export function callTool(name: string, callId: string, input: unknown): Tool {
  return { name, callId, kind: kindOf(name), input, status: 'running' };
}

export function resultTool(name: string, callId: string, output: string | undefined, status: string): Tool {
  return { name, callId, kind: kindOf(name), output, status };
}

function kindOf(name: string): ToolKind {
  return (Object.hasOwn(kinds, name) ? kinds[name] : undefined) ?? 'other';
}
