/** How a tool ended: what the model was given, what the user was shown, files, images, and the exit code. */
import type { Part, Tool } from '../../transcript.ts';
import { binaryParts } from './attachments.ts';
import type { Entry } from './entry.ts';
import { filled, list, object, type Raw, rest, text, whole } from './native.ts';
import type { CallState } from './state.ts';

export interface ToolResult {
  tool: Tool;
  parts?: Part[];
  model?: string;
  extra?: Raw;
}

const SHOWN = new Set([
  'toolCallId',
  'success',
  'result',
  'error',
  'model',
  'interactionId',
  'turnId',
  'parentToolCallId',
  'shellExecution',
  'fileEdits',
]);

export function resultOf(entry: Entry, callId: string, call: CallState | undefined): ToolResult {
  const { data } = entry;
  const error = object(data['error']);
  const result = object(data['result']);
  const tool: Tool = {
    name: call?.name ?? 'unknown',
    callId,
    kind: call?.kind ?? 'other',
    status: statusOf(data, error),
  };
  if (call?.server) tool.server = call.server;
  const output = text(result?.['content']) ?? text(error?.['message']);
  if (output !== undefined) tool.output = output;
  tool.rawStatus = filled(error?.['code']) ?? data['success'] ?? undefined;
  const exitCode = exitCodeOf(data);
  if (exitCode !== undefined) tool.exitCode = exitCode;
  const made: ToolResult = { tool };
  const parts = fileParts(data, result, call);
  const binary = list(result?.['binaryResultsForLlm']);
  if (binary.length > 0) parts.push(...binaryParts(entry.state, entry.out, binary));
  if (parts.length > 0) made.parts = parts;
  const structured = result && structuredOf(result, output, parts);
  if (structured) tool.result = structured;
  const model = filled(data['model']);
  if (model) made.model = model;
  const extra = extraOf(data, error);
  if (extra) made.extra = extra;
  return made;
}

const ERROR_SHOWN = new Set(['message', 'code']);
const SHELL_SHOWN = new Set(['exitCode']);

function extraOf(data: Raw, error: Raw | undefined): Raw | undefined {
  const extra = rest(data, SHOWN);
  const more = error && rest(error, ERROR_SHOWN);
  const execution = object(data['shellExecution']);
  const shell = execution && rest(execution, SHELL_SHOWN);
  if (!more && !shell) return extra;
  return { ...extra, ...(more ? { error: more } : {}), ...(shell ? { shellExecution: shell } : {}) };
}

function statusOf(data: Raw, error: Raw | undefined): string {
  if (data['success'] === true) return 'ok';
  const code = filled(error?.['code']);
  if (code === 'denied' || code === 'rejected') return 'denied';
  if (code === 'timeout') return 'timeout';
  if (code === 'cancelled' || code === 'aborted') return 'interrupted';
  return data['success'] === false || error ? 'error' : 'unknown';
}

/** Newer versions say it apart, older ones only in their measurements. */
function exitCodeOf(data: Raw): number | undefined {
  const metrics = object(object(data['toolTelemetry'])?.['metrics']);
  return whole(object(data['shellExecution'])?.['exitCode']) ?? whole(metrics?.['exit_code']);
}

/** The files a tool touched; the diff that the user was shown belongs to the first. */
function fileParts(data: Raw, result: Raw | undefined, call: CallState | undefined): Part[] {
  const detail = filled(result?.['detailedContent']);
  const changes = call?.kind === 'edit' || call?.kind === 'write';
  const diff = changes && detail && isDiff(detail) ? detail : undefined;
  const parts: Part[] = [];
  for (const item of list(data['fileEdits'])) {
    const edit = object(item);
    const path = filled(edit?.['path']);
    if (path) parts.push({ type: 'file_ref', path, action: actionOf(filled(edit?.['kind'])) });
  }
  if (parts.length === 0 && call?.path && (diff || (call.kind === 'read' && data['success'] === true))) {
    parts.push({ type: 'file_ref', path: call.path, action: diff ? actionOf(call.kind) : 'read' });
  }
  if (diff && parts[0]) parts[0].diff = diff.startsWith('\n') ? diff.slice(1) : diff;
  return parts;
}

const isDiff = (detail: string): boolean => detail.includes('\n@@ ') || detail.trimStart().startsWith('diff --git ');

function actionOf(kind: string | undefined): string {
  if (kind === 'create' || kind === 'write') return 'write';
  return kind === 'delete' || kind === 'rename' ? kind : 'patch';
}

const RESULT_SHOWN = new Set(['content', 'binaryResultsForLlm']);

/** What the user was shown, when it says more than the output and the diff. */
function structuredOf(result: Raw, output: string | undefined, parts: readonly Part[]): Raw | undefined {
  const structured = rest(result, RESULT_SHOWN);
  const detail = structured?.['detailedContent'];
  if (structured && (detail === output || parts.some(({ diff }) => diff !== undefined))) {
    delete structured['detailedContent'];
  }
  return structured && Object.keys(structured).length > 0 ? structured : undefined;
}
