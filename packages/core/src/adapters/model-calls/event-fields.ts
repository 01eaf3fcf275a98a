/** What all events of the log have: id, time, agent, branch, model and numbers; and what has no place of its own. */
import { isSubagentSource, subagentPath } from '../../events/source-path.ts';
import {
  allBut,
  countOf,
  isObject,
  type Json,
  objectOf,
  restOf,
  stringOf,
  wordOf,
} from '../../reading/native-values.ts';
import { recall, remember } from '../../reading/recent.ts';
import { readTime } from '../../reading/time.ts';
import type { Usage } from '../../transcript.ts';
import type { EventDraft, NativeRecord } from '../contract.ts';
import type { NativeEntry } from './native.ts';
import { LIMITS, type State } from './state.ts';

type Common = Omit<EventDraft, 'type'>;

export function commonFields(state: State, entry: NativeEntry, metadata: Json, record: NativeRecord): Common {
  const id = wordOf(entry['entry_id']);
  const source = sourceOf(entry['source']);
  const timestamp = readTime(entry.created_at);
  const branch = branchOf(state, source ?? 'primary', metadata['thread']);
  const [model, provider] = [stringOf(metadata['model']), stringOf(metadata['provider'])];
  const startedAt = readTime(metadata['started_at']);
  const usage = usageOf(metadata['usage']);
  const sent = entry.role === 'tool' && typeof metadata['timestamp_source'] === 'string';
  return {
    id: id ?? record.ref,
    ...(timestamp ? { timestamp } : {}),
    ...(timestamp && sent ? { timestampSource: 'request' } : {}),
    ...(source ? { source } : {}),
    ...(branch ? { branch } : {}),
    ...(model && entry.role === 'assistant' ? { model } : {}),
    ...(model && provider && entry.role === 'assistant' ? { provider } : {}),
    ...(startedAt && usage ? { startedAt } : {}),
    ...(usage ? { usage } : {}),
    native: record.native(entry.role, id),
  };
}

/** `primary` is the log's own. */
function sourceOf(value: unknown): string | undefined {
  const source = wordOf(value);
  return isSubagentSource(source) && subagentPath(source) !== '' ? source : undefined;
}

/** The first conversation of an agent is the line; others are beside it. */
function branchOf(state: State, source: string, value: unknown): string | undefined {
  const thread = wordOf(value);
  if (thread === undefined) return undefined;
  const main = recall(state.threads, source) ?? remember(state.threads, source, thread, LIMITS.threads);
  return main === thread ? undefined : thread;
}

const BUCKETS = ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'reasoning'] as const;

function usageOf(value: unknown): Usage | undefined {
  if (!isObject(value)) return undefined;
  const buckets = Object.fromEntries(BUCKETS.map((name) => [name, countOf(value[name])])) as Record<
    (typeof BUCKETS)[number],
    number
  >;
  const responseId = stringOf(value['responseId']);
  const { native } = value;
  return { ...buckets, ...(responseId ? { responseId } : {}), ...(native === undefined ? {} : { native }) };
}

/** Fields of metadata that are told by the event, or by the session. */
const TOLD = new Set([
  'provenance',
  'capture',
  'type',
  'model',
  'provider',
  'usage',
  'started_at',
  'error',
  'tools',
  'parts',
]);
const KNOWN = new Set([
  '__type__',
  'role',
  'content',
  'created_at',
  'tool_name',
  'tool_call_id',
  'tool_input',
  'metadata',
  'entry_id',
  'source',
  'sequence',
]);

export function extraOf(entry: NativeEntry, metadata: Json): Json | undefined {
  const rest = {
    ...allBut(entry, KNOWN),
    ...restOf(metadata, isObject(metadata['capture']) ? TOLD : withoutType(metadata)),
  };
  return Object.keys(objectOf(rest)).length > 0 ? rest : undefined;
}

/** Types that others write say something that no event does. */
const OWN_TYPES = new Set(['error', 'tools', 'notice', 'reasoning', 'answer', 'other']);

function withoutType({ type }: Json): ReadonlySet<string> {
  if (type === undefined || OWN_TYPES.has(type as string)) return TOLD;
  return new Set([...TOLD].filter((name) => name !== 'type'));
}
