/** A tool part is call and result in one mutable record: `state` goes from pending to completed or error. */
import type { EventDraft } from '../../adapters/contract.ts';
import { readTime } from '../../reading/time.ts';
import type { Part, ToolKind, ToolStatus } from '../../transcript.ts';
import { filePart } from './file-part.ts';
import { isObject, type Json, numberOf, objectOf, restOf, stringOf } from './native.ts';
import { draft, type PartContext } from './part-context.ts';
import { readQuestions } from './read-question.ts';
import { callIdOf, emit } from './state.ts';
import { toolStatus } from './tools.ts';

const partFields = new Set(['id', 'sessionID', 'messageID', 'type', 'tool', 'callID', 'state']);
const stateFields = new Set(['status', 'input', 'output', 'error', 'metadata', 'time', 'attachments']);

export function readTool(context: PartContext): void {
  const { part, message, out, record } = context;
  const state = objectOf(part['state']);
  const metadata = objectOf(state['metadata']);
  const time = objectOf(state['time']);
  const name = stringOf(part['tool']) ?? 'unknown';
  const { kind, server } = context.tools(name);
  const callId = callIdOf(context.state, stringOf(part['callID']), record.ref);
  const status = toolStatus(name, state, metadata);
  const isDone = status !== 'running' && status !== 'unknown';
  const durationMs = isDone ? durationOf(time) : undefined;
  const rawStatus = state['status'];

  const call = draft(context, 'tool_call');
  call.role = 'assistant';
  call.model = message.model;
  call.provider = message.provider;
  call.startedAt = readTime(time['start']);
  call.timestamp = call.startedAt ?? context.created;
  call.completedAt = readTime(time['end']);
  call.tool = { name, callId, kind, server, input: state['input'], status, rawStatus, durationMs };
  call.extra = callExtra(part, state);
  if (!isDone && metadata['output'] !== undefined) call.tool.stdout = stringOf(metadata['output']);
  const { tool, completedAt } = call;
  const callEvent = emit(context.state, out, call, message);
  if (kind === 'task') mentionSubagent(context, callId, state, metadata);

  if (isDone) {
    const exit = numberOf(metadata['exit']);
    const result: EventDraft = {
      id: `${callEvent}.1`,
      type: 'tool_result',
      role: 'tool',
      turn: message.turn,
      parentId: callEvent,
      timestamp: completedAt ?? context.created,
      tool: {
        name,
        callId,
        kind,
        server,
        output: typeof state['output'] === 'string' ? state['output'] : stringOf(state['error']),
        result: isObject(state['metadata']) ? metadata : undefined,
        status,
        rawStatus,
        exitCode: exit === undefined ? undefined : Math.trunc(exit),
        stdout: kind === 'shell' ? stringOf(metadata['output']) : undefined,
        durationMs,
      },
      native: record.native('part/tool', stringOf(part['id'])),
    };
    const compacted = readTime(time['compacted']);
    if (compacted !== undefined) {
      // The agent takes old output out of what the model sees, and keeps it.
      result.hidden = { by: 'compaction' };
      result.extra = { compactedAt: compacted };
    }
    const parts = resultParts(kind, status, state, metadata, context);
    if (parts.length > 0) result.parts = parts;
    emit(context.state, out, result, message);
  }
  if (kind === 'question') readQuestions(context, callEvent, tool, state, metadata, status);
}

function callExtra(part: Json, state: Json): Json | undefined {
  const outer = restOf(part, partFields);
  const inner = restOf(state, stateFields);
  return outer || inner ? { ...outer, ...inner } : undefined;
}

function durationOf(time: Json): number | undefined {
  const start = numberOf(time['start']);
  const end = numberOf(time['end']);
  return start !== undefined && end !== undefined && end >= start ? end - start : undefined;
}

function resultParts(kind: ToolKind, status: ToolStatus, state: Json, metadata: Json, context: PartContext): Part[] {
  const parts = status === 'ok' ? changedFiles(kind, objectOf(state['input']), metadata) : [];
  const spilled = stringOf(metadata['outputPath']);
  if (spilled) parts.push({ type: 'file_ref', path: spilled, mime: 'text/plain', spilled: true });
  for (const attachment of Array.isArray(state['attachments']) ? state['attachments'] : []) {
    if (isObject(attachment)) parts.push(filePart(attachment, context.out));
  }
  return parts;
}

function changedFiles(kind: ToolKind, input: Json, metadata: Json): Part[] {
  if (Array.isArray(metadata['files'])) {
    return metadata['files'].filter(isObject).flatMap((file) => {
      const path = stringOf(file['filePath']) ?? stringOf(file['relativePath']) ?? stringOf(file['path']);
      return path ? [fileRef(path, actionOf(stringOf(file['type'])), file['diff'] ?? file['patch'])] : [];
    });
  }
  const path = stringOf(input['filePath']) ?? stringOf(metadata['filepath']);
  if (!path) return [];
  const diff = metadata['diff'] ?? objectOf(metadata['filediff'])['patch'];
  if (kind === 'edit') return [fileRef(path, 'patch', diff)];
  if (kind === 'write') return [fileRef(path, 'write', diff)];
  return kind === 'read' ? [fileRef(path, 'read', undefined)] : [];
}

function fileRef(path: string, action: string, diff: unknown): Part {
  return { type: 'file_ref', path, action, ...(typeof diff === 'string' && diff !== '' ? { diff } : {}) };
}

function actionOf(type: string | undefined): string {
  if (type === 'add') return 'write';
  if (type === 'delete') return 'delete';
  return type === 'move' ? 'rename' : 'patch';
}

/** A subagent is a session of its own; the tool's metadata says which. */
function mentionSubagent(context: PartContext, callId: string, state: Json, metadata: Json): void {
  const child = stringOf(metadata['sessionId']);
  if (!child) return;
  const input = objectOf(state['input']);
  const type = stringOf(input['subagent_type']);
  const title = stringOf(input['description']);
  const { modelID, providerID } = objectOf(metadata['model']);
  const model = stringOf(modelID);
  const provider = stringOf(providerID);
  context.out.session({
    agents: {
      [child]: {
        nativeId: child,
        callId,
        ...(type ? { type } : {}),
        ...(title ? { title } : {}),
        ...(model ? { model } : {}),
        ...(provider ? { provider } : {}),
      },
    },
  });
}
