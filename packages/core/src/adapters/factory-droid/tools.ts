/** Droid's tools by kind. */
import { callByName, resultByName } from '../../reading/mcp-tools.ts';
import type { Tool } from '../../transcript.ts';
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

export const callTool = (name: string, callId: string, input: unknown): Tool => callByName(kinds, name, callId, input);

export const resultTool = (name: string, callId: string, output: string | undefined, status: string): Tool =>
  resultByName(kinds, name, callId, output, status);
