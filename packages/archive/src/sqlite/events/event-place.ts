/** Where an event of a session is: its number in the session, and the bytes of the record that it was made from. */
import type { Event } from '@hansard/core';
import type { RawRecord } from '@hansard/core/api/events.ts';
import type { EventPlace } from '@hansard/core/store/events.ts';
import { integer, integerOrNull, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import type { Originals } from '../originals/originals.ts';
import { numbersBySeq } from './event-numbers.ts';
import { EventRuns, seqIn } from './event-runs.ts';

export interface ArchivedPlace extends EventPlace {
  readonly threadId: number;
  /** The version of the input that it was last seen in; null for the latest. */
  readonly versionId: number | null;
}

const readEvent = rowReader({ id: integer, key: text, version_id: integerOrNull });
const readInput = rowReader({ id: integer, path: text });
const COLUMNS = 'SELECT id, key, version_id FROM event';

/** By its id, or its number in the session. */
export function eventPlace(sql: Sql, sessionId: number, selector: string): ArchivedPlace | undefined {
  for (const row of sql.all(`${COLUMNS} WHERE key = ?`, selector)) {
    const place = placeOf(sql, sessionId, row);
    if (place) return place;
  }
  // What one of several inputs calls it.
  for (const row of sql.all(`${COLUMNS} WHERE id IN (SELECT event_id FROM account WHERE key = ?)`, selector)) {
    const place = placeOf(sql, sessionId, row);
    if (place) return place;
  }
  const logSeq = /^#?(\d{1,15})$/.exec(selector)?.[1];
  const number = logSeq && numbersBySeq(sql, sessionId, [Number(logSeq)]).get(Number(logSeq));
  const row = number ? sql.get(`${COLUMNS} WHERE id = ?`, number) : undefined;
  return row && placeOf(sql, sessionId, row);
}

function placeOf(sql: Sql, sessionId: number, row: Parameters<typeof readEvent>[0]): ArchivedPlace | undefined {
  const { id: number, key, version_id: versionId } = readEvent(row);
  const run = new EventRuns(sql).of(number);
  if (run?.sessionId !== sessionId) return undefined;
  return { id: key, logSeq: seqIn(run, number), threadId: run.threadId, versionId };
}

/** A record larger than this is not given. */
const LARGEST = 32 * 1024 * 1024;

/** Undefined where no bytes stand behind an event: rows of databases, parts of documents, what was made up. */
export function rawRecord(
  sql: Sql,
  originals: Originals,
  place: ArchivedPlace,
  { native }: Event,
): RawRecord | undefined {
  const { start, end } = native ?? {};
  if (start === undefined || end === undefined || end - start > LARGEST) return undefined;
  const row = sql.get(
    'SELECT i.id, i.path FROM thread t JOIN input i ON i.id = t.input_id WHERE t.id = ?',
    place.threadId,
  );
  const input = row && readInput(row);
  const versionId = place.versionId ?? (input && originals.latest(input.id)?.id);
  if (!input || versionId === undefined) return undefined;
  const bytes = Buffer.concat([...originals.read({ id: versionId }, start, end)]);
  const whole = bytes.toString('utf8');
  const isText = Buffer.from(whole, 'utf8').equals(bytes);
  const where = { path: input.path, start, end };
  return isText ? { text: whole, ...where } : { base64: bytes.toString('base64'), ...where };
}
