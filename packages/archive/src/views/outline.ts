/** The prompts of a session, each with what came of it: time, cost, tools, errors, files. */
import type { PriceBook } from '@hansard/core';
import type { Prompt } from '@hansard/core/api/views.ts';
import type { Sql } from '../database/sql.ts';
import { FLAGS } from '../events/event-row.ts';
import { allTokens, microUsd, type Spent } from '../numbers/spent.ts';
import { type Edit, editsOf } from './edits.ts';
import { spendingBy } from './session-spending.ts';
import { hasFlag, skeleton } from './skeleton.ts';
import { type Turn, turnEnd, turnsOf } from './turns.ts';

const MOST_FILES = 8;

/** Without the text of the prompts, which only the originals have. */
export type PromptRow = Omit<Prompt, 'text'>;

export function outlineOf(sql: Sql, sessionId: number, prices: PriceBook): PromptRow[] {
  const turns = turnsOf(skeleton(sql, sessionId));
  const turnOf = new Map<number, Turn>();
  for (const turn of turns) for (const { number } of turn.events) turnOf.set(number, turn);
  const spending = spendingBy(sql, prices, sessionId, (number) => turnOf.get(number));
  const edits = editsOf(sql, sessionId);
  return turns.map((turn) => promptRow(turn, spending.get(turn), edits));
}

function promptRow(turn: Turn, spent: Spent | undefined, edits: ReadonlyMap<number, readonly Edit[]>): PromptRow {
  const { prompt, events } = turn;
  const end = turnEnd(turn);
  const isUnknown = spent !== undefined && spent.pico === 0n && spent.unpriced > 0;
  const { files, toolCalls, errors } = doneIn(events, edits);
  const known = prompt.time > 0 && !hasFlag(prompt, FLAGS.inferredTime);
  return {
    logSeq: prompt.logSeq,
    eventId: prompt.key,
    time: prompt.time > 0 ? new Date(prompt.time).toISOString() : null,
    durationMs: known && end !== undefined && end >= prompt.time ? end - prompt.time : null,
    costMicroUsd: isUnknown ? null : microUsd({ pico: spent?.pico ?? 0n }),
    tokens: spent ? allTokens(spent.tokens) : 0,
    toolCalls,
    errors,
    files: [...files].slice(0, MOST_FILES),
    source: prompt.source.source,
  };
}

function doneIn(events: Turn['events'], edits: ReadonlyMap<number, readonly Edit[]>) {
  const files = new Set<string>();
  let [toolCalls, errors] = [0, 0];
  for (const event of events) {
    if (event.type === 'tool_call') toolCalls++;
    if (hasFlag(event, FLAGS.error)) errors++;
    for (const { path } of edits.get(event.number) ?? []) files.add(path);
  }
  return { files, toolCalls, errors };
}
