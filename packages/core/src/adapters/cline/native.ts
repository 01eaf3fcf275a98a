/**
 * Cline's own shapes, as far as they are used here, all of the CLI and its SDK. A session is a document of messages
 * with Anthropic's blocks and a manifest beside it; the stream of `cline --json` nests its events under
 * `agent_event`, and the agent's life under `hook_event`. Seen: 3.0.65.
 */
import { isPlainTime, readTime } from '../../reading/time.ts';

export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const nothing: Json = Object.freeze({});

export function objectOf(value: unknown): Json {
  return isObject(value) ? value : nothing;
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const LONGEST_ID = 160;

/** An id or name short enough for the saved state. */
export function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_ID ? value : undefined;
}

export function countOf(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? Math.round(value) : 0;
}

export function timeOf(value: unknown): string | undefined {
  return isPlainTime(value) ? value : readTime(value);
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
