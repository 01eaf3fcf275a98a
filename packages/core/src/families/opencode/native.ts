/**
 * OpenCode's own shapes, as far as they are used here. The same session info, messages and parts appear in every
 * place it keeps them: rows of a database (1.2 and later), files of a tree (before), `export`, and its streams.
 * Seen: 1.2.21 to 1.18.33. Everything is optional, because everything that is read may be missing.
 */
import type { DocumentPart } from '../../adapters/contract.ts';

export type Json = Record<string, unknown>;

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

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const nothing: Json = Object.freeze({});

export function objectOf(value: unknown): Json {
  return isObject(value) ? value : nothing;
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The fields that have no place of their own in an event. */
export function restOf(value: Json, known: ReadonlySet<string>): Json | undefined {
  let rest: Json | undefined;
  for (const key in value) {
    if (known.has(key) || value[key] === undefined || value[key] === null) continue;
    rest ??= {};
    rest[key] = value[key];
  }
  return rest;
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
