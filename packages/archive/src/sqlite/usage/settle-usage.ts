/**
 * Keeps owners and sums of usage in step with its rows: gathers what a transaction changes, and settles it once at its
 * end, when all sessions are known as they will be.
 */

import type { Names } from '../../database/names.ts';
import { integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import type { UsageRow } from '../tables.ts';
import type { Verdict } from './ownership.ts';
import { SessionOrder, type SessionStanding, standingOf } from './session-order.ts';
import { type ChangedUsage, OwnerSettling } from './settle-owners.ts';
import { TotalSettling } from './settle-totals.ts';
import { TOTAL } from './total-keys.ts';
import { UsageSums } from './usage-sums.ts';
import type { UsageValues } from './usage-values.ts';

const readForked = rowReader({ id: integer, lineage_of: text });

export class UsageSettling {
  readonly #sql: Sql;
  readonly #names: Names;
  readonly #sums: UsageSums;
  /** Sessions that something has come for, as they were before. */
  readonly #met = new Map<number, SessionStanding | undefined>();
  readonly #changed = new Map<string, ChangedUsage>();
  /** Where rows were before they changed: others may have been taken for their copies. */
  readonly #left: Pick<ChangedUsage, 'agent' | 'time' | 'response'>[] = [];

  constructor(sql: Sql, names: Names) {
    this.#sql = sql;
    this.#names = names;
    this.#sums = new UsageSums(sql);
    sql.onRollback(() => this.#forget());
  }

  /** Something is about to be written for the session. */
  meet(session: number): void {
    if (!this.#met.has(session)) this.#met.set(session, standingOf(this.#sql, session));
  }

  /** A row is new or has changed; `held` is what it says of its owner so far. */
  wrote(
    session: number,
    response: string,
    values: UsageValues,
    held: Omit<Verdict, 'inferred'> & { inferred: number },
  ) {
    const { agent, time, inherited } = values;
    this.meet(session);
    this.#sums.change(session, time);
    if (response.startsWith(TOTAL)) return;
    this.#changed.set(keyOf(session, response), {
      session,
      response,
      agent,
      time,
      inherited: inherited === 1,
      own: held.own,
      inferred: held.inferred,
    });
  }

  /** A row is no longer as it was, or no longer there. */
  left({ session_id: session, agent, time, response }: UsageRow): void {
    this.meet(session);
    this.#changed.delete(keyOf(session, response));
    if (!response.startsWith(TOTAL)) this.#left.push({ agent, time, response });
    this.#sums.change(session, time);
  }

  /** Sessions that are `leaving` are about to be erased. */
  settle(leaving: ReadonlySet<number> = new Set()): void {
    if (this.#met.size === 0) return;
    const order = new SessionOrder(this.#sql, leaving);
    const moved = ({ session, time }: Pick<ChangedUsage, 'session' | 'time'>) => this.#sums.change(session, time);
    const owners = new OwnerSettling(this.#sql, order, moved);
    owners.settle(this.#changed.values());
    for (const { agent, time, response } of this.#left) {
      if (time > 0) owners.settle(owners.at(agent, time));
      owners.settle(owners.ofResponse(agent, response));
    }
    for (const session of this.#restless(order, leaving)) owners.settle(owners.ofSession(session));
    const totals = new TotalSettling(this.#sql, this.#names, order, moved);
    for (const session of this.#met.keys()) totals.settle(session);
    this.#sums.renew();
    this.#forget();
  }

  /** Sessions whose rows may have other owners although the rows have not changed: for their own sake, or as heirs. */
  #restless(order: SessionOrder, leaving: ReadonlySet<number>): Set<number> {
    const sessions = new Set<number>();
    const origins = new Set<string>();
    for (const [session, before] of this.#met) {
      const now = order.standing(session);
      const wasKnown = before?.started != null || before?.nativeId != null;
      const isSame = before?.started === now?.started && before?.lineageOf === now?.lineageOf;
      if (wasKnown && !isSame) sessions.add(session);
      const isOther = before?.nativeId !== now?.nativeId || leaving.has(session);
      if (isOther && now?.nativeId != null) origins.add(now.nativeId);
    }
    if (origins.size === 0) return sessions;
    const forked = this.#sql.all('SELECT id, lineage_of FROM session WHERE lineage_of IS NOT NULL');
    for (const { id, lineage_of: origin } of forked.map(readForked)) {
      if (origins.has(origin)) sessions.add(id);
    }
    return sessions;
  }

  #forget(): void {
    this.#met.clear();
    this.#changed.clear();
    this.#left.length = 0;
  }
}

const keyOf = (session: number, response: string): string => `${session} ${response}`;
