/**
 * OpenCode's own shapes, as far as they are used here. The same session info, messages and parts appear in every
 * place it keeps them: rows of a database (1.2 and later), files of a tree (before), `export`, and its streams.
 * Seen: 1.2.21 to 1.18.33. Everything is optional, because everything that is read may be missing.
 */
import type { DocumentPart } from '../../adapters/contract.ts';
import type { Json } from '../../reading/native-values.ts';

export { isObject, type Json, numberOf, objectOf, restOf, stringOf } from '../../reading/native-values.ts';

export interface SessionInfo extends Json {
  id?: string;
  parentID?: string;
  title?: string;
  version?: string;
  directory?: string;
  revert?: unknown;
  time?: unknown;
}

/** One record whatever its source: what it is, the value itself, and the time of its row where there is one. */
export interface OpenCodeRecord {
  kind: 'session' | 'message' | 'message-error' | 'part' | 'todos' | 'row';
  value: Json;
  created?: unknown;
  /** Found only in the event log: the agent has removed it since. */
  removed?: boolean;
  /** A fork's origin, where it can be found. */
  origin?: { of: string; at?: string };
}

export function part(value: OpenCodeRecord, pointer: string): DocumentPart {
  return { value, pointer };
}

export function parsed(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
