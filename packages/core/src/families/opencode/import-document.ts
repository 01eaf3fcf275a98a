/** The document that `import` takes, the same as `export` writes: made from the rows of a session. */
import type { DocumentPart } from '../../adapters/contract.ts';
import { isObject, type Json, type OpenCodeRecord, stringOf } from './native.ts';

interface Message {
  readonly info: Json;
  readonly parts: Json[];
}

/** What the agent itself had removed stays out. */
export function importDocument(parts: Iterable<DocumentPart>): unknown {
  let info: Json = {};
  const messages = new Map<string, Message>();
  for (const { value } of parts) {
    const { kind, value: own, removed } = value as OpenCodeRecord;
    if (removed || !isObject(own)) continue;
    if (kind === 'session') info = own;
    else if (kind === 'message') messages.set(stringOf(own['id']) ?? '', { info: own, parts: [] });
    else if (kind === 'part') messages.get(stringOf(own['messageID']) ?? '')?.parts.push(own);
  }
  return { info, messages: [...messages.values()] };
}
