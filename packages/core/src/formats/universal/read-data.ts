/** Events of the stream that are no items, as a transcript's. The mirror of `requests.ts` and `session-data.ts`. */
import { listOf, objectOf, textOf } from '../../reading/native-values.ts';
import type { EventError, Permission, Question, Usage } from '../../transcript.ts';
import type { UniversalData, UsageAddition } from './event.ts';
import { type Draft, usageOf } from './read-item.ts';
import { something } from './requests.ts';

export function permissionOf(data: UniversalData<'permission.requested'>): Permission {
  const said = objectOf(data.metadata);
  const options = listOf(said['options']).filter((option) => typeof option === 'string');
  return {
    id: data.permission_id,
    action: data.action,
    status: textOf(said['decision']) ?? data.status,
    ...something({
      callId: textOf(said['call_id']),
      by: textOf(said['by']),
      reason: textOf(said['reason']),
      options: Array.isArray(said['options']) ? options : undefined,
      details: 'details' in said ? said['details'] : foreign(data.metadata, PERMISSION_METADATA),
    }),
  };
}
const PERMISSION_METADATA = ['call_id', 'by', 'reason', 'options', 'details', 'decision', 'rule'];

/** The rule of Hansard's that a decision names, where wires have it. */
export function ruleOf({ metadata }: UniversalData<'permission.requested'>): Pick<Draft, 'extra'> {
  const { rule } = objectOf(metadata);
  return rule === undefined ? {} : { extra: { answer: { rule } } };
}

export function questionOf(data: UniversalData<'question.requested'>): Question {
  const said = objectOf(data.metadata);
  return {
    id: data.question_id,
    prompt: data.prompt,
    options: data.options,
    status: textOf(said['outcome']) ?? data.status,
    ...something({
      response: data.response ?? undefined,
      callId: textOf(said['call_id']),
      details: 'details' in said ? said['details'] : foreign(data.metadata, QUESTION_METADATA),
    }),
  };
}

const QUESTION_METADATA = ['call_id', 'details', 'outcome'];

/** What somebody else wrote there is kept as it is. */
function foreign(metadata: unknown, ours: readonly string[]): unknown {
  if (metadata === undefined || metadata === null) return undefined;
  const keys = Object.keys(objectOf(metadata));
  return keys.length > 0 && keys.every((key) => ours.includes(key)) ? undefined : metadata;
}

export function errorOf(data: UniversalData<'error'>): EventError {
  return {
    message: data.message,
    ...something({
      code: data.code ?? undefined,
      status: data.status,
      attempt: data.attempt,
      retryInMs: data.retry_in_ms,
      willRetry: data.will_retry,
      details: data.details,
    }),
  };
}

/** What the metadata of a turn says, where it is ours. */
export function turnFacts(metadata: unknown): Partial<Draft> {
  const said = objectOf(metadata);
  const label = textOf(said['label']);
  const detail = textOf(said['detail']);
  return {
    ...(textOf(said['outcome']) === undefined ? {} : { phase: textOf(said['outcome']) }),
    ...(label === undefined ? {} : { status: { label, ...(detail === undefined ? {} : { detail }) } }),
    ...something({ text: textOf(said['text']), model: textOf(said['model']), variant: textOf(said['variant']) }),
    ...(isUsage(said['usage']) ? { usage: usageOf(said['usage']) as Usage } : {}),
    ...(isCount(said['cost_micro_usd']) ? { costMicroUsd: said['cost_micro_usd'] } : {}),
  };
}

function isUsage(value: unknown): value is UsageAddition {
  const usage = objectOf(value);
  return ['input', 'output', 'cache_read', 'cache_write_5m', 'cache_write_1h', 'reasoning'].every((bucket) =>
    isCount(usage[bucket]),
  );
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
