/**
 * Gemini CLI's own shapes, as far as they are used here: a conversation `{ sessionId, projectHash, startTime,
 * lastUpdated, messages, kind? }`, whole in one JSON document (to 0.3x) or as a log of patches (0.40 and later).
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

export function countOf(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? Math.round(value) : 0;
}

/** Times are nearly always written as we write them. */
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

/** Content is a string, a part, or a list of either. */
export function partsOf(content: unknown): readonly Json[] {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }];
  if (!Array.isArray(content)) return isObject(content) ? [content] : [];
  if (content.every(isObject)) return content;
  return content.flatMap((part) => (typeof part === 'string' ? [{ text: part }] : isObject(part) ? [part] : []));
}

export function textOf(parts: readonly Json[]): string {
  let whole = '';
  for (const { text } of parts) if (typeof text === 'string') whole += text;
  return whole;
}
