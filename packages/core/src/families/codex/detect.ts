/** Codex's dialects, recognised by what is in them. */
import type { Head } from '../../adapters/contract.ts';
import { type Fields, fields } from './native.ts';

const ENVELOPES = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
  'world_state',
  'token_usage_record',
]);
const FLAT_ITEMS = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'local_shell_call',
  'custom_tool_call',
]);
/** Other agents grown from Codex's source, known by the provider they name. */
const FORKS = new Set(['trae']);

export function detectRollout(head: Head): number {
  const first = head.records[0] as Fields | undefined;
  if (!first) return detectCut(head);
  if (isEnvelope(first)) return detectEnvelope(head);
  const isHeader =
    typeof first['id'] === 'string' &&
    typeof first['timestamp'] === 'string' &&
    'instructions' in first &&
    !('type' in first);
  if (!isHeader) return 0;
  const next = head.records.slice(1, 8) as Fields[];
  if (next.length === 0) return 0.6;
  return next.some((item) => item['record_type'] === 'state' || FLAT_ITEMS.has(item['type'] as string)) ? 0.9 : 0;
}

/** The same shape, by a program that names its own provider. */
export function detectFork({ records }: Head, provider: string): number {
  const metas = (records as Fields[]).filter(({ type }) => type === 'session_meta');
  return metas.some(({ payload }) => fields(payload)?.['model_provider'] === provider) ? 1 : 0;
}

const isEnvelope = (record: Fields) =>
  typeof record['type'] === 'string' && ENVELOPES.has(record['type']) && fields(record['payload']) !== undefined;

function detectEnvelope(head: Head): number {
  let known = 0;
  for (const record of head.records as Fields[]) {
    const meta = record['type'] === 'session_meta' ? fields(record['payload']) : undefined;
    if (meta && FORKS.has(String(meta['model_provider']))) return 0;
    if (isEnvelope(record)) known++;
  }
  return known === head.records.length ? 1 : known * 2 >= head.records.length ? 0.8 : 0.4;
}

/** The header is longer than the head. */
function detectCut(head: Head): number {
  const keys = new Set(head.keys);
  const isMeta = keys.has('timestamp') && keys.has('type') && keys.has('payload');
  return isMeta && /"type":\s*"session_meta"/.test(head.text.slice(0, 400)) ? 0.8 : 0;
}
