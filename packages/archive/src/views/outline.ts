/** The prompts of a session, each with what came of it: time, cost, tools, errors, files. */
import type { PriceBook } from '@hansard/core';
import type { Prompt } from '@hansard/core/api/views.ts';
import type { Sql } from '../database/sql.ts';
import { FLAGS } from '../events/event-row.ts';
import { allTokens, microUsd } from '../numbers/spent.ts';
import { type Edit, editsOf } from './edits.ts';
import { eventSpending } from './session-spending.ts';
import { hasFlag, skeleton } from './skeleton.ts';
import { type Turn, turnEnd, turnsOf } from './turns.ts';

const MOST_FILES = 8;

/** Without the text of the prompts, which only the originals have. */
export type PromptRow = Omit<Prompt, 'text'>;

interface Money {
  pico: bigint;
  tokens: number;
  unpriced: number;
}

export function outlineOf(sql: Sql, sessionId: number, prices: PriceBook): PromptRow[] {
  const spending = new Map<number, Money>();
  for (const { number, spent } of eventSpending(sql, prices, sessionId)) {
    const money = spending.get(number) ?? { pico: 0n, tokens: 0, unpriced: 0 };
    money.pico += spent.pico;
    money.tokens += allTokens(spent.tokens);
    money.unpriced += spent.unpriced;
    spending.set(number, money);
  }
  const edits = editsOf(sql, sessionId);
  return turnsOf(skeleton(sql, sessionId)).map((turn) => promptRow(turn, spending, edits));
}

function promptRow(
  turn: Turn,
  spending: ReadonlyMap<number, Money>,
  edits: ReadonlyMap<number, readonly Edit[]>,
): PromptRow {
  const { prompt, events } = turn;
  const end = turnEnd(turn);
  const spent = events.flatMap(({ number }) => spending.get(number) ?? []);
  const pico = spent.reduce((sum, money) => sum + money.pico, 0n);
  const isUnknown = pico === 0n && spent.some(({ unpriced }) => unpriced > 0);
  const files = new Set(events.flatMap(({ number }) => (edits.get(number) ?? []).map(({ path }) => path)));
  const known = prompt.time > 0 && !hasFlag(prompt, FLAGS.inferredTime);
  return {
    logSeq: prompt.logSeq,
    eventId: prompt.key,
    time: prompt.time > 0 ? new Date(prompt.time).toISOString() : null,
    durationMs: known && end !== undefined && end >= prompt.time ? end - prompt.time : null,
    costMicroUsd: isUnknown ? null : microUsd({ pico }),
    tokens: spent.reduce((sum, { tokens }) => sum + tokens, 0),
    toolCalls: events.filter(({ type }) => type === 'tool_call').length,
    errors: events.filter((event) => hasFlag(event, FLAGS.error)).length,
    files: [...files].slice(0, MOST_FILES),
    source: prompt.source.source,
  };
}
