/** Numbers about the archive: what was used, what it cost, which tools ran; grouped as asked. */
import type { PriceBook } from '@hansard/core';
import type { Sql } from '../database/sql.ts';
import { type Group, type Grouping, Groups } from './groups.ts';
import { type NamedModel, PriceClasses } from './price-classes.ts';
import { readSpending } from './read-spending.ts';
import { readToolSpending } from './read-tool-spending.ts';
import { readTools } from './read-tools.ts';
import { readTurns } from './read-turns.ts';
import { type Selection, selectionSql } from './selection.ts';
import { allTokens } from './spent.ts';
import { ZoneDays } from './zone-days.ts';

export interface NumbersOptions extends Selection {
  readonly by: readonly Grouping[];
  /** As `Intl` names it, or `local`. */
  readonly timezone: string;
  readonly prices: PriceBook;
  /** Whether to look at tools, prompts and turns too, which takes longer than sums of tokens; by tool, at these alone. */
  readonly tools?: boolean;
}

/** How the price of a model was found. */
export interface ModelNote {
  readonly model: string;
  readonly tokens: number;
  /** Undefined when there is no price. */
  readonly matched?: string;
  readonly estimated?: boolean;
  readonly override?: boolean;
}

export interface SessionNote {
  readonly id: number;
  readonly uuid: string;
  readonly nativeId: string | null;
  readonly agent: string;
  readonly project: string | null;
  readonly title: string | null;
  readonly started: number | null;
}

export interface Numbers {
  readonly by: readonly Grouping[];
  /** Groups by time in order; others by what they cost, then by what they used. */
  readonly groups: readonly Group[];
  readonly total: Group;
  readonly priceDate: string;
  /** Models of what counts, those that used most first. */
  readonly models: readonly ModelNote[];
  /** The sessions of the groups, when they are grouped by session. */
  readonly sessions: ReadonlyMap<number, SessionNote>;
}

export function readNumbers(sql: Sql, options: NumbersOptions): Numbers {
  const { by, prices, timezone } = options;
  const selection = selectionSql(sql, options);
  const classes = new PriceClasses(prices, modelsIn(sql));
  const groups = new Groups(by);
  const days = new ZoneDays(timezone, ...spanOf(sql));
  const spending = { groups, selection, classes, days, sessions: options.tools === true };
  const byTool = by.includes('tool');
  if (!byTool) readSpending(sql, spending);
  else if (!options.tools) readToolSpending(sql, spending);
  if (options.tools) readTools(sql, { groups, selection, days });
  if (options.tools && !byTool) readTurns(sql, { groups, selection, days });
  const all = groups
    .all()
    .filter((group) => !isEmpty(group))
    .sort(orderOf(by));
  return {
    by,
    groups: all,
    total: groups.total,
    priceDate: prices.date,
    models: modelNotes(groups.total, classes),
    sessions: by.includes('session') ? sessionsOf(sql, all, by) : new Map(),
  };
}

/** Every model that anything was used with. */
export function modelsIn(sql: Sql): NamedModel[] {
  const rows = sql.all('SELECT id, text FROM name WHERE id IN (SELECT DISTINCT model FROM usage_sum)');
  return rows.map(({ id, text }) => ({ id: id as number, name: text as string }));
}

/** From the first to the last time that anything has. */
function spanOf(sql: Sql): [number, number] {
  const row = sql.get(
    `SELECT (SELECT min(time) FROM usage WHERE time > 0) AS used, (SELECT max(time) FROM usage) AS lastUsed,
       (SELECT min(started) FROM session) AS begun, (SELECT max(ended) FROM session) AS ended`,
  );
  const [used, lastUsed, begun, ended] = ['used', 'lastUsed', 'begun', 'ended'].map((name) => row?.[name] ?? null);
  const times = [used, lastUsed, begun, ended].filter((time): time is number => typeof time === 'number');
  return times.length === 0 ? [0, 0] : [Math.min(...times), Math.max(...times)];
}

const isEmpty = ({ own, inherited, tools, prompts }: Group): boolean =>
  own.isEmpty && inherited.isEmpty && tools.calls + prompts === 0;

const OF_TIME: ReadonlySet<Grouping> = new Set(['day', 'week', 'month']);

/** Times and headings in order, what is under them by cost; what is not known comes last. */
function orderOf(by: readonly Grouping[]): (a: Group, b: Group) => number {
  const heads = by.map((grouping, n) => OF_TIME.has(grouping) || n < by.length - 1);
  return (a, b) => {
    for (const [n, isHead] of heads.entries()) {
      const [one = null, other = null] = [a.key[n], b.key[n]];
      if (!isHead || one === other) continue;
      if (one === null || other === null) return one === null ? 1 : -1;
      return one < other ? -1 : 1;
    }
    if (a.own.pico !== b.own.pico) return a.own.pico > b.own.pico ? -1 : 1;
    const more = allTokens(b.own.tokens) - allTokens(a.own.tokens) || b.tools.calls - a.tools.calls;
    return more || (String(a.key) < String(b.key) ? -1 : 1);
  };
}

function modelNotes({ models }: Group, { book }: PriceClasses): ModelNote[] {
  const notes = [...models].map(([model, { tokens }]) => {
    const price = model === '' ? undefined : book.priceOf(model);
    return {
      model,
      tokens: allTokens(tokens),
      ...(price && { matched: price.model, estimated: price.estimated, override: price.override }),
    };
  });
  return notes.filter(({ tokens }) => tokens > 0).sort((a, b) => b.tokens - a.tokens || (a.model < b.model ? -1 : 1));
}

function sessionsOf(sql: Sql, groups: readonly Group[], by: readonly Grouping[]): Map<number, SessionNote> {
  const at = by.indexOf('session');
  const rows = sql.all(
    `SELECT id, uuid, native_id, agent, project, coalesce(title, first_words) AS title, started FROM session
     WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(groups.map(({ key }) => key[at] ?? 0)),
  );
  return new Map(
    rows.map((row) => [
      row['id'] as number,
      {
        id: row['id'] as number,
        uuid: row['uuid'] as string,
        nativeId: row['native_id'] as string | null,
        agent: row['agent'] as string,
        project: row['project'] as string | null,
        title: row['title'] as string | null,
        started: row['started'] as number | null,
      },
    ]),
  );
}
