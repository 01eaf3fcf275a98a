/**
 * Why nothing was found: the parts of a query without which there would be something, words that are in no event, and
 * what was perhaps meant.
 */

import { ADDED_EVENT_TYPES, BASE_EVENT_TYPES, TOOL_STATUSES } from '@hansard/core';
import { didYouMean } from '@hansard/core/did-you-mean.ts';
import type { Filter, Query, TextClause } from '@hansard/core/query/query.ts';
import type { Explanation } from '@hansard/core/store/search.ts';
import { textIn } from '../../database/columns.ts';
import type { Sql } from '../../database/sql.ts';
import { Hits } from './hits.ts';
import { likeWords } from './like-words.ts';
import { newestSessions } from './newest.ts';
import { SessionSet } from './session-set.ts';

/** Further parts of a long query are not tried. */
const MOST_TRIED = 8;
const COUNTED = 20;

export function explainNothing(sql: Sql, query: Query): Explanation[] {
  const wanted = query.text.filter(({ excluded }) => !excluded);
  const clauses = [...wanted, ...query.filters, ...query.patterns].slice(0, MOST_TRIED);
  const isOnly = query.text.length + query.filters.length + query.patterns.length === 1;
  return clauses.flatMap((clause) => {
    const alone = 'pattern' in clause ? undefined : sessionsFor(sql, only(query, clause));
    // What a regular expression would find is only known by running it.
    const isKnown = !isOnly && ('pattern' in clause || query.patterns.length === 0);
    const without = isKnown ? sessionsFor(sql, omitting(query, clause)) : 0;
    const explanation: Explanation = {
      clause: query.source.slice(clause.at, clause.end),
      fitsNothing: alone === 0,
      sessionsWithout: without,
      instead: alone === 0 ? suggestions(sql, query, clause as TextClause | Filter) : [],
    };
    return explanation.fitsNothing || without > 0 ? [explanation] : [];
  });
}

type AnyClause = Query['text'][number] | Query['filters'][number] | Query['patterns'][number];

const only = (query: Query, clause: AnyClause): Query => ({
  ...query,
  text: query.text.filter((one) => one === clause),
  filters: query.filters.filter((one) => one === clause),
  patterns: [],
});

const omitting = (query: Query, clause: AnyClause): Query => ({
  ...query,
  text: query.text.filter((one) => one !== clause),
  filters: query.filters.filter((one) => one !== clause),
  patterns: [],
});

function sessionsFor(sql: Sql, query: Query): number {
  const limits = { sessions: COUNTED, hits: 1 };
  return newestSessions(new Hits(sql, query), new SessionSet(sql, query), limits).sessions.length;
}

function suggestions(sql: Sql, query: Query, clause: TextClause | Filter): string[] {
  if ('any' in clause) {
    const inBackground = !query.background && sessionsFor(sql, { ...only(query, clause), background: true }) > 0;
    if (inBackground) return [`${query.source.slice(clause.at, clause.end)} is:any`];
    return clause.any.flatMap((term) => likeWords(sql, term));
  }
  if (clause.excluded || !('texts' in clause)) return [];
  const known = KNOWN[clause.name];
  if (!known) return [];
  const values = sql.all(known).map(textIn);
  return clause.texts.flatMap((text) => {
    const meant = didYouMean(
      text,
      values.filter((value) => !NOT_TOOLS.has(value)),
    );
    return meant === undefined ? [] : [`${clause.name}:${/[\s,"]/.test(meant) ? JSON.stringify(meant) : meant}`];
  });
}

/** Names of tools and models are kept with those of event types and outcomes. */
const NOT_TOOLS: ReadonlySet<string> = new Set([...BASE_EVENT_TYPES, ...ADDED_EVENT_TYPES, ...TOOL_STATUSES]);

/** Those of subagents are there, too. */
const NAMES = "SELECT text FROM name WHERE text NOT LIKE 'subagent:%'";

/** Where to look for values that are like the one that was given. */
const KNOWN: Partial<Record<Filter['name'], string>> = {
  tool: NAMES,
  model: NAMES,
  branch: 'SELECT DISTINCT branch AS text FROM session WHERE branch IS NOT NULL',
  tag: 'SELECT DISTINCT tag AS text FROM tag',
  origin: 'SELECT DISTINCT origin AS text FROM input WHERE origin IS NOT NULL',
  machine: "SELECT name AS text FROM machine WHERE name <> ''",
  project: String.raw`SELECT DISTINCT replace(project, rtrim(project, replace(replace(project, '/', ''), '\', '')), '') AS text
    FROM session WHERE project IS NOT NULL`,
};
