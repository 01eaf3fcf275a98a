/** The threads of a session, in the order in which a document has them, and whether it can be had piece by piece. */
import type { Adapter, LogDialect, ProblemDraft, SavedLog, SessionFacts, SqlRow } from '@hansard/core';
import type { InputRead } from '@hansard/core/reading/input-read.ts';
import type { Archive } from '../archive.ts';
import { FLAGS } from '../events/event-row.ts';
import { readerOf } from '../imported/readers.ts';
import { type SavedReading, unpackJson } from '../ingest/units.ts';
import type { InputRow } from '../originals/originals.ts';

export interface SessionThread {
  readonly id: number;
  readonly input: InputRow;
  readonly adapter: Adapter;
  /** As if it had been read, without events. */
  readonly read: InputRead;
}

/**
 * Undefined when it takes the whole session to tell: documents and rows are read whole anyway; what was rewritten,
 * withdrawn or told by two inputs is put together in memory.
 */
export function sessionThreads(archive: Archive, sessionId: number): SessionThread[] | undefined {
  const { sql, originals } = archive;
  const rows = sql.all(
    `SELECT t.*, min(t.subagent) OVER (PARTITION BY t.input_id) AS below FROM thread t WHERE t.session_id = ?
     ORDER BY below, t.input_id, t.id`,
    sessionId,
  );
  const own = new Set(rows.filter((row) => row['subagent'] === 0).map((row) => row['input_id']));
  if (own.size !== 1 || rows.some((row) => row['pass'] !== 1) || hasWithdrawn(archive, sessionId)) return undefined;
  const threads: SessionThread[] = [];
  for (const row of rows) {
    const input = originals.inputById(row['input_id'] as number);
    const thread = input && threadOf(archive, row, input);
    if (!thread) return undefined;
    threads.push(thread);
  }
  return threads;
}

function threadOf(archive: Archive, row: SqlRow, input: InputRow): SessionThread | undefined {
  const adapter = readerOf(input.agent);
  const dialect = adapter?.dialects.find(({ id }) => id === input.dialect);
  const version = archive.originals.latest(input.id);
  const saved = version && archive.originals.saved(version.id);
  if (!adapter || dialect?.kind !== 'log' || !version || !saved) return undefined;
  const { log } = unpackJson<SavedReading>(saved);
  // A record that is cut off at the end is none of the archive's events yet.
  if (log.offset !== version.bytes) return undefined;
  return {
    id: row['id'] as number,
    input,
    adapter,
    read: readOf({ archive, row, input, adapter, dialect, log, bytes: version.bytes }),
  };
}

interface ThreadParts {
  readonly archive: Archive;
  readonly row: SqlRow;
  readonly input: InputRow;
  readonly adapter: Adapter;
  readonly dialect: LogDialect;
  readonly log: SavedLog;
  readonly bytes: number;
}

function readOf({ archive, row, input, adapter, dialect, log, bytes }: ThreadParts): InputRead {
  return {
    adapter,
    dialect,
    key: log.key ?? '',
    path: input.path,
    bytes,
    modifiedAt: input.modified ?? undefined,
    records: log.records,
    facts: JSON.parse(row['facts'] as string) as SessionFacts,
    events: [],
    problems: row['part'] === '' ? problemsOf(archive, input.id) : [],
    attachments: {},
  };
}

function problemsOf({ sql }: Archive, inputId: number): ProblemDraft[] {
  const rows = sql.all('SELECT * FROM problem WHERE input_id = ? ORDER BY id', inputId);
  return rows.map(({ kind, message, line, start, stop, pointer }) => ({
    kind: kind as ProblemDraft['kind'],
    message: message as string,
    ...(line === null ? {} : { line: line as number }),
    ...(start === null ? {} : { start: start as number }),
    ...(stop === null ? {} : { end: stop as number }),
    ...(pointer === null ? {} : { pointer: pointer as string }),
  }));
}

function hasWithdrawn({ sql }: Archive, sessionId: number): boolean {
  const row = sql.get(
    `SELECT 1 FROM run r JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
     WHERE r.session_id = ? AND e.flags & ${FLAGS.withdrawn} <> 0 LIMIT 1`,
    sessionId,
  );
  return row !== undefined;
}
