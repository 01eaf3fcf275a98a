/** Items that grow before a reader's eyes: their deltas make the text, and the whole that comes at the end confirms it. */
import type { ItemTimes } from './items.ts';
import { textsOf } from './messages.ts';
import { type Fields, idOf, leftovers, text } from './native.ts';
import { addMeta, addModelEvent, callOf, draft, modelEvent, type Reading } from './thread-state.ts';

const EVENT_TYPES: Readonly<Record<string, string>> = {
  AgentMessage: 'assistant_message',
  Reasoning: 'reasoning',
  Plan: 'status',
};

export function startStreamed(r: Reading, item: Fields, native: string, times: ItemTimes): boolean {
  const id = idOf(item['id']);
  const kind = text(item['type']) ?? '';
  if (id === undefined || !Object.hasOwn(EVENT_TYPES, kind)) return false;
  const event = modelEvent(r, id, EVENT_TYPES[kind] as string, native, id);
  event.text = '';
  if (kind === 'Plan') event.status = { label: 'plan' };
  const extra = leftovers(item, SHOWN);
  if (extra) event.extra = extra;
  if (times.startedAt !== undefined) event.startedAt = times.startedAt;
  r.state.streams = [...(r.state.streams ?? []), addModelEvent(r, event)].slice(-8);
  return true;
}

/** The turn is over: what has not ended was cut off, and its text is in no log. */
export function leaveStreams(r: Reading): void {
  for (const id of r.state.streams ?? []) r.out.patch(id, { extra: { incomplete: true } });
  r.state.streams = undefined;
}

const SHOWN = new Set(['type', 'id', 'content', 'text', 'summary_text', 'raw_content', 'status']);

export function appendText(r: Reading, params: Fields, method: string): void {
  const id = idOf(params['itemId']);
  const delta = text(params['delta']) ?? '';
  if (id === undefined || !(delta === '' ? r.out.patch(id, {}) : r.out.append(id, delta, { time: r.time })))
    addMeta(r, method, params);
}

/** The end of an item that was streamed; false when its beginning is not in the stream. */
export function finishStreamed(r: Reading, item: Fields, native: string, times: ItemTimes): boolean {
  const id = idOf(item['id']);
  const kind = text(item['type']) ?? '';
  if (id === undefined || !Object.hasOwn(EVENT_TYPES, kind)) return false;
  const whole =
    kind === 'Plan'
      ? text(item['text'])
      : textsOf(item['content'] ?? item['summary_text']).join(kind === 'Reasoning' ? '\n\n' : '');
  const raw = textsOf(item['raw_content']);
  r.state.streams = r.state.streams?.filter((open) => open !== id);
  return r.out.patch(id, {
    text: whole || undefined,
    extra: leftovers(item, SHOWN),
    parts: raw.length > 0 ? raw.map((words) => ({ type: 'reasoning', text: words, visibility: 'private' })) : undefined,
    ...times,
    native: r.record.native(native, id),
  });
}

/** Output of a running command goes to a result that is not final yet. */
export function appendCommandOutput(r: Reading, params: Fields, method: string): void {
  const id = idOf(params['itemId']);
  const note = id === undefined ? undefined : callOf(r.state, id);
  const delta = text(params['delta']) ?? '';
  if (note && note.result === undefined) {
    const event = draft(r, `${note.callId}.1`, 'tool_result', method, note.callId);
    event.role = 'tool';
    event.parentId = note.event;
    event.tool = { name: note.name, callId: note.callId, kind: note.kind, status: 'running', stdout: '' };
    note.results = 1;
    note.result = r.out.add(event);
  }
  if (!note?.result || !r.out.append(note.result, delta, { field: 'tool.stdout', time: r.time }))
    addMeta(r, method, params);
}
