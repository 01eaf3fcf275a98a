/** The prompts of a session, each with what came of it: time, cost, tools, errors, files. */
import type { Prompt } from '../api/views.ts';
import { FLAGS } from '../events/event-facts.ts';
import { allTokens, microUsd, type Spent } from '../numbers/spent.ts';
import type { FileTouch, SkeletonEvent, UsageColumns } from '../store/views.ts';
import { waitedMs, workedMs } from '../turns/turn-times.ts';
import type { PriceBook } from '../usage/prices.ts';
import { spendingBy } from './session-spending.ts';
import { hasFlag } from './skeleton.ts';
import { type Turn, turnsOf } from './turns.ts';

const MOST_FILES = 8;

/** Without the text of the prompts, which only the originals have. */
export type PromptRow = Omit<Prompt, 'text'>;

export interface OutlineRows {
  readonly skeleton: Iterable<SkeletonEvent>;
  readonly edits: Edits;
  readonly usage: UsageColumns;
}

type Edits = ReadonlyMap<number, readonly FileTouch[]>;

export function outlineOf({ skeleton, edits, usage }: OutlineRows, prices: PriceBook): PromptRow[] {
  const turns = turnsOf(skeleton);
  const turnOf = new Map<number, Turn>();
  for (const turn of turns) for (const { logSeq } of turn.events) turnOf.set(logSeq, turn);
  const spending = spendingBy(usage, prices, (logSeq) => turnOf.get(logSeq));
  return turns.map((turn) => promptRow(turn, spending.get(turn), edits));
}

function promptRow(turn: Turn, spent: Spent | undefined, edits: Edits): PromptRow {
  const { prompt, events, times } = turn;
  const isUnknown = spent !== undefined && spent.pico === 0n && spent.unpriced > 0;
  const { files, toolCalls, errors } = doneIn(events, edits);
  return {
    logSeq: prompt.logSeq,
    eventId: prompt.id,
    time: prompt.time > 0 ? new Date(prompt.time).toISOString() : null,
    durationMs: workedMs(times) ?? null,
    waitedMs: waitedMs(times),
    costMicroUsd: isUnknown ? null : microUsd({ pico: spent?.pico ?? 0n }),
    tokens: spent ? allTokens(spent.tokens) : 0,
    toolCalls,
    errors,
    files: [...files].slice(0, MOST_FILES),
    source: prompt.source.source,
  };
}

function doneIn(events: Turn['events'], edits: Edits) {
  const files = new Set<string>();
  let [toolCalls, errors] = [0, 0];
  for (const event of events) {
    if (event.type === 'tool_call') toolCalls++;
    if (hasFlag(event, FLAGS.error)) errors++;
    for (const { path } of edits.get(event.logSeq) ?? []) files.add(path);
  }
  return { files, toolCalls, errors };
}
