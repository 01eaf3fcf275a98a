/**
 * Gemini CLI's own shapes, as far as they are used here: a conversation `{ sessionId, projectHash, startTime,
 * lastUpdated, messages, kind? }`, whole in one JSON document (to 0.3x) or as a log of patches (0.40 and later).
 */
import { isObject, type Json } from '../../reading/native-values.ts';

export { countOf, isObject, type Json, listOf, objectOf, restOf, stringOf } from '../../reading/native-values.ts';
export { readTime as timeOf } from '../../reading/time.ts';

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
