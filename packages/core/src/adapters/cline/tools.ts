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

export function toolOf(name: string, callId: string): Tool & { kind: ToolKind } {
  return { name, callId, kind: (Object.hasOwn(kinds, name) ? kinds[name] : undefined) ?? 'other' };
}
