/**
 * One server for the sessions of a folder that are in the same mode and have the same tools: these are what it is started with. Requests
 * of ours are numbered by seat; events name their session, and the session of a subagent names its parent.
 */
import { isObject, objectOf, stringOf } from '@hansard/core/reading/native-values.ts';
import { NOBODY, type Routes, type Sharing, seatOfRequest } from '../contract.ts';
import type { Json } from './opencode-requests.ts';

export const sharing: Sharing = {
  // As many as reading the wire can keep apart.
  most: 6,
  key: ({ directory, permissionMode, mcp = {} }) =>
    JSON.stringify([directory, permissionMode, Object.keys(mcp).sort()]),
  seatOf(routes, { dir, msg }) {
    if (!isObject(msg) || (dir !== 'in' && dir !== 'out')) return undefined;
    if (dir === 'in') return seatOfRequest(msg['request']);
    if (typeof msg['stream'] === 'string') return undefined;
    return 'response' in msg ? seatOfResponse(routes, msg) : seatOfEvent(routes, objectOf(msg['properties']));
  },
  isForAll: ({ msg }) => isObject(msg) && typeof msg['stream'] === 'string',
};

/** The first that a session hears of itself is the answer to the request that has opened it. */
function seatOfResponse({ threads }: Routes, { response, body }: Json): number | undefined {
  const seat = seatOfRequest(response);
  const id = stringOf(objectOf(body)['id']);
  if (seat !== undefined && id !== undefined) threads[id] = seat;
  return seat;
}

function seatOfEvent({ threads }: Routes, properties: Json): number | undefined {
  const info = objectOf(properties['info']);
  const part = objectOf(properties['part']);
  const parent = stringOf(info['parentID']);
  const own = stringOf(info['id']);
  if (parent !== undefined && own !== undefined && threads[parent] !== undefined) threads[own] = threads[parent];
  const session =
    stringOf(properties['sessionID']) ?? stringOf(info['sessionID']) ?? stringOf(part['sessionID']) ?? own;
  return session === undefined ? undefined : (threads[session] ?? NOBODY);
}
