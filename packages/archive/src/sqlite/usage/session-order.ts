/** What decides between sessions that hold the same response: their start, then their key, and where they come from. */
import { idOf } from '../../database/columns.ts';
import { integerOrNull, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import type { Holders } from './ownership.ts';

/** What of a session's row the ownership of responses depends on. */
export interface SessionStanding {
  readonly agent: string;
  readonly key: string;
  readonly nativeId: string | null;
  /** Milliseconds since 1970. */
  readonly started: number | null;
  readonly lineageOf: string | null;
}

export function standingOf(sql: Sql, session: number): SessionStanding | undefined {
  const row = sql.get('SELECT agent, key, native_id, started, lineage_of FROM session WHERE id = ?', session);
  if (!row) return undefined;
  const { native_id: nativeId, lineage_of: lineageOf, ...same } = readStanding(row);
  return { ...same, nativeId, lineageOf };
}

const readStanding = rowReader({
  agent: text,
  key: text,
  native_id: textOrNull,
  started: integerOrNull,
  lineage_of: textOrNull,
});

/** The standing of sessions as it is now, looked up once. */
export class SessionOrder implements Holders {
  readonly #sql: Sql;
  readonly #standings = new Map<number, SessionStanding | undefined>();
  readonly #origins = new Map<number, boolean>();
  readonly #leaving: ReadonlySet<number>;

  /** Those that are `leaving` count as gone. */
  constructor(sql: Sql, leaving: ReadonlySet<number> = new Set()) {
    this.#sql = sql;
    this.#leaving = leaving;
  }

  /** The number of a session depends on when it was met; its key does not. */
  compare(a: number, b: number): number {
    if (a === b) return 0;
    const [one, other] = [this.standing(a), this.standing(b)];
    const [begun, otherBegun] = [startOf(one), startOf(other)];
    if (begun !== otherBegun) return begun < otherBegun ? -1 : 1;
    return (one?.key ?? '') < (other?.key ?? '') ? -1 : 1;
  }

  hasOrigin(session: number): boolean {
    let known = this.#origins.get(session);
    if (known === undefined) {
      known = this.#findOrigin(session);
      this.#origins.set(session, known);
    }
    return known;
  }

  standing(session: number): SessionStanding | undefined {
    if (!this.#standings.has(session)) this.#standings.set(session, standingOf(this.#sql, session));
    return this.#standings.get(session);
  }

  /** Other records of the same session: what the agent printed while it ran, beside its log. */
  sameSession(session: number): number[] {
    const { nativeId, agent } = this.standing(session) ?? {};
    if (!nativeId || agent === undefined) return [];
    return this.#ofNativeId(nativeId, agent).filter((id) => id !== session);
  }

  #findOrigin(session: number): boolean {
    const { lineageOf, agent } = this.standing(session) ?? {};
    if (!lineageOf || agent === undefined) return false;
    return this.#ofNativeId(lineageOf, agent).some((id) => id !== session);
  }

  #ofNativeId(nativeId: string, agent: string): number[] {
    const rows = this.#sql.all('SELECT id FROM session WHERE native_id = ? AND agent = ?', nativeId, agent);
    return rows.map(idOf).filter((id) => !this.#leaving.has(id));
  }
}

const startOf = (standing: SessionStanding | undefined) => standing?.started ?? Number.POSITIVE_INFINITY;
