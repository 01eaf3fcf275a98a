/**
 * Turn items: what a client is shown. Rollouts have them since 0.16x (`item_completed`), the app-server and
 * `exec --json` stream them under other spellings; those dialects bring them into this form first.
 */
import { readTime } from '../../reading/time.ts';
import { tellCompaction } from './compaction.ts';
import { addAnswer, addInjected, addPrompt, textsOf } from './messages.ts';
import { type Fields, fields, idOf, leftovers, list, text } from './native.ts';
import { addThought } from './reasoning.ts';
import { readActivity } from './subagents.ts';
import { addStatus, type CallNote, callOf, draft, type Reading } from './thread-state.ts';
import { finishCall, openCall, runningScript } from './tool-calls.ts';
import { isToolItem, outcomeOf, serverOf, toolOf } from './tool-items.ts';
import { addSearch } from './web-searches.ts';

export interface ItemTimes {
  startedAt?: string;
  completedAt?: string;
}

export const NO_TIMES: ItemTimes = {};

export const timesOf = (payload: Fields): ItemTimes => ({
  startedAt: readTime(payload['started_at_ms'] ?? payload['startedAtMs']),
  completedAt: readTime(payload['completed_at_ms'] ?? payload['completedAtMs']),
});

/** An item that is over. False for one of an unknown type. */
export function readItem(r: Reading, item: Fields, native: string, times: ItemTimes): boolean {
  const id = idOf(item['id']);
  const type = text(item['type']) ?? '';
  if (!isToolItem(type)) return readWords(r, item, native, id, times);
  return id !== undefined && endToolItem(r, type, item, native, id, times);
}

/** The end of a call, from an item or from an event that has its fields. */
export function endToolItem(
  r: Reading,
  type: string,
  item: Fields,
  native: string,
  id: string,
  times: ItemTimes = NO_TIMES,
): boolean {
  const outcome = outcomeOf(r, type, item);
  if (times.startedAt !== undefined) outcome.startedAt = times.startedAt;
  if (times.completedAt !== undefined) outcome.completedAt = times.completedAt;
  finishCall(r, noteOf(r, type, item, native, id, times), outcome, { native, nativeId: id, copy: 'item' });
  return true;
}

/** An item that begins: only those that are calls say anything yet. */
export function startItem(r: Reading, item: Fields, native: string, times: ItemTimes): CallNote | undefined {
  const id = idOf(item['id']);
  const type = text(item['type']) ?? '';
  return id === undefined || !isToolItem(type) ? undefined : startToolItem(r, type, item, native, id, times);
}

export function startToolItem(
  r: Reading,
  type: string,
  item: Fields,
  native: string,
  id: string,
  times: ItemTimes = NO_TIMES,
): CallNote {
  const known = callOf(r.state, id);
  if (!known) return openItem(r, type, item, native, id, times);
  r.out.patch(known.event, { native: r.record.native(native, id), startedAt: times.startedAt });
  return known;
}

/** The call an item ends. Without one it was made by a script, or the call lies too far back to be remembered. */
function noteOf(r: Reading, type: string, item: Fields, native: string, id: string, times: ItemTimes) {
  const known = callOf(r.state, id);
  const server = serverOf(type, item);
  if (known && server !== undefined) {
    known.kind = 'mcp';
    known.server = server.slice(0, 40);
    r.out.patch(known.event, { tool: { kind: 'mcp', server } });
  }
  if (known) return known;
  if (!id.startsWith('exec-') && r.out.patch(id, { tool: { status: 'running' } })) return id;
  return openItem(r, type, item, native, id, times);
}

function openItem(r: Reading, type: string, item: Fields, native: string, id: string, times: ItemTimes): CallNote {
  const parentId = runningScript(r)?.event;
  return openCall(r, { ...toolOf(type, item), callId: id, native, nativeId: id, parentId, startedAt: times.startedAt });
}

/** Items that are no calls. */
function readWords(r: Reading, item: Fields, native: string, id: string | undefined, times: ItemTimes): boolean {
  switch (item['type']) {
    case 'UserMessage':
      if (r.state.reviewer) addInjected(r, { said: promptTexts(item), stream: 'e', native, id });
      else addPrompt(r, { said: promptTexts(item), parts: localImages(item), stream: 'e', native, id });
      return true;
    case 'AgentMessage':
      addAnswer(r, {
        said: textsOf(item['content']).join(''),
        stream: 'e',
        native,
        id,
        extra: leftovers(item),
        ...times,
      });
      return true;
    case 'Reasoning':
      addThought(r, {
        summaries: textsOf(item['summary_text']),
        raw: textsOf(item['raw_content']),
        stream: 'e',
        native,
        id,
        ...times,
      });
      return true;
    case 'SubAgentActivity':
      readActivity(r, item, native, id);
      return true;
    case 'WebSearch':
      addSearch(r, item, { native, stream: 'e', id });
      return true;
    case 'ContextCompaction':
      tellCompaction(r, native, 'i', { id, ...times });
      return true;
    case 'Plan':
      addStatus(r, native, 'plan', { id, role: 'assistant', text: text(item['text']) });
      return true;
    case 'EnteredReviewMode':
    case 'ExitedReviewMode':
      addReview(r, item, native, item['type'] === 'EnteredReviewMode', id);
      return true;
    case 'HookPrompt':
      addHookPrompt(r, item, native, id);
      return true;
    default:
      return false;
  }
}

function promptTexts(item: Fields): string[] {
  return list(item['content']).flatMap((value) =>
    fields(value)?.['type'] === 'text' ? (text(fields(value)?.['text']) ?? []) : [],
  );
}

function localImages(item: Fields) {
  return list(item['content']).flatMap((value) => {
    const content = fields(value);
    const path = text(content?.['path']);
    return path !== undefined && /image/i.test(String(content?.['type'])) ? [{ type: 'image', path }] : [];
  });
}

/** Review mode: told by an item and an event, which share the item's id. */
export function addReview(r: Reading, payload: Fields, native: string, entered: boolean, id: string | undefined): void {
  const label = entered ? 'review started' : 'review ended';
  const review = payload['review'];
  const detail = text(payload['user_facing_hint']) ?? text(review);
  const known = id !== undefined && r.out.patch(id, { native: r.record.native(native, id) });
  if (!known) addStatus(r, native, label, { id, detail, extra: leftovers(payload) });
}

function addHookPrompt(r: Reading, item: Fields, native: string, id: string | undefined): void {
  const event = draft(r, id ?? r.record.ref, 'system', native, id);
  event.role = 'system';
  event.audience = 'model';
  event.text = textsOf(item['fragments'] ?? item['content']).join('\n\n');
  r.out.add(event);
}
