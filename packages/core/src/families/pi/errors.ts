/** A failed model call: `529 {"type":"error","error":{"type":"overloaded_error",…}}`, or any other text. */
import type { EventError } from '../../transcript.ts';
import { isObject } from './native.ts';

const LONGEST_BODY = 16 * 1024;

export function errorOf(message: string): EventError {
  const error: EventError = { message };
  const status = /^(\d{3})\b/.exec(message)?.[1];
  if (status) error.status = Number(status);
  const code = codeOf(message);
  if (code) error.code = code;
  return error;
}

function codeOf(message: string): string | undefined {
  const at = message.indexOf('{');
  if (at < 0 || at > 8 || message.length > LONGEST_BODY) return undefined;
  try {
    const body: unknown = JSON.parse(message.slice(at));
    const inner = isObject(body) && isObject(body['error']) ? body['error'] : body;
    const code = isObject(inner) ? (inner['type'] ?? inner['code']) : undefined;
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
}
