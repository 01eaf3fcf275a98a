/**
 * JSON-RPC messages of the Agent Client Protocol (schema 2.4.0, protocol version 1), bare or in a recorder's envelope:
 * `{t, dir, msg}` with `dir` `in` (to the agent), `out` (from it), `err` (a line of its stderr) or `exit`; and logs of
 * notifications that add a `timestamp`.
 */
import {
  numberOf as count,
  type Json,
  listOf as list,
  maybeObject as object,
  textOf as text,
  wholeOf as whole,
} from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';

export type Raw = Json;

export { stringOf as filled } from '../../reading/native-values.ts';
export { count, list, object, text, whole };

/** The fields that the event does not show elsewhere, those of `_meta` flat by vendor; undefined when there are none. */
export function rest(data: Raw, shown: ReadonlySet<string>): Raw | undefined {
  let kept: Raw | undefined;
  for (const key in data) {
    if (shown.has(key) || data[key] === null || data[key] === undefined) continue;
    kept ??= {};
    if (key === '_meta') Object.assign(kept, metaOf(data['_meta']));
    else kept[key] = data[key];
  }
  return kept;
}

/** Later updates repeat `_meta` with less in it: flat keys let them add up. */
function metaOf(meta: unknown): Raw {
  const flat: Raw = {};
  for (const [vendor, value] of Object.entries(object(meta) ?? {})) {
    const fields = object(value);
    if (fields) for (const key in fields) flat[`${vendor}.${key}`] = fields[key];
    else flat[vendor] = value;
  }
  return flat;
}

export interface Line {
  /** The message, or undefined when the line is about the process. */
  readonly message?: Raw;
  readonly direction?: string;
  /** Milliseconds since the recording began. */
  readonly offset?: number;
  readonly time?: string;
  /** What is neither message nor known envelope: a line of stderr, the exit. */
  readonly other?: unknown;
}

export function openLine(value: Raw): Line {
  const direction = text(value['dir']);
  if (direction === undefined || !('msg' in value)) return { message: value, time: readTime(value['timestamp']) };
  const offset = count(value['t']);
  const message = direction === 'in' || direction === 'out' ? object(value['msg']) : undefined;
  return message ? { message, direction, offset } : { direction, offset, other: value['msg'] };
}

export const isUpdate = (method: string): boolean => method === 'session/update' || method.endsWith('/session/update');

/** Whether a message could only be of this protocol. */
export function isOfProtocol(message: Raw): boolean {
  const method = text(message['method']);
  const params = object(message['params']);
  if (!method || !params) return false;
  if (isUpdate(method)) return typeof object(params['update'])?.['sessionUpdate'] === 'string';
  // MCP's version is a date, and other protocols have no capabilities of the client here.
  if (method === 'initialize') return Number.isInteger(params['protocolVersion']) && 'clientCapabilities' in params;
  if (method === 'session/prompt') return Array.isArray(params['prompt']) && typeof params['sessionId'] === 'string';
  return method === 'session/request_permission' && Array.isArray(params['options']);
}

/** JSON-RPC ids are strings or numbers. */
export function idOf(message: Raw): string | undefined {
  const id = message['id'];
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
