/**
 * What became of a tool. Threads hold a run `{status, result | error, progress, reason}`; the stream holds what
 * the model saw, a string that is JSON for most tools. A command that fails is `done` all the same: only its exit
 * code tells.
 */
import type { Part, Tool } from '../../transcript.ts';
import { isObject, listOf, type Native, pathOf, restOf, textOf } from './native.ts';
import { kindOf, serverOf } from './tools.ts';

const STATUSES: Record<string, string> = {
  done: 'ok',
  error: 'error',
  cancelled: 'interrupted',
  'rejected-by-user': 'denied',
  'in-progress': 'running',
  queued: 'running',
  'blocked-on-user': 'running',
};

export interface ToolRun {
  tool: Tool;
  parts: Part[];
  /** Fields of the run that are in neither. */
  rest?: Native;
}

const KNOWN_RUN = new Set(['status', 'result', 'error']);
const KNOWN_ERROR = new Set(['message']);

export function runOf(name: string, callId: string | undefined, run: Native): ToolRun {
  const native = textOf(run['status']) ?? 'unknown';
  const status = Object.hasOwn(STATUSES, native) ? (STATUSES[native] as string) : 'unknown';
  const failure = run['error'];
  const message = isObject(failure) ? textOf(failure['message']) : textOf(failure);
  const outcome = outcomeOf(name, callId, run['result'], status);
  outcome.tool.rawStatus = native;
  const output = message ?? textOf(run['reason']) ?? shownText(run['progress']);
  if (output !== undefined) outcome.tool.output ??= output;
  const more = isObject(failure) ? restOf(failure, KNOWN_ERROR) : undefined;
  const rest = restOf(run, KNOWN_RUN);
  if (rest || more) outcome.rest = { ...rest, ...(more ? { error: more } : {}) };
  return outcome;
}

/** The result in the stream: text, JSON in text, or blocks of text. */
export function streamRunOf(name: string, callId: string | undefined, content: unknown, isError: unknown): ToolRun {
  const text = typeof content === 'string' ? content : blockText(content);
  const outcome = outcomeOf(name, callId, parsed(text) ?? text, isError === true ? 'error' : 'ok');
  outcome.tool.rawStatus = isError;
  return outcome;
}

function outcomeOf(name: string, callId: string | undefined, result: unknown, status: string): ToolRun {
  const tool: Tool = { name, callId, kind: kindOf(name) };
  const server = serverOf(name);
  if (server !== undefined) tool.server = server;
  const output = typeof result === 'string' ? result : shownText(result);
  if (output !== undefined) tool.output = output;
  if (isObject(result) || Array.isArray(result)) tool.result = result;
  const exitCode = isObject(result) ? result['exitCode'] : undefined;
  if (Number.isInteger(exitCode)) tool.exitCode = exitCode;
  tool.status = status === 'ok' && tool.exitCode !== undefined && tool.exitCode !== 0 ? 'error' : status;
  return { tool, parts: isObject(result) ? changedFiles(result) : [] };
}

/** The readable part of a structured result. */
function shownText(result: unknown): string | undefined {
  if (!isObject(result)) return undefined;
  for (const key of ['output', 'content', 'summary']) if (typeof result[key] === 'string') return result[key];
  return undefined;
}

const ACTIONS: Record<string, string> = { add: 'write', update: 'patch', delete: 'delete', move: 'rename' };

/** `apply_patch` lists what it changed; the edit tools of 2025 return one diff. */
function changedFiles(result: Native): Part[] {
  const parts: Part[] = [];
  for (const file of listOf(result['files'])) {
    if (!isObject(file)) continue;
    const type = String(file['type']);
    const action = Object.hasOwn(ACTIONS, type) ? (ACTIONS[type] as string) : 'patch';
    const diff = textOf(file['diff']);
    parts.push({ type: 'file_ref', path: pathOf(file['uri']), action, ...(diff ? { diff } : {}) });
  }
  const diff = textOf(result['diff']);
  if (diff)
    parts.push({ type: 'file_ref', path: pathOf(result['uri'] ?? result['absolutePath']), action: 'patch', diff });
  return parts;
}

function blockText(content: unknown): string {
  return listOf(content)
    .map((block) => (isObject(block) ? (textOf(block['text']) ?? '') : ''))
    .join('\n');
}

function parsed(text: string): unknown {
  const first = text.charCodeAt(0);
  if (first !== 123 && first !== 91) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
