/** The columns of a row of usage but for its key and its owner, as an event gives them. */
import type { SqlValue, Usage } from '@hansard/core';
import type { UsageColumns } from '@hansard/core/events/event-facts.ts';
import type { Names } from '../../database/names.ts';
import type { UsageRow } from '../tables.ts';

/** In the order in which they are written. */
export const VALUES = [
  'event_id',
  'rank',
  'agent',
  'model',
  'time',
  'scope',
  'subagent',
  'inherited',
  'input',
  'output',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'reasoning',
] as const;

export type UsageValues = Readonly<Record<Exclude<(typeof VALUES)[number], 'model'>, number>> & {
  readonly model: number | null;
};

/** Beyond the ranks of witnesses. */
const TOLD_BY_OTHERS = 100;

/** No response has more tokens of a kind, and sums of these stay exact. */
const MOST_TOKENS = 1e11;

export interface UsagePlace {
  readonly sessionId: number;
  readonly threadId: number;
  readonly agent: string;
  readonly event: number;
  readonly subagent: boolean;
  /** How good a witness says it. */
  readonly rank: number;
}

export function usageValues(
  place: UsagePlace,
  { usage, model, time, scope, subagent }: UsageColumns,
  names: Names,
): UsageValues {
  return {
    event_id: place.event,
    // What another agent tells of a response comes after what its own agent does, whatever the inputs.
    rank: place.rank + (usage.source === undefined ? 0 : TOLD_BY_OTHERS),
    agent: names.id(place.agent),
    model: names.optional(model),
    time: Math.max(0, time),
    scope: names.id(scope),
    subagent: place.subagent || subagent ? 1 : 0,
    inherited: usage.inherited ? 1 : 0,
    input: tokens(usage.input),
    output: tokens(usage.output),
    cache_read: tokens(usage.cacheRead),
    cache_write_5m: tokens(usage.cacheWrite5m),
    cache_write_1h: tokens(usage.cacheWrite1h),
    reasoning: tokens(usage.reasoning),
  };
}

export function valuesIn(row: UsageRow): UsageValues {
  const { session_id: _session, response: _response, own: _own, inferred: _inferred, ...values } = row;
  return values;
}

export const listed = (values: UsageValues): SqlValue[] => VALUES.map((name) => values[name]);

export const isSame = (a: UsageValues, b: UsageValues): boolean => VALUES.every((name) => a[name] === b[name]);

/** Of the same response in two threads of a session, the one that has more wins. */
export function hasMore(values: UsageValues, than: UsageValues): boolean {
  const more = allTokens(values) - allTokens(than) || than.subagent - values.subagent || than.time - values.time;
  return more > 0;
}

const tokens = (number: Usage['input']): number => Math.min(Math.max(0, Math.trunc(number) || 0), MOST_TOKENS);

const allTokens = ({ input, output, cache_read, cache_write_5m, cache_write_1h, reasoning }: UsageValues): number =>
  input + output + cache_read + cache_write_5m + cache_write_1h + reasoning;
