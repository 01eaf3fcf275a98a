/** What was told of sessions in the universal stream, in tables: tellings in blocks, and where telling goes on. */
import type { SavedProjector } from '@hansard/core/formats/universal/saved-projector.ts';
import { WITNESSES } from '@hansard/core/reading/witness.ts';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { NumberedTelling } from '@hansard/core/store/universal.ts';
import {
  NO_ITEMS,
  NOWHERE,
  type ToldPlace,
  type ToldStep,
  type ToldStreams,
} from '@hansard/core/universal/told-streams.ts';
import { bytes, columnOf, flag, integer, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { packJson, unpackJson } from '../../originals/units.ts';
import { EventRuns, seqIn } from '../events/event-runs.ts';
import type { SessionIds } from '../session-ids.ts';
import { lastChange, lastSeqOf } from '../store-changes.ts';
import { ToldBlocks } from './told-blocks.ts';

const readPlace = rowReader({ sequence: integer, log_seq: integer, change: integer, ended: flag });
const readState = rowReader({ state: bytes });
const readSeq = rowReader({ seq: integer });
const readEvent = rowReader({ id: integer, text });

export class ToldTables implements ToldStreams {
  readonly #sql: Sql;
  readonly #ids: SessionIds;
  readonly #runs: EventRuns;
  readonly #blocks: ToldBlocks;

  constructor(sql: Sql, ids: SessionIds) {
    this.#sql = sql;
    this.#ids = ids;
    this.#runs = new EventRuns(sql);
    this.#blocks = new ToldBlocks(sql);
  }

  async place(session: SessionId): Promise<ToldPlace> {
    const number = this.#ids.numberOf(session);
    return number === undefined ? NOWHERE : this.#place(number);
  }

  async saved(session: SessionId): Promise<SavedProjector<number> | undefined> {
    const number = this.#ids.numberOf(session) ?? 0;
    const row = this.#sql.get('SELECT state FROM universal_log WHERE session_id = ?', number);
    return row && unpackJson<SavedProjector<number>>(readState(row).state);
  }

  async read(session: SessionId, after: number, limit: number): Promise<NumberedTelling[]> {
    const number = this.#ids.numberOf(session);
    return number === undefined ? [] : this.#blocks.read(number, after, limit);
  }

  async keep(session: SessionId, before: ToldPlace, { saved, tellings, ...place }: ToldStep): Promise<void> {
    this.#sql.transaction(() => {
      const number = this.#ids.numberOf(session);
      if (number === undefined) return;
      const now = this.#place(number);
      if (now.sequence !== before.sequence || now.logSeq !== before.logSeq || now.change !== before.change) return;
      if (tellings.length > 0) this.#blocks.append(number, before.sequence, tellings);
      this.#sql.run(
        `INSERT OR REPLACE INTO universal_log (session_id, sequence, log_seq, change, ended, state)
         VALUES (?, ?, ?, ?, ?, ?)`,
        number,
        place.sequence,
        place.logSeq,
        place.change,
        place.ended ? 1 : 0,
        packJson(saved),
      );
    });
  }

  async position(session: SessionId) {
    const change = lastChange(this.#sql);
    const number = this.#ids.numberOf(session);
    const lastSeq = number === undefined ? undefined : lastSeqOf(this.#sql, number);
    if (number === undefined || lastSeq === undefined) return undefined;
    return { lastSeq, change, mayGrow: this.#mayGrow(number) };
  }

  async changedAmong(session: SessionId, logSeqs: readonly number[], after: number): Promise<number[]> {
    const rows = this.#sql.all(
      `SELECT j.value AS seq FROM json_each(?1) j
         JOIN run r ON r.session_id = ?2 AND r.seq = (SELECT max(seq) FROM run WHERE session_id = ?2 AND seq <= j.value)
         JOIN event e ON e.id = r.first + j.value - r.seq
       WHERE e.changed > ?3 ORDER BY 1`,
      JSON.stringify(logSeqs),
      this.#ids.numberOf(session) ?? 0,
      after,
    );
    return rows.map((row) => readSeq(row).seq);
  }

  /** One by one, when it is asked for: most are told in the same reading. */
  async items(session: SessionId, upTo: number): Promise<{ has(id: string): boolean }> {
    const number = this.#ids.numberOf(session);
    return { has: (id) => this.#isEarlier(number, upTo, id) };
  }

  #isEarlier(session: number | undefined, upTo: number, id: string): boolean {
    const rows = this.#sql.all('SELECT e.id, n.text FROM event e JOIN name n ON n.id = e.type WHERE e.key = ?', id);
    return rows.map(readEvent).some(({ id: number, text: type }) => {
      const run = this.#runs.of(number);
      return run?.sessionId === session && seqIn(run as NonNullable<typeof run>, number) <= upTo && !NO_ITEMS.has(type);
    });
  }

  #place(number: number): ToldPlace {
    const row = this.#sql.get(
      'SELECT sequence, log_seq, change, ended FROM universal_log WHERE session_id = ?',
      number,
    );
    if (!row) return NOWHERE;
    const { log_seq: logSeq, ...place } = readPlace(row);
    return { ...place, logSeq };
  }

  /** The agent may add to it as long as one of its files is there, unless its process was recorded and has ended. */
  #mayGrow(number: number): boolean {
    if (this.#hasEnded(number)) return false;
    const row = this.#sql.get(
      `SELECT 1 FROM thread t JOIN input i ON i.id = t.input_id
       WHERE t.session_id = ? AND i.missing_since IS NULL`,
      number,
    );
    return row !== undefined;
  }

  /** Of agents that Hansard runs: their wires are `live/<run>/wire.jsonl`, and runs are named in the order in which they began. */
  #hasEnded(number: number): boolean {
    const row = this.#sql.get(
      `SELECT t.facts ->> 'state' AS state FROM thread t JOIN input i ON i.id = t.input_id
       WHERE t.session_id = ? AND t.rank = ? AND t.subagent = 0 AND i.origin IS NULL
         AND i.path GLOB '*[/\\]live[/\\]*[/\\]wire.jsonl' ORDER BY i.path DESC LIMIT 1`,
      number,
      WIRE,
    );
    return row !== undefined && ENDED.has(stateOf(row));
  }
}

const stateOf = columnOf('state', textOrNull);
const WIRE = WITNESSES.indexOf('wire');
const ENDED: ReadonlySet<string | null> = new Set(['ended', 'failed', 'interrupted']);
