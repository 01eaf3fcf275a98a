/**
 * Finds what a stream with ids of its own tells of among what better inputs of its session tell of, and makes one event of
 * both. The earlier one keeps its place, number and id. What is left to be done is in the database, as for joining.
 */
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import { type OwnIds, SameEvents, TOLD_TWICE } from '@hansard/core/reading/same-events.ts';
import type { Archive } from '../archive.ts';
import type { SamePair } from '../sqlite/sessions/move-thread.ts';

export interface AlignedSession {
  readonly session: number;
  /** Which of its changes has been looked at. */
  readonly change: number;
  readonly pairs: readonly SamePair[];
  /** Threads with ids of their own. */
  readonly streams: readonly { readonly id: number; readonly rank: number }[];
}

export async function alignTold(archive: Archive): Promise<void> {
  markStreams(archive);
  for (const { session_id: session, change } of archive.sql.all('SELECT * FROM unaligned ORDER BY session_id')) {
    archive.committer.align(await aligned(archive, session as number, change as number));
  }
}

/** What was read before streams were told apart is marked and looked at, once. */
function markStreams({ sql, adapters }: Archive): void {
  if (sql.get("SELECT value FROM counter WHERE name = 'unmarked'")?.['value'] !== 1) return;
  sql.transaction(() => {
    for (const { id: agent, dialects } of adapters) {
      for (const { id: dialect, ownIds } of dialects) {
        if (ownIds) sql.run(MARK, ownIds === 'texts' ? 1 : 2, agent, dialect);
      }
    }
    sql.run(
      `INSERT OR IGNORE INTO unaligned (session_id, change)
       SELECT session_id, 1 FROM thread GROUP BY session_id HAVING max(own_ids) > 0 AND count(*) > 1`,
    );
    sql.run("UPDATE counter SET value = 0 WHERE name = 'unmarked'");
  });
}

const MARK = 'UPDATE thread SET own_ids = ? WHERE input_id IN (SELECT id FROM input WHERE agent = ? AND dialect = ?)';

interface ThreadOf {
  readonly id: number;
  readonly rank: number;
  readonly subagent: boolean;
  readonly ownIds: OwnIds | undefined;
}

/** An event, and who tells of it. */
interface Told {
  readonly number: number;
  /** Whose row it is. */
  readonly thread: ThreadOf;
  readonly threads: ReadonlySet<number>;
  readonly subagent: boolean;
}

async function aligned(archive: Archive, session: number, change: number): Promise<AlignedSession> {
  const threads = threadsOf(archive, session);
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
  stream: ThreadOf,
  threads: ReadonlyMap<number, ThreadOf>,
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

function threadsOf({ sql }: Archive, session: number): Map<number, ThreadOf> {
  const rows = sql.all('SELECT id, rank, subagent, own_ids FROM thread WHERE session_id = ?', session);
  const threads = rows.map((row) => ({
    id: row['id'] as number,
    rank: row['rank'] as number,
    subagent: row['subagent'] === 1,
    ownIds: ([undefined, 'texts', 'all'] as const)[row['own_ids'] as number],
  }));
  return new Map(threads.map((thread) => [thread.id, thread]));
}

/** What may be told twice, in the order in which the archive learnt of it. */
function toldIn({ sql }: Archive, session: number, threads: ReadonlyMap<number, ThreadOf>): Told[] {
  const accounts = new Map<number, number[]>();
  for (const { event_id: event, thread_id: thread } of sql.all(
    'SELECT a.event_id, a.thread_id FROM thread t JOIN account a ON a.thread_id = t.id WHERE t.session_id = ?',
    session,
  )) {
    accounts.set(event as number, [...(accounts.get(event as number) ?? []), thread as number]);
  }
  const rows = sql.all(
    `SELECT e.id, e.flags, n.text AS type, r.thread_id FROM run r
       JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1 JOIN name n ON n.id = e.type
     WHERE r.session_id = ? AND e.flags & ${FLAGS.withdrawn} = 0 ORDER BY e.id`,
    session,
  );
  return rows.flatMap(({ id, flags, type, thread_id: by }) => {
    const thread = threads.get(by as number);
    if (!thread || !TOLD_TWICE.has(type as string)) return [];
    const told = new Set([thread.id, ...(accounts.get(id as number) ?? [])]);
    const subagent = thread.subagent || ((flags as number) & FLAGS.subagent) !== 0;
    return [{ number: id as number, thread, threads: told, subagent }];
  });
}
