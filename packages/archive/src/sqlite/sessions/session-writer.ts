/** Finds or makes the session of a thread, and keeps the session's row in step with what its threads say. */

import type { SessionFacts, SqlRow } from '@hansard/core';
import { isCommand } from '@hansard/core/reading/prompt-title.ts';
import type { OwnIds } from '@hansard/core/reading/same-events.ts';
import { isUnnamed } from '@hansard/core/reading/witness.ts';
import { columnOf, integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { homeOf, isSubagent, keyOf, sessionKey } from '../../sessions/session-key.ts';
import { threadRow } from '../tables.ts';
import type { UsageWriter } from '../usage/usage-writer.ts';
import { describe, describeAgain } from './describe-session.ts';
import { joinSessions, removeEmpty, renameKey } from './join-sessions.ts';
import { clearThread, moveThread } from './move-thread.ts';
import { recount } from './recount.ts';
import { SessionIdentities } from './session-identity.ts';

export interface ThreadRow {
  readonly id: number;
  readonly sessionId: number;
  readonly subagent: boolean;
  readonly pass: number;
  /** How good a witness the input is. */
  readonly rank: number;
  /** What it names by ids of its own; see core/src/reading/same-events.ts. */
  readonly ownIds?: OwnIds;
  /** The session had events of other threads before this one. */
  readonly joins: boolean;
  /** Others tell of the session by ids of events, which this one has not: its events are left out. */
  readonly covered?: boolean;
}

export interface ThreadPlace {
  readonly inputId: number;
  readonly machine: number;
  readonly agent: string;
  /** How good a witness the input is. */
  readonly rank: number;
  /** What it names by ids of its own. */
  readonly ownIds?: OwnIds;
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
  readonly #usage: UsageWriter;
  readonly #identities: SessionIdentities;

  constructor(sql: Sql, usage: UsageWriter) {
    this.#sql = sql;
    this.#usage = usage;
    this.#identities = new SessionIdentities(sql);
  }

  thread(inputId: number, part: string): ThreadRow | undefined {
    const row = this.#sql.get('SELECT * FROM thread WHERE input_id = ? AND part = ?', inputId, part);
    return row && toThread(row);
  }

  /** The thread of an input, with its facts brought up to date. A new one finds its session, or founds it. */
  know(place: ThreadPlace, facts: SessionFacts): ThreadRow {
    const known = this.#sql.get('SELECT * FROM thread WHERE input_id = ? AND part = ?', place.inputId, place.part);
    const thread = known ? this.#knowAgain(place, known, facts) : this.#knowNew(place, facts);
    const joins = this.#hasOthers(thread);
    if (joins) this.#align(thread.sessionId);
    const covered = joins && this.#settleNames(thread, facts);
    return { ...thread, ownIds: place.ownIds, joins, covered };
  }

  /** Something is about to change in a session: where one of its streams has ids of its own, these are looked at again. */
  #align(sessionId: number): void {
    this.#sql.run(
      `INSERT OR REPLACE INTO unaligned (session_id, change)
       SELECT ?1, coalesce((SELECT max(change) FROM unaligned), 0) + 1
       WHERE EXISTS (SELECT 1 FROM thread WHERE session_id = ?1 AND own_ids > 0)`,
      sessionId,
    );
  }

  /**
   * Inputs without ids of events give way to those that have them; tells whether this one does. Subagents are no other
   * account, and what stands beside the rest is none either.
   */
  #settleNames(thread: ThreadRow, facts: SessionFacts): boolean {
    if (thread.subagent || facts.imported?.beside) return false;
    const rows = this.#sql.all(
      `SELECT id, coalesce(facts ->> '$.unnamed', facts ->> '$.imported.unnamed') AS unnamed FROM thread
      WHERE session_id = ? AND id <> ? AND subagent = 0 AND facts ->> '$.imported.beside' IS NULL`,
      thread.sessionId,
      thread.id,
    );
    const others = rows.map(readOther);
    if (isUnnamed(facts)) {
      const isCovered = others.some(({ unnamed }) => !unnamed);
      if (isCovered) clearThread(this.#sql, this.#usage, thread.id);
      return isCovered;
    }
    const cleared = others.filter(({ unnamed }) => unnamed);
    for (const { id } of cleared) clearThread(this.#sql, this.#usage, id);
    if (cleared.length > 0) recount(this.#sql, thread.sessionId);
    return false;
  }

  #knowNew(place: ThreadPlace, facts: SessionFacts): ThreadRow {
    const sessionId = this.#sessionFor(place, facts);
    const subagent = isSubagent(facts);
    const { id } = this.#sql.run(
      'INSERT INTO thread (input_id, part, native_id, session_id, subagent, facts, rank, own_ids) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      place.inputId,
      place.part,
      facts.nativeId ?? null,
      sessionId,
      subagent ? 1 : 0,
      JSON.stringify(facts),
      place.rank,
      levelOf(place),
    );
    if (subagent && facts.nativeId !== undefined)
      this.#takeIn(sessionKey(agentIn(place, facts), facts.nativeId), sessionId);
    if (facts.imported) this.#identities.alsoCalled(this.#keyOfSession(sessionId), facts.imported.transcriptId);
    return { id, sessionId, subagent, pass: 1, rank: place.rank, joins: false };
  }

  #knowAgain(place: ThreadPlace, row: SqlRow, facts: SessionFacts): ThreadRow {
    const before = JSON.parse(threadRow(row).facts) as SessionFacts;
    const known = { ...toThread(row), rank: place.rank };
    const thread = isNamedSince(before, facts) ? this.#goHome(place, known, before, facts) : known;
    this.#sql.run(
      'UPDATE thread SET facts = ?, native_id = ?, rank = ?, own_ids = ? WHERE id = ?',
      JSON.stringify(facts),
      facts.nativeId ?? null,
      place.rank,
      levelOf(place),
      thread.id,
    );
    return thread;
  }

  /** An input that did not say at first whose it is may have founded a session of its own. */
  #goHome(place: ThreadPlace, thread: ThreadRow, before: SessionFacts, facts: SessionFacts): ThreadRow {
    const [earlier, key] = [
      keyOf(place.agent, before, place.fingerprint),
      keyOf(place.agent, facts, place.fingerprint),
    ];
    if (key === earlier || this.#keyOfSession(thread.sessionId) !== earlier) return thread;
    const subagent = isSubagent(facts);
    this.#sql.run('UPDATE thread SET subagent = ? WHERE id = ?', subagent ? 1 : 0, thread.id);
    const isAlone = !this.#hasOthers(thread);
    if (isAlone && !this.#isKnown(key) && !this.#above(place, facts)) {
      renameKey(this.#sql, earlier, key);
      return { ...thread, subagent };
    }
    const sessionId = this.#sessionFor(place, facts);
    for (const session of [thread.sessionId, sessionId]) this.#usage.meet(session);
    moveThread(this.#sql, this.#usage, thread.id, sessionId);
    if (isAlone) removeEmpty(this.#sql, thread.sessionId, this.#keyOfSession(sessionId));
    else recount(this.#sql, thread.sessionId);
    recount(this.#sql, sessionId);
    return { ...thread, sessionId, subagent };
  }

  /** A session that is known to be a part of another by now. */
  #takeIn(key: string, into: number): void {
    const row = this.#sql.get('SELECT id FROM session WHERE key = ?', key);
    const id = row && idOf(row);
    if (id !== undefined && id !== into) joinSessions(this.#sql, this.#usage, id, into);
  }

  #isKnown(key: string): boolean {
    return this.#sql.get('SELECT 1 FROM known_session WHERE key = ?', key) !== undefined;
  }

  #keyOfSession(sessionId: number): string {
    return columnOf('key', text)(this.#sql.get('SELECT key FROM session WHERE id = ?', sessionId) ?? {});
  }

  threadsOf(inputId: number): ThreadRow[] {
    const threads = this.#sql.all('SELECT * FROM thread WHERE input_id = ?', inputId).map(toThread);
    return threads.map((thread) => ({ ...thread, joins: this.#hasOthers(thread) }));
  }

  /** What is known of the threads of an input, by part. */
  facts(inputId: number): Map<string, SessionFacts> {
    const rows = this.#sql.all('SELECT part, facts FROM thread WHERE input_id = ?', inputId).map(readFacts);
    return new Map(rows.map(({ part, facts }) => [part, JSON.parse(facts) as SessionFacts]));
  }

  lastSeq(sessionId: number): number {
    return columnOf('last_seq', integer)(this.#sql.get('SELECT last_seq FROM session WHERE id = ?', sessionId) ?? {});
  }

  add(sessionId: number, lastSeq: number, tally: SessionTally): void {
    this.#sql.run(
      `UPDATE session SET last_seq = ?, events = events + ?, messages = messages + ?, tool_calls = tool_calls + ?,
         errors = errors + ?, unparsed = unparsed + ?,
         started = min(coalesce(started, ?), coalesce(?, started)), ended = max(coalesce(ended, ?), coalesce(?, ended)),
         first_words = CASE WHEN first_words IS NULL OR ? THEN coalesce(?, first_words) ELSE first_words END
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
      this.#replacesTitle(sessionId, tally.firstWords) ? 1 : 0,
      tally.firstWords ?? null,
      sessionId,
    );
  }

  /** What happened later showed that so many more events are errors, or fewer. */
  addErrors(sessionId: number, errors: number): void {
    this.#sql.run('UPDATE session SET errors = max(0, errors + ?) WHERE id = ?', errors, sessionId);
  }

  /** Whether the session is known by a command so far, and these words are none. */
  #replacesTitle(sessionId: number, words: string | undefined): boolean {
    if (words === undefined || isCommand(words)) return false;
    const known = this.#sql.get('SELECT first_words FROM session WHERE id = ?', sessionId)?.['first_words'];
    return typeof known === 'string' && isCommand(known);
  }

  /** What the session's own thread says of it as a whole; where that is missing, what those of its subagents say. */
  describe(
    { sessionId, subagent, joins }: Pick<ThreadRow, 'sessionId' | 'subagent' | 'joins'>,
    facts: SessionFacts,
  ): void {
    if (subagent && this.#hasOwn(sessionId)) return;
    if (joins) describeAgain(this.#sql, sessionId);
    else describe(this.#sql, sessionId, facts);
  }

  #hasOwn(sessionId: number): boolean {
    return this.#sql.get('SELECT 1 FROM thread WHERE session_id = ? AND subagent = 0', sessionId) !== undefined;
  }

  #hasOthers({ id, sessionId }: Pick<ThreadRow, 'id' | 'sessionId'>): boolean {
    return this.#sql.get('SELECT 1 FROM thread WHERE session_id = ? AND id <> ?', sessionId, id) !== undefined;
  }

  #sessionFor(place: ThreadPlace, facts: SessionFacts): number {
    const key = keyOf(place.agent, facts, place.fingerprint);
    const known = this.#sql.get('SELECT id FROM session WHERE key = ?', key);
    if (known) return idOf(known);
    const above = this.#above(place, facts);
    if (above) return columnOf('session_id', integer)(above);
    return this.#found(place, key, facts);
  }

  /** A session that was spawned by a subagent's: the tree above it is known by now. */
  #above(place: ThreadPlace, facts: SessionFacts): SqlRow | undefined {
    if (facts.imported) return undefined;
    return this.#sql.get(
      'SELECT t.session_id FROM thread t JOIN session s ON s.id = t.session_id WHERE t.native_id = ? AND s.agent = ?',
      homeOf(facts, place.fingerprint),
      agentIn(place, facts),
    );
  }

  #found(place: ThreadPlace, key: string, facts: SessionFacts): number {
    const { number, uuid } = this.#identities.of(key, facts.imported?.transcriptId);
    this.#sql.run(
      'INSERT INTO session (id, key, uuid, agent, machine_id) VALUES (?, ?, ?, ?, ?)',
      number,
      key,
      uuid,
      agentIn(place, facts),
      place.machine,
    );
    return number;
  }
}

const idOf = columnOf('id', integer);
const readFacts = rowReader({ part: text, facts: text });
/** Whatever stands there says that its events have no ids. */
const readOther = rowReader({ id: integer, unnamed: (value) => value !== null });

/** As a number, for the row. */
const levelOf = ({ ownIds }: ThreadPlace): number => (ownIds === undefined ? 0 : ownIds === 'texts' ? 1 : 2);

const agentIn = ({ agent }: ThreadPlace, { imported, agentId }: SessionFacts): string =>
  imported?.agent ?? agentId ?? agent;

/** Whether a thread that did not say whose session it is does so now. */
function isNamedSince(before: SessionFacts, now: SessionFacts): boolean {
  if (before.agentId === undefined && now.agentId !== undefined) return true;
  return before.root === undefined && before.parent === undefined && before.nativeId === undefined;
}

function toThread(row: SqlRow): ThreadRow {
  const { id, session_id: sessionId, subagent, pass, rank } = threadRow(row);
  return { id, sessionId, subagent, pass, rank, joins: false };
}
