/**
 * Erases sessions for good: from the tables, the index, the bytes of the file, and the copies that the archive knows
 * of. Agents' own files are never touched; they are remembered by hashes, so that the next sync leaves them out.
 */
import { type Adapter, Failure, type Host } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { blank, type SharedInput, sharedInputs } from '../ingest/shared-inputs.ts';
import { type Erased, eraseRows } from '../sqlite/erasing/erase-rows.ts';
import { isUnswept } from '../sqlite/maintenance/sweep.ts';
import type { InputRow } from '../sqlite/originals/originals.ts';
import { forkKeys, timesShared } from '../sqlite/sessions/all-sessions.ts';
import { type SessionFound, sessionByKey, sessionByUuid, sessionLine } from '../sqlite/sessions/find-session.ts';
import { sharingFile, uuidsOfInput } from '../sqlite/sessions/input-sessions.ts';
import { machines } from '../sqlite/sessions/machines.ts';
import { type CopyState, eraseFromCopies } from './copies.ts';
import { rebuild } from './rebuild.ts';
import { SessionInputs } from './session-inputs.ts';
import { sweepArchive } from './sweep-archive.ts';

export interface EraseOptions {
  readonly host: Host;
  readonly adapters: readonly Adapter[];
  /** RFC 3339. */
  readonly now: string;
}

export interface ErasePlan {
  readonly sessions: readonly SessionFound[];
  /** By the number of the session. */
  readonly inputs: ReadonlyMap<number, readonly InputRow[]>;
  /** Inputs that hold other sessions, too, which stay; by the number of the session. */
  readonly apart: ReadonlyMap<number, readonly SharedInput[]>;
  /** What reads these again. */
  readonly reading: Pick<EraseOptions, 'host' | 'adapters'>;
  /** How often the sessions were shared: what left the machine is out of reach. */
  readonly shared: number;
  /** Sessions that began as copies of them, and keep what they copied. */
  readonly forks: readonly SessionFound[];
}

export interface EraseReport {
  readonly sessions: number;
  /** Bytes of originals that nothing else held. */
  readonly bytes: number;
  readonly copies: readonly CopyState[];
  /** What was erased may still be found in the bytes of the file, for this reason. */
  readonly unfinished?: string;
}

/**
 * Finds what belongs to the sessions. From a wire that holds others as well only their records go; any other file that does
 * cannot be erased without them, and `whole` says that this holds for wires, too.
 */
export async function planErase(
  archive: Archive,
  reading: Pick<EraseOptions, 'host' | 'adapters'>,
  sessions: readonly SessionFound[],
  { whole = false } = {},
): Promise<ErasePlan> {
  const members = new SessionInputs(archive, reading.adapters, reading.host);
  const inputs = new Map<number, readonly InputRow[]>();
  const apart = new Map<number, readonly SharedInput[]>();
  for (const session of sessions) {
    const other = sharesFile(archive, session, sessions);
    const shared = other && !whole ? await sharedInputs(archive, session.id) : [];
    if (other && (whole || !shared)) throw new Failure('shares-file', other);
    apart.set(session.id, shared ?? []);
    inputs.set(session.id, await members.of(session.id));
  }
  const [shared, forks] = [sharedOf(archive, sessions), forksOf(archive, sessions)];
  return { sessions, inputs, apart, reading, shared, forks };
}

export async function erase(
  archive: Archive,
  plan: ErasePlan,
  { now }: Pick<EraseOptions, 'now'>,
): Promise<EraseReport> {
  const bytes = archive.sql.transaction(() => {
    for (const { id, uuid } of plan.sessions) {
      for (const input of plan.apart.get(id) ?? []) blank(archive, input, uuid);
    }
    return eraseRows(archive.sql, erasedOf(archive, plan), now);
  });
  archive.events.forget();
  await readAgain(archive, plan, now);
  return { sessions: plan.sessions.length, bytes, ...(await finishErasing(archive, now)) };
}

/** What stays of inputs from which something went is read again, as their readers remember what is gone. */
async function readAgain(archive: Archive, { apart, reading }: ErasePlan, now: string): Promise<void> {
  const inputs = new Set([...apart.values()].flat().map(({ id }) => id));
  const uuids = [...inputs].flatMap((id) => uuidsOfInput(archive.sql, id));
  const sessions = uuids.flatMap((uuid) => sessionByUuid(archive, uuid) ?? []);
  if (sessions.length > 0) await rebuild(archive, { ...reading, now, sessions });
}

/** Sweeps the file and the copies. Erasures that were interrupted, or whose copies were out of reach, are completed. */
export async function finishErasing(
  archive: Archive,
  now: string,
): Promise<Pick<EraseReport, 'copies' | 'unfinished'>> {
  let unfinished: string | undefined;
  try {
    if (isUnswept(archive.sql)) sweepArchive(archive);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    unfinished = error.message;
  }
  const copies = await eraseFromCopies(archive, now);
  return { copies, ...(unfinished !== undefined && { unfinished }) };
}

export function erasedOf(
  { sql }: Archive,
  { sessions, inputs, apart }: Pick<ErasePlan, 'sessions' | 'inputs' | 'apart'>,
  untilChanged = false,
): Erased[] {
  const keys = new Map(machines(sql).map(({ id, key }) => [id, key]));
  return sessions.map(({ id, key, uuid, agent }) => ({
    key,
    uuid,
    agent,
    untilChanged,
    inputs: (inputs.get(id) ?? []).filter(isWhole(id, apart)).map(({ machine, path, part, size, modified }) => ({
      machine: keys.get(machine) as string,
      path,
      part,
      size,
      modified,
    })),
  }));
}

/** An input of which only some records go is not erased itself: what it holds of others goes on. */
const isWhole = (session: number, apart: ErasePlan['apart']) => (input: InputRow) =>
  !apart.get(session)?.some(({ id }) => id === input.id);

function sharedOf({ sql }: Archive, sessions: readonly SessionFound[]): number {
  return sessions.reduce((sum, { key }) => sum + timesShared(sql, key), 0);
}

function forksOf(archive: Archive, sessions: readonly SessionFound[]): SessionFound[] {
  return sessions
    .flatMap(({ agent, nativeId }) => forkKeys(archive.sql, agent, nativeId))
    .flatMap((key) => sessionByKey(archive, key) ?? [])
    .filter(({ id }) => !sessions.some((session) => session.id === id));
}

/** Says with which other session it is in one file. */
function sharesFile({ sql }: Archive, session: SessionFound, all: readonly SessionFound[]): string | undefined {
  const other = sharingFile(sql, session.id).find((one) => !all.some(({ id }) => id === one.session));
  return other && `${sessionLine(session)} is in one file with #${other.session}: ${other.path}.`;
}
