/**
 * The document of 2025: `{sessionId, startTime, chatMessages, timeline}`. The timeline is what the user saw, the chat
 * messages are what the model was sent: the same words, so they are read only where there is no timeline.
 */
import type { DocumentDialect, DocumentPart, EventDraft, NativeRecord, Output } from '../contract.ts';
import { filled, list, object, type Raw, rest, text } from './native.ts';
import { toolOf } from './tools.ts';

interface HistoryState {
  /** There is a timeline, so chat messages repeat it. */
  timeline: boolean;
}

export const history: DocumentDialect<HistoryState> = {
  id: 'history',
  kind: 'document',
  live: false,
  // The text is decoded when it is asked for, so the keys come first.
  detect: (head) =>
    ['sessionId', 'startTime', 'chatMessages'].every((key) => head.keys.includes(key)) &&
    head.text.includes('"timeline"')
      ? 0.95
      : 0,
  begin: () => ({ timeline: false }),
  *records(document): Iterable<DocumentPart> {
    const { chatMessages, timeline, ...header } = object(document) ?? {};
    yield { value: { ...header, timeline: list(timeline).length }, pointer: '' };
    for (const [i, value] of list(timeline).entries()) yield { value, pointer: `/timeline/${i}` };
    for (const [i, message] of list(chatMessages).entries())
      yield { value: { message }, pointer: `/chatMessages/${i}` };
  },
  read(state, record, out) {
    const value = record.value as Raw;
    if (typeof value['timeline'] === 'number') readHeader(state, value, record, out);
    else if (object(value['message'])) readChat(state, value['message'] as Raw, record, out);
    else readItem(value, record, out);
  },
};

function readHeader(state: HistoryState, value: Raw, record: NativeRecord, out: Output): void {
  state.timeline = (value['timeline'] as number) > 0;
  const nativeId = filled(value['sessionId']);
  const startedAt = filled(value['startTime']);
  const known = startedAt && !Number.isNaN(Date.parse(startedAt)) ? startedAt : undefined;
  out.session({ ...(nativeId ? { nativeId } : {}), ...(known ? { startedAt: known } : {}) });
  out.add({
    id: record.ref,
    type: 'session',
    phase: 'started',
    timestamp: known,
    native: record.native('session'),
    extra: rest(value, new Set(['sessionId', 'startTime', 'timeline'])),
  });
}

const ITEM_SHOWN = new Set(['id', 'timestamp', 'type', 'text']);
const CALL_SHOWN = new Set(['id', 'timestamp', 'type', 'callId', 'name', 'arguments', 'result']);

function readItem(value: Raw, record: NativeRecord, out: Output): void {
  const type = text(value['type']) ?? '';
  const id = filled(value['id']) ?? record.ref;
  const base = { id, timestamp: text(value['timestamp']), native: record.native(type, filled(value['id'])) };
  const said = text(value['text']) ?? '';
  const extra = rest(value, ITEM_SHOWN);
  if (type === 'user') out.add({ ...base, type: 'user_message', role: 'user', text: said, extra });
  else if (type === 'copilot') out.add({ ...base, type: 'assistant_message', role: 'assistant', text: said, extra });
  else if (type === 'error') out.add({ ...base, type: 'error', error: { message: said }, extra });
  else if (type === 'info' || type === 'warning') {
    out.add({ ...base, type: 'status', audience: 'user', status: { label: type, detail: said }, extra });
  } else if (type.startsWith('tool_call_')) readCall(value, base, out);
}

function readCall(value: Raw, base: Omit<EventDraft, 'type'>, out: Output): void {
  const callId = filled(value['callId']) ?? base.id;
  const result = object(value['result']);
  const input = value['arguments'] ?? undefined;
  const tool = toolOf(filled(value['name']) ?? 'unknown', callId, input, value);
  const status = statusOf(filled(result?.['type']), value['type'] === 'tool_call_completed');
  const call = { ...tool, ...(input === undefined ? {} : { input }), status };
  const event: EventDraft = { ...base, type: 'tool_call', role: 'assistant', tool: call };
  event.extra = rest(value, CALL_SHOWN);
  const parentId = out.add(event);
  if (!result) return;
  const log = text(result['log']) ?? text(result['textResultForLlm']);
  const answer: EventDraft = { ...base, id: `${base.id}.1`, type: 'tool_result', role: 'tool', parentId };
  answer.tool = {
    ...tool,
    status,
    rawStatus: result['type'] ?? undefined,
    ...(log === undefined ? {} : { output: log }),
  };
  const more = rest(result, new Set(['type', 'log']));
  if (more) answer.tool.result = more;
  const path = filled(object(input)?.['path']);
  const isChange = tool.kind === 'edit' || tool.kind === 'write';
  if (path && log?.includes('\n@@ ') && isChange) {
    const action = tool.kind === 'write' ? 'write' : 'patch';
    answer.parts = [{ type: 'file_ref', path, action, diff: log.startsWith('\n') ? log.slice(1) : log }];
  }
  out.add(answer);
}

function statusOf(type: string | undefined, completed: boolean): string {
  if (type === 'success') return 'ok';
  if (type === 'failure' || type === 'error') return 'error';
  if (type === 'rejected' || type === 'denied') return 'denied';
  if (type === 'timeout') return 'timeout';
  return completed ? 'unknown' : 'running';
}

function readChat(state: HistoryState, message: Raw, record: NativeRecord, out: Output): void {
  const role = text(message['role']);
  const native = record.native(`chat ${role ?? ''}`.trimEnd());
  const words = filled(message['content']);
  if (state.timeline || (role !== 'user' && role !== 'assistant') || !words) {
    out.add({ id: record.ref, type: 'meta', audience: 'model', native, extra: message });
    return;
  }
  const type = role === 'user' ? 'user_message' : 'assistant_message';
  const extra = rest(message, new Set(['role', 'content']));
  out.add({ id: record.ref, type, role, text: words, native, extra });
}
