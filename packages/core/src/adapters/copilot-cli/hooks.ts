/** The user's own commands around the agent's steps: one event from start to end. */
import { forget, recall, remember } from '../../reading/recent.ts';
import { draft, type Entry, from } from './entry.ts';
import { filled, object, type Raw, rest, text } from './native.ts';
import { LIMITS } from './state.ts';

const SHOWN = new Set(['hookInvocationId', 'hookType', 'parentToolCallId']);

export function readHookStart(entry: Entry): void {
  const id = filled(entry.data['hookInvocationId']) ?? entry.id;
  remember(entry.state.hooks, id, addHook(entry, id, rest(entry.data, SHOWN)), LIMITS.hooks);
}

export function readHookEnd(entry: Entry): void {
  const { data, state, out } = entry;
  const id = filled(data['hookInvocationId']) ?? entry.id;
  const extra = rest(data, SHOWN);
  const known = recall(state.hooks, id);
  forget(state.hooks, id);
  const failure = text(object(data['error'])?.['message']);
  const status = failure === undefined ? {} : { status: { label: labelOf(data), detail: failure } };
  if (known && out.patch(known, { ...status, completedAt: entry.time, ...(extra ? { extra } : {}), ...from(entry) }))
    return;
  addHook(entry, id, extra, failure);
}

function addHook(entry: Entry, id: string, extra: Raw | undefined, detail?: string): string {
  const event = draft(entry, 'status', id);
  event.status = { label: labelOf(entry.data), ...(detail === undefined ? {} : { detail }) };
  if (extra) event.extra = extra;
  return entry.out.add(event);
}

const labelOf = (data: Raw): string => `hook ${filled(data['hookType']) ?? ''}`.trimEnd();
