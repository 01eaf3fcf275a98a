/**
 * A session from the archive, as the readers give it: all its inputs, subagents and side files as they were stored
 * last, with what the agent has withdrawn since. Nothing of it needs to be on the machine any more.
 */
import {
  type Adapter,
  type AssemblyOptions,
  assembleOne,
  type Detected,
  type EventDraft,
  Failure,
  type Host,
  type InputRead,
  readFile,
  type Transcript,
} from '@hansard/core';
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import { resolveSideFiles } from '@hansard/core/reading/side-files.ts';
import { renamed } from '@hansard/core/reading/stream-names.ts';
import { readerOf } from '../adapters/readers.ts';
import type { Archive } from '../archive.ts';
import { originalsHost } from '../host/archived-host.ts';
import { readRows } from '../originals/rows.ts';
import { partOf } from '../sessions/session-key.ts';
import { type InputRow, isElsewhere } from '../sqlite/originals/originals.ts';
import { type ArchivedNames, archivedNames } from '../sqlite/sessions/archived-names.ts';
import { BEST_FIRST } from '../sqlite/sessions/describe-session.ts';

/** The whole session as one document, with the archive's own id and numbers. */
export async function archivedTranscript(
  archive: Archive,
  host: Host,
  sessionId: number,
  options: Pick<AssemblyOptions, 'now' | 'prices'>,
): Promise<Transcript> {
  const reads = await archivedReads(archive, host, sessionId);
  if (reads.length === 0) throw new Failure('not-archived', 'The archive has no original of that session.');
  const transcript = assembleOne(reads, { ...options, digest: host.digest });
  const row = archive.sql.get('SELECT uuid FROM session WHERE id = ?', sessionId);
  const seqs = logSeqs(archive, sessionId);
  for (const event of transcript.events) {
    const seq = seqs.get(event.id);
    if (seq !== undefined) event.logSeq = seq;
  }
  return { ...transcript, transcriptId: row?.['uuid'] as string };
}

export async function archivedReads(archive: Archive, host: Host, sessionId: number): Promise<InputRead[]> {
  const reads: InputRead[] = [];
  const hosts = new Map<number, Host>();
  const names = archivedNames(archive.sql, sessionId);
  for (const input of inputsOf(archive, sessionId)) {
    const kept = hosts.get(input.machine) ?? originalsHost(host, archive.originals, input.machine);
    hosts.set(input.machine, kept);
    reads.push(...(await readInput(archive, kept, input, sessionId, names)));
  }
  return withWithdrawn(archive, sessionId, reads);
}

function named(read: InputRead, names: ReadonlyMap<string, string> | undefined): InputRead {
  return names ? { ...read, events: read.events.map((event) => renamed(event, names)) } : read;
}

/** The best witnesses first, of these the session's own inputs. */
export function inputsOf(archive: Archive, sessionId: number): InputRow[] {
  const rows = archive.sql.all(
    `SELECT t.input_id, min(t.subagent) AS subagent FROM thread t JOIN input i ON i.id = t.input_id
     WHERE t.session_id = ? GROUP BY t.input_id ORDER BY min(t.rank), 2, ${BEST_FIRST}`,
    sessionId,
  );
  return rows.flatMap(({ input_id: id }) => archive.originals.inputById(id as number) ?? []);
}

async function readInput(
  archive: Archive,
  host: Host,
  input: InputRow,
  sessionId: number,
  names: ArchivedNames,
): Promise<InputRead[]> {
  const adapter = archive.adapters.find(({ id }) => id === input.agent) ?? readerOf(input.agent);
  const dialect = adapter?.dialects.find(({ id }) => id === input.dialect);
  if (!adapter || !dialect) return [];
  const detected: Detected = { adapter, dialect, confidence: 1 };
  const reads = dialect.kind === 'store' ? rowsOf(archive, host, detected, input) : undefined;
  const read = reads ?? (await readFile(host, input.path, detected, input.located));
  const known = read.map((one, nth) => named(one, names.of(input.id, partOf(one.facts, nth))));
  const own = onlyOf(archive, known, input.id, sessionId);
  const resolved = await resolveSideFiles(host, own, await sidesOf(adapter, host, input.path));
  return isElsewhere(input) ? resolved.map((one) => ({ ...one, elsewhere: true })) : resolved;
}

function rowsOf(archive: Archive, host: Host, detected: Detected, input: InputRow): InputRead[] {
  const version = archive.originals.latest(input.id);
  return version ? [readRows(host, detected, input, archive.originals.read(version))] : [];
}

export const sidesOf = async (adapter: Adapter, host: Host, path: string) =>
  (await adapter.inputsOf(host, path)).filter(({ role }) => role === 'side');

/** An input may hold several sessions: those of this one. */
function onlyOf(archive: Archive, reads: InputRead[], inputId: number, sessionId: number): InputRead[] {
  if (reads.length <= 1) return reads;
  const parts = partsIn(archive, inputId, sessionId);
  return reads.filter(({ facts }, nth) => parts.has(partOf(facts, nth)));
}

export function partsIn(archive: Archive, inputId: number, sessionId: number): Set<string> {
  const rows = archive.sql.all('SELECT part FROM thread WHERE input_id = ? AND session_id = ?', inputId, sessionId);
  return new Set(rows.map(({ part }) => part as string));
}

/** What the agent no longer has is read from the version that had it. */
async function withWithdrawn(archive: Archive, sessionId: number, reads: InputRead[]): Promise<InputRead[]> {
  const [first, ...others] = reads;
  if (!first) return reads;
  const known = new Set(reads.flatMap(({ events }) => events.map(({ id }) => id)));
  const gone: EventDraft[] = [];
  for await (const event of withdrawnEvents(archive, sessionId)) if (!known.has(event.id)) gone.push(event);
  return gone.length === 0 ? reads : [{ ...first, events: [...first.events, ...gone] }, ...others];
}

const PAGE = 256;

export async function* withdrawnEvents(archive: Archive, sessionId: number): AsyncGenerator<EventDraft> {
  const rows = archive.sql.all(
    `SELECT e.id FROM run r JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
     WHERE r.session_id = ? AND e.flags & ${FLAGS.withdrawn} <> 0 ORDER BY r.seq, e.id`,
    sessionId,
  );
  for (let at = 0; at < rows.length; at += PAGE) {
    const numbers = rows.slice(at, at + PAGE).map(({ id }) => id as number);
    for (const { event } of await archive.events.events(numbers)) yield event;
  }
}

/** The archive's numbers of a session's events, by event id. */
function logSeqs(archive: Archive, sessionId: number): Map<string, number> {
  const rows = archive.sql.all(
    `SELECT e.key, r.seq + e.id - r.first AS seq FROM run r JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
     WHERE r.session_id = ?`,
    sessionId,
  );
  return new Map(rows.map(({ key, seq }) => [key as string, seq as number]));
}
