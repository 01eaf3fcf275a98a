/** One event of what several inputs in the archive tell of it, by the rule of core. */
import type { EventDraft } from '@hansard/core';
import { joinEvents } from '@hansard/core/reading/join-events.ts';
import type { PlacedRow } from '../events/event-rows.ts';
import type { Thread } from './place-reader.ts';

/** An account: the event's row with the place and the pass that this input has it at. */
export interface Told {
  readonly row: PlacedRow & { readonly pass: number | null };
  readonly thread: Thread;
}

export interface JoinedAccounts {
  readonly event: EventDraft;
  /** None of the inputs has it any more. */
  readonly isGone: boolean;
  /** Which account the event's tokens are from. */
  readonly usageFrom?: Thread;
}

type Read = Told & { readonly event: EventDraft | undefined };

/** Undefined when none of them can be read. What an input no longer has counts only when no other has it. */
export function joinAccounts(accounts: readonly Read[]): JoinedAccounts | undefined {
  const readable = accounts.filter((one): one is Told & { event: EventDraft } => one.event !== undefined);
  const present = readable.filter(({ row, thread }) => row.pass === thread.pass);
  const isGone = present.length === 0;
  const ranked = onePerRank((isGone ? readable : present).toSorted(byRank));
  if (ranked.length === 0) return undefined;
  const joined = joinEvents(ranked.map(({ event }) => event));
  const event = isGone ? { ...joined, withdrawn: true } : joined;
  const usageFrom = ranked.find((one) => one.event.type === event.type && one.event.usage)?.thread;
  return { event, isGone, ...(usageFrom ? { usageFrom } : {}) };
}

/** The best witness first, and always the same of two that are as good. */
function byRank({ thread: a }: Told, { thread: b }: Told): number {
  return (
    a.rank - b.rank ||
    a.input.machine - b.input.machine ||
    compare(a.input.path, b.input.path) ||
    compare(a.input.part, b.input.part)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Others of a rank are copies. */
function onePerRank<T extends Told>(ranked: readonly T[]): T[] {
  return ranked.filter(({ thread }, nth) => thread.rank !== ranked[nth - 1]?.thread.rank);
}
