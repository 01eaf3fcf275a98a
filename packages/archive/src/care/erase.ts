/**
 * Erases sessions for good: from the tables, the index, the bytes of the file, and the copies that the archive knows
 * of. Agents' own files are never touched; they are remembered by hashes, so that the next sync leaves them out.
 */
import { type Adapter, Failure, type Host } from '@hansard/core';
import type { Archive } from '../archive.ts';
import type { InputRow } from '../originals/originals.ts';
import { type SessionFound, sessionByKey, sessionLine } from '../sessions/find-session.ts';
import { type CopyState, eraseFromCopies } from './copies.ts';
import { type Erased, eraseRows } from './erase-rows.ts';
import { SessionInputs } from './session-inputs.ts';
import { isUnswept, sweepArchive } from './sweep.ts';

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

/** Finds what belongs to the sessions. A file that holds others as well cannot be erased without them. */
export async function planErase(
  archive: Archive,
  { host, adapters }: Pick<EraseOptions, 'host' | 'adapters'>,
  sessions: readonly SessionFound[],
): Promise<ErasePlan> {
  const members = new SessionInputs(archive, adapters, host);
  const inputs = new Map<number, readonly InputRow[]>();
  for (const session of sessions) {
    refuseShared(archive, session, sessions);
    inputs.set(session.id, await members.of(session.id));
  }
  return { sessions, inputs, shared: sharedOf(archive, sessions), forks: forksOf(archive, sessions) };
}

export async function erase(
  archive: Archive,
  plan: ErasePlan,
  { now }: Pick<EraseOptions, 'now'>,
): Promise<EraseReport> {
  const bytes = eraseRows(archive.sql, erasedOf(archive, plan), now);
  archive.events.forget();
  return { sessions: plan.sessions.length, bytes, ...(await finishErasing(archive, now)) };
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
  { sessions, inputs }: Pick<ErasePlan, 'sessions' | 'inputs'>,
  untilChanged = false,
): Erased[] {
  const machines = new Map(sql.all('SELECT id, key FROM machine').map(({ id, key }) => [id as number, key as string]));
  return sessions.map(({ id, key, uuid, agent }) => ({
    key,
    uuid,
    agent,
    untilChanged,
    inputs: (inputs.get(id) ?? []).map(({ machine, path, part, size, modified }) => ({
      machine: machines.get(machine) as string,
      path,
      part,
      size,
      modified,
    })),
  }));
}

function sharedOf({ sql }: Archive, sessions: readonly SessionFound[]): number {
  const count = ({ key }: SessionFound) =>
    sql.get('SELECT count(*) AS n FROM shared WHERE session_key = ?', key)?.['n'] as number;
  return sessions.reduce((sum, session) => sum + count(session), 0);
}

function forksOf(archive: Archive, sessions: readonly SessionFound[]): SessionFound[] {
  const forks = sessions.flatMap(({ agent, nativeId }) =>
    archive.sql.all(
      "SELECT key FROM session WHERE lineage_of = ? AND agent = ? AND lineage_kind <> 'child'",
      nativeId,
      agent,
    ),
  );
  return forks
    .flatMap((row) => sessionByKey(archive, row['key'] as string) ?? [])
    .filter(({ id }) => !sessions.some((session) => session.id === id));
}

function refuseShared({ sql }: Archive, session: SessionFound, all: readonly SessionFound[]): void {
  const rows = sql.all(
    `SELECT DISTINCT o.session_id, i.path FROM thread t JOIN thread o ON o.input_id = t.input_id
       JOIN input i ON i.id = t.input_id WHERE t.session_id = ?1 AND o.session_id <> ?1`,
    session.id,
  );
  const other = rows.find((row) => !all.some(({ id }) => id === row['session_id']));
  if (!other) return;
  const message = `${sessionLine(session)} is in one file with #${other['session_id']}: ${other['path']}.`;
  throw new Failure('shares-file', message);
}
