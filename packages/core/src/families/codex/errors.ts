/** What went wrong, and what the agent warned of. */
import { type Fields, fields, integer, leftovers, text } from './native.ts';
import { addStatus, draft, type Reading } from './thread-state.ts';

/** `error` and `stream_error`: the latter is tried again. */
export function addError(r: Reading, payload: Fields, native: string): void {
  const retried = payload['type'] === 'stream_error';
  addFailure(r, payload, native, retried ? { willRetry: true } : {});
}

export function addFailure(
  r: Reading,
  payload: Fields,
  native: string,
  more: { willRetry?: boolean; id?: string } = {},
): void {
  const { id, willRetry } = more;
  const inner = fields(payload['error']) ?? payload;
  const info = inner['codex_error_info'] ?? inner['codexErrorInfo'];
  const code = text(info ?? inner['kind'] ?? inner['type']) ?? Object.keys(fields(info) ?? {})[0];
  const event = draft(r, id ?? r.record.ref, 'error', native);
  event.error = { message: text(inner['message']) ?? text(payload['message']) ?? 'unknown error' };
  if (code && code !== 'error' && code !== 'stream_error') event.error.code = code;
  const status = httpStatus(info);
  if (status !== undefined) event.error.status = status;
  if (willRetry !== undefined) event.error.willRetry = willRetry;
  const details = leftovers(inner, new Set(['type', 'message', 'turn_id']));
  if (details) event.error.details = details;
  r.out.add(event);
}

/** `{response_stream_disconnected: {http_status_code}}`. */
function httpStatus(info: unknown): number | undefined {
  const inner = fields(Object.values(fields(info) ?? {})[0]);
  return integer(inner?.['http_status_code'] ?? inner?.['httpStatusCode']);
}

/** Notices that only a person was shown. */
export function noteWarning(r: Reading, payload: Fields, native: string): void {
  const detail = text(payload['message']) ?? text(payload['summary']) ?? text(payload['details']);
  const label = text(payload['type'])?.replaceAll('_', ' ') ?? 'warning';
  addStatus(r, native, label, {
    detail,
    audience: 'user',
    extra: leftovers(payload, new Set(['type', 'message', 'summary'])),
  });
}
