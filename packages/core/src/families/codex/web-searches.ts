/** Searches on the web run at the provider: the record of one is call and result at once, and comes twice. */

import { expectTwin, joinTwin, markOf } from './duplicate-records.ts';
import { type Fields, fields, idOf, leftovers, text } from './native.ts';
import { callOf, type Reading } from './thread-state.ts';
import { finishCall, openCall, runningScript } from './tool-calls.ts';

/** `response_item/web_search_call`, which often has no id. */
export function readWebSearch(r: Reading, payload: Fields, native: string): boolean {
  addSearch(r, payload, { native, stream: 'r', id: idOf(payload['id']) ?? idOf(payload['call_id']) });
  return true;
}

/** `event_msg/web_search_end` and the item `WebSearch`. */
export function addSearch(
  r: Reading,
  payload: Fields,
  { native, stream, id }: { native: string; stream: 'r' | 'e'; id?: string },
): void {
  const mark = markOf(keyOf(payload));
  if (joinTwin(r, { kind: 'q', mark, stream, native, id, extra: beyondAction(payload) })) return;
  const callId = id ?? r.record.ref;
  const known = callOf(r.state, callId);
  const input: Fields = fields(payload['action']) ?? { query: payload['query'] };
  const nested = stream === 'e' && callId.startsWith('exec-') ? runningScript(r)?.event : undefined;
  const note =
    known ?? openCall(r, { callId, name: 'web_search', kind: 'web', input, native, nativeId: id, parentId: nested });
  const rawStatus = payload['status'];
  const outcome = {
    status: rawStatus === 'failed' ? 'error' : 'ok',
    rawStatus,
    result: payload['results'],
    extra: known ? leftovers(payload) : beyondAction(payload),
  };
  finishCall(r, note, outcome, { native, nativeId: id, copy: stream === 'r' ? 'output' : 'item' });
  expectTwin(r.state, { kind: 'q', mark, event: note.event, stream }, note.event);
}

/** The event has the query in other words than the action (`'thin pack' in https://…`), and may have results. */
function beyondAction(payload: Fields): Fields | undefined {
  const { query, results } = payload;
  const action = fields(payload['action']);
  const extra: Fields = {};
  if (action && text(query) && action['query'] !== query) extra['query'] = query;
  if (results !== undefined && results !== null) extra['results'] = results;
  return Object.keys(extra).length > 0 ? extra : undefined;
}

/** What was looked for. The event of older versions has only the query. */
function keyOf(payload: Fields): string {
  const action = fields(payload['action']) ?? { type: 'search', query: payload['query'] };
  const said = (name: string) => (text(action[name]) ?? '').slice(0, 300);
  return ['type', 'query', 'url', 'pattern'].map(said).join('|');
}
