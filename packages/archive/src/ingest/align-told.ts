/**
 * Finds what a stream with ids of its own tells of among what better inputs of its session tell of, and makes one event of
 * both. The earlier one keeps its place, number and id. What is left to be done is in the database, as for joining.
 */
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import { type OwnIds, SameEvents, TOLD_TWICE } from '@hansard/core/reading/same-events.ts';
import type { Archive } from '../archive.ts';
import type { SamePair } from '../sqlite/sessions/move-thread.ts';
import {
  furtherAccounts,
  markStreams,
  type OwnIdsOf,
  presentEvents,
  type ToldThread,
  toldThreads,
} from '../sqlite/sessions/told-events.ts';
import { unaligned } from '../sqlite/sessions/waiting.ts';

export interface AlignedSession {
  readonly session: number;
  /** Which of its changes has been looked at. */
  readonly change: number;
  readonly pairs: readonly SamePair[];
  /** Threads with ids of their own. */
  readonly streams: readonly { readonly id: number; readonly rank: number }[];
}

export async function alignTold(archive: Archive): Promise<void> {
  markStreams(archive.sql, streamsOf(archive));
  for (const { session, change } of unaligned(archive.sql)) {
    archive.committer.align(await aligned(archive, session, change));
  }
}

function* streamsOf({ adapters }: Archive): Generator<OwnIdsOf> {
  for (const { id: agent, dialects } of adapters) {
    for (const { id: dialect, ownIds } of dialects) if (ownIds) yield { agent, dialect, ownIds };
  }
}

/** An event, and who tells of it. */
interface Told {
  readonly number: number;
  /** Whose row it is. */
  readonly thread: ToldThread;
  readonly threads: ReadonlySet<number>;
  readonly subagent: boolean;
}

async function aligned(archive: Archive, session: number, change: number): Promise<AlignedSession> {
  const threads = toldThreads(archive.sql, session);
  const streams = [...threads.values()].filter(({ ownIds }) => ownIds).sort((a, b) => a.rank - b.rank || a.id - b.id);
  const pairs: SamePair[] = [];
  const gone = new Set<number>();
  for (const stream of streams) {
    const events = toldIn(archive, session, threads).filter(({ number }) => !gone.has(number));
    for (const pair of await pairsOf(archive, stream, threads, events)) {
      pairs.push(pair);
      gone.add(pair.other).add(pair.kept);
    }
  }
  return { session, change, pairs, streams };
}

/** Only what is not known to be in both is read. */
async function pairsOf(
  archive: Archive,
  stream: ToldThread,
  threads: ReadonlyMap<number, ToldThread>,
  events: readonly Told[],
): Promise<SamePair[]> {
  const isBetter = ({ threads: told }: Told) =>
    [...told].some((id) => (threads.get(id)?.rank ?? Number.POSITIVE_INFINITY) < stream.rank);
  const [ofStream, better] = [events.filter(({ threads: told }) => told.has(stream.id)), events.filter(isBetter)];
  const isShared = (event: Told) => event.threads.has(stream.id) && isBetter(event);
  const open = ofStream.filter((event) => !isShared(event));
  if (open.length === 0 || better.every(isShared)) return [];
  const same = new SameEvents<number>();
  const byNumber = new Map(better.map((event) => [event.number, event]));
  for await (const [told, event] of read(archive, better, isShared)) {
    if (event) same.learn(told.number, event, speakerOf(told));
    else same.share(told.number);
  }
  const pairs: SamePair[] = [];
  for await (const [told, event] of read(archive, ofStream, isShared)) {
    const found = event && same.find(event, speakerOf(told), stream.ownIds as OwnIds);
    if (!event) same.pass(told.number);
    if (found !== undefined) pairs.push(pairOf(told, byNumber.get(found) as Told));
  }
  return pairs;
}

/** The one that the archive learnt of first stays. */
function pairOf(a: Told, b: Told): SamePair {
  const [kept, other] = a.number < b.number ? [a, b] : [b, a];
  return { kept: kept.number, other: other.number, thread: other.thread.id };
}

const speakerOf = ({ subagent }: Told) => (subagent ? 'subagent' : 'own');

/** Events read at once. */
const PAGE = 256;

/** Each with its content, but those that need not be read. */
async function* read(archive: Archive, events: readonly Told[], isKnown: (event: Told) => boolean) {
  for (let at = 0; at < events.length; at += PAGE) {
    const page = events.slice(at, at + PAGE);
    const numbers = page.filter((event) => !isKnown(event)).map(({ number }) => number);
    const contents = new Map((await archive.events.events(numbers)).map(({ number, event }) => [number, event]));
    for (const told of page) yield [told, contents.get(told.number)] as const;
  }
}

/** What may be told twice, in the order in which the archive learnt of it. */
function toldIn({ sql }: Archive, session: number, threads: ReadonlyMap<number, ToldThread>): Told[] {
  const accounts = furtherAccounts(sql, session);
  return presentEvents(sql, session).flatMap(({ id, flags, type, thread_id: by }) => {
    const thread = threads.get(by);
    if (!thread || !TOLD_TWICE.has(type)) return [];
    const told = new Set([thread.id, ...(accounts.get(id) ?? [])]);
    const subagent = thread.subagent || (flags & FLAGS.subagent) !== 0;
    return [{ number: id, thread, threads: told, subagent }];
  });
}
