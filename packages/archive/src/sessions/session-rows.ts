/** Finds or makes the session of a thread, and keeps the session's row in step with what its threads say. */

import { createHash } from 'node:crypto';
import { type SessionFacts, type SqlRow, uuidFrom } from '@hansard/core';
import type { Sql } from '../database/sql.ts';
import { Erasures } from '../journal/erasures.ts';
import { homeOf, isSubagent, keyOf } from './session-key.ts';

export interface ThreadRow {
  readonly id: number;
  readonly sessionId: number;
  readonly subagent: boolean;
  readonly pass: number;
  /** The session had events of other threads before this one. */
  readonly joins: boolean;
}

export interface ThreadPlace {
  readonly inputId: number;
  readonly machine: number;
  readonly agent: string;
  /** The input is what a running agent printed. */
  readonly live: boolean;
  /** Empty for the input's own thread. */
  readonly part: string;
  /** Of the input's first record, for sessions without an id. */
  readonly fingerprint: string;
}

/** What a batch adds to a session. */
export interface SessionTally {
  events: number;
  messages: number;
  toolCalls: number;
  errors: number;
  unparsed: number;
  /** Recorded times only. */
  first?: number;
  last?: number;
  firstWords?: string;
}

export class SessionRows {
  readonly #sql: Sql;
  readonly #erasures: Erasures;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#erasures = new Erasures(sql);
  }

  thread(inputId: number, part: string): ThreadRow | undefined {
    const row = this.#sql.get('SELECT * FROM thread WHERE input_id = ? AND part = ?', inputId, part);
    return row && toThread(row);
  }

  /** The thread of an input, with its facts brought up to date. A new one finds its session, or founds it. */
  know(place: ThreadPlace, facts: SessionFacts): ThreadRow {
    const known = this.thread(place.inputId, place.part);
    const text = JSON.stringify(facts);
    const nativeId = facts.nativeId ?? null;
    if (known) {
      this.#sql.run('UPDATE thread SET facts = ?, native_id = ? WHERE id = ?', text, nativeId, known.id);
      return { ...known, joins: known.joins || this.#hasOthers(known) };
    }
    const sessionId = this.#sessionFor(place, facts);
    const { id } = this.#sql.run(
      'INSERT INTO thread (input_id, part, native_id, session_id, subagent, facts) VALUES (?, ?, ?, ?, ?, ?)',
      place.inputId,
      place.part,
      nativeId,
      sessionId,
      isSubagent(facts) ? 1 : 0,
      text,
    );
    const row = { id, sessionId, subagent: isSubagent(facts), pass: 1, joins: false };
    return { ...row, joins: this.#hasOthers(row) };
  }

  threadsOf(inputId: number): ThreadRow[] {
    return this.#sql.all('SELECT * FROM thread WHERE input_id = ?', inputId).map(toThread);
  }

  /** What is known of the threads of an input, by part. */
  facts(inputId: number): Map<string, SessionFacts> {
    const rows = this.#sql.all('SELECT part, facts FROM thread WHERE input_id = ?', inputId);
    return new Map(rows.map((row) => [row['part'] as string, JSON.parse(row['facts'] as string) as SessionFacts]));
  }

  lastSeq(sessionId: number): number {
    return this.#sql.get('SELECT last_seq FROM session WHERE id = ?', sessionId)?.['last_seq'] as number;
  }

  add(sessionId: number, lastSeq: number, tally: SessionTally): void {
    this.#sql.run(
      `UPDATE session SET last_seq = ?, events = events + ?, messages = messages + ?, tool_calls = tool_calls + ?,
         errors = errors + ?, unparsed = unparsed + ?,
         started = min(coalesce(started, ?), coalesce(?, started)), ended = max(coalesce(ended, ?), coalesce(?, ended)),
         first_words = coalesce(first_words, ?)
       WHERE id = ?`,
      lastSeq,
      tally.events,
      tally.messages,
      tally.toolCalls,
      tally.errors,
      tally.unparsed,
      tally.first ?? null,
      tally.first ?? null,
      tally.last ?? null,
      tally.last ?? null,
      tally.firstWords ?? null,
      sessionId,
    );
  }

  /** What the session's own thread says of it as a whole. */
  describe(sessionId: number, facts: SessionFacts): void {
    const { environment, lineage } = facts;
    this.#sql.run(
      `UPDATE session SET native_id = coalesce(?, native_id), title = coalesce(?, title),
         project = coalesce(?, project), repository = coalesce(?, repository), branch = coalesce(?, branch),
         agent_version = coalesce(?, agent_version), state = coalesce(?, state),
         lineage_kind = coalesce(?, lineage_kind), lineage_of = coalesce(?, lineage_of), agent = coalesce(?, agent)
       WHERE id = ?`,
      facts.nativeId ?? facts.root ?? facts.imported?.nativeId ?? null,
      facts.title?.text ?? null,
      environment?.cwd ?? null,
      environment?.repo?.remote ?? environment?.repo?.name ?? null,
      environment?.repo?.branch ?? null,
      facts.agentVersion ?? null,
      facts.state ?? null,
      lineage?.kind ?? null,
      lineage?.of ?? null,
      facts.imported?.agent ?? null,
      sessionId,
    );
  }

  #hasOthers({ id, sessionId }: Pick<ThreadRow, 'id' | 'sessionId'>): boolean {
    return this.#sql.get('SELECT 1 FROM thread WHERE session_id = ? AND id <> ?', sessionId, id) !== undefined;
  }

  #sessionFor(place: ThreadPlace, facts: SessionFacts): number {
    const key = keyOf(place.agent, facts, place.fingerprint, place.live);
    const known = this.#sql.get('SELECT id FROM session WHERE key = ?', key);
    if (known) return known['id'] as number;
    const above = this.#above(place, facts);
    if (above) return above['session_id'] as number;
    return this.#found({ ...place, agent: facts.imported?.agent ?? place.agent }, key, facts.imported?.transcriptId);
  }

  /** A session that was spawned by a subagent's: the tree above it is known by now. */
  #above({ live, agent, fingerprint }: ThreadPlace, facts: SessionFacts): SqlRow | undefined {
    if (live || facts.imported) return undefined;
    return this.#sql.get(
      'SELECT t.session_id FROM thread t JOIN input i ON i.id = t.input_id WHERE t.native_id = ? AND i.agent = ?',
      homeOf(facts, fingerprint),
      agent,
    );
  }

  #found(place: ThreadPlace, key: string, transcriptId: string | undefined): number {
    const { number, uuid } = this.#identity(key, transcriptId);
    this.#sql.run(
      'INSERT INTO session (id, key, uuid, agent, machine_id) VALUES (?, ?, ?, ?, ?)',
      number,
      key,
      uuid,
      place.agent,
      place.machine,
    );
    return number;
  }

  /** Number and id are made once for a key and kept in the journal. */
  #identity(key: string, transcriptId: string | undefined): { number: number; uuid: string } {
    const known = this.#sql.get('SELECT number, uuid FROM known_session WHERE key = ?', key) ?? this.#comesBack(key);
    if (known) return { number: known['number'] as number, uuid: known['uuid'] as string };
    const number = 1 + (this.#sql.get("SELECT value FROM counter WHERE name = 'session'")?.['value'] as number);
    this.#sql.run("UPDATE counter SET value = ? WHERE name = 'session'", number);
    const uuid = this.#uuidOf(key, transcriptId);
    this.#sql.run('INSERT INTO known_session (key, number, uuid) VALUES (?, ?, ?)', key, number, uuid);
    return { number, uuid };
  }

  /** What was imported keeps its id. An id that another record of the session has is not given twice. */
  #uuidOf(key: string, transcriptId: string | undefined): string {
    const made = (text: string) => uuidFrom(createHash('sha256').update(text).digest('hex'));
    const kept = transcriptId !== undefined && UUID.test(transcriptId) ? [transcriptId] : [];
    const free = [...kept, made(key)].find(
      (uuid) => !this.#sql.get('SELECT 1 FROM known_session WHERE uuid = ?', uuid),
    );
    return free ?? made(`${key} again`);
  }

  /** A session that was erased, and may come back, is the one it was; so may everything that belongs to it. */
  #comesBack(key: string): SqlRow | undefined {
    const erased = this.#erasures.erasedKey(key);
    const row = this.#sql.get(
      'UPDATE known_session SET key = ?, erased = NULL WHERE key = ? RETURNING number, uuid',
      key,
      erased,
    );
    if (!row) return undefined;
    this.#sql.run('UPDATE shared SET session_key = ? WHERE session_key = ?', key, erased);
    this.#erasures.forget(row['uuid'] as string);
    return row;
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function toThread(row: SqlRow): ThreadRow {
  return {
    id: row['id'] as number,
    sessionId: row['session_id'] as number,
    subagent: row['subagent'] === 1,
    pass: row['pass'] as number,
    joins: false,
  };
}
