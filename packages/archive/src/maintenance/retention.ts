/**
 * Removes the oldest sessions when the archive is to keep them for some time only, or to stay below a size. What
 * somebody has starred, tagged or written a note on stays, and so does what is under way. A session that is removed
 * comes back when it goes on; backups are left as they are.
 */
import { type Adapter, Failure, type Host } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { counterOf, setCounter } from '../sqlite/counters.ts';
import { eraseRows } from '../sqlite/erasing/erase-rows.ts';
import { fileSpace, lastEnd, removableSessions } from '../sqlite/maintenance/removable-sessions.ts';
import { type SessionFound, sessionByKey } from '../sqlite/sessions/find-session.ts';
import { erasedOf, planErase } from './erase.ts';
import { sweepArchive } from './sweep-archive.ts';

export interface RetentionLimits {
  /** Days since something last happened in a session. */
  readonly days?: number;
  /** Of the database, without what is free in it. */
  readonly bytes?: number;
}

export interface RetentionOptions extends RetentionLimits {
  readonly host: Host;
  readonly adapters: readonly Adapter[];
  /** RFC 3339. */
  readonly now: string;
  /** The user says that the time is right, although it has jumped. */
  readonly trustClock?: boolean;
  /** Told when nothing is removed by age, because the clock has jumped: what it was last known to be. */
  readonly distrusted?: (known: string) => void;
}

export interface RemovedSession {
  readonly session: SessionFound;
  readonly reason: 'age' | 'size';
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Between two syncs. After a longer one the user is asked. */
const LONGEST_PAUSE_MS = 45 * DAY_MS;
/** What is removed frees less than was reckoned, or more; it is measured again a few times. */
const MAX_ROUNDS = 8;

export async function applyRetention(archive: Archive, options: RetentionOptions): Promise<RemovedSession[]> {
  const removed: RemovedSession[] = [];
  if (options.days !== undefined && isTrusted(archive, options)) {
    const before = Date.parse(options.now) - options.days * DAY_MS;
    const old = removable(archive, before).map(({ session }) => session);
    for (const session of await remove(archive, old, options)) removed.push({ session, reason: 'age' });
  }
  for (let round = 0; options.bytes !== undefined && round < MAX_ROUNDS; round++) {
    const excess = usedBytes(archive) - options.bytes;
    const chosen = excess > 0 ? oldest(archive, excess, Date.parse(options.now) - DAY_MS) : [];
    const gone = await remove(archive, chosen, options);
    if (gone.length === 0) break;
    for (const session of gone) removed.push({ session, reason: 'size' });
  }
  return removed;
}

/**
 * Whether the time follows from what the archive has seen. A clock that stands years ahead, as after a battery has died,
 * would make everything old at once; one that is behind makes nothing older than it is.
 */
function isTrusted({ sql }: Archive, { now, trustClock, distrusted }: RetentionOptions): boolean {
  const time = Date.parse(now);
  const known = counterOf(sql, 'clock') ?? lastEnd(sql);
  if (!trustClock && known !== null && time - known > LONGEST_PAUSE_MS) {
    distrusted?.(new Date(known).toISOString());
    return false;
  }
  setCounter(sql, 'clock', time);
  return true;
}

interface Removable {
  readonly session: SessionFound;
  /** Packed bytes of its originals that nothing else holds. */
  readonly packed: number;
}

function removable(archive: Archive, before: number): Removable[] {
  return removableSessions(archive.sql, before).flatMap(({ key, packed }) => {
    const session = sessionByKey(archive, key);
    return session ? [{ session, packed }] : [];
  });
}

/** As many of the oldest as together take about that much; rows and index are reckoned by the size of the originals. */
function oldest(archive: Archive, bytes: number, before: number): SessionFound[] {
  const { packed } = archive.originals.sizes();
  const share = packed > 0 ? usedBytes(archive) / packed : 1;
  const chosen: SessionFound[] = [];
  let freed = 0;
  for (const { session, packed: own } of removable(archive, before)) {
    if (freed >= bytes) break;
    chosen.push(session);
    freed += own * share;
  }
  return chosen;
}

function usedBytes({ sql }: Archive): number {
  const { bytes, free } = fileSpace(sql);
  return bytes - free;
}

/** Gives those that are gone: one that shares its file with a session that stays, stays too. */
async function remove(
  archive: Archive,
  sessions: readonly SessionFound[],
  { host, adapters, now }: RetentionOptions,
): Promise<SessionFound[]> {
  const gone: SessionFound[] = [];
  for (const session of sessions) {
    try {
      const plan = await planErase(archive, { host, adapters }, [session], { whole: true });
      eraseRows(archive.sql, erasedOf(archive, plan, true), now);
      gone.push(session);
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'shares-file')) throw error;
    }
  }
  if (gone.length > 0) {
    archive.events.forget();
    sweepArchive(archive);
  }
  return gone;
}
