/**
 * Search over all sessions for a view, page by page; a query that is being typed waits a moment. Who comes back to a search
 * finds as much of it as was shown, at once, while it is asked for again.
 */
import type { SearchAnswer, SearchSession } from '@hansard/client';
import { useEffect, useState } from 'react';
import { api } from '../api.ts';

export type SearchOrder = SearchAnswer['order'];

export interface SearchOptions {
  readonly order?: SearchOrder;
  readonly limit: number;
  readonly hits: number;
  readonly waitMs: number;
}

export interface Found {
  readonly query: string;
  readonly answer: SearchAnswer | undefined;
  readonly sessions: readonly SearchSession[];
  readonly error: unknown;
  readonly loading: boolean;
  readonly more: (() => void) | undefined;
}

interface Asked {
  readonly key: string;
  readonly answer?: SearchAnswer;
  readonly sessions: readonly SearchSession[];
  readonly error?: unknown;
  readonly loading: boolean;
}

const KEPT = 20;
const kept = new Map<string, Asked>();

function keep(asked: Asked): void {
  if (!asked.answer) return;
  kept.delete(asked.key);
  kept.set(asked.key, { ...asked, loading: false });
  for (const old of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(old);
  }
}

const NOTHING: Asked = { key: '', sessions: [], loading: false };

/** The most that the server gives at once. */
const MOST = 100;

async function askFor(wanted: number, question: { q: string; order: SearchOrder; hits: number }, signal: AbortSignal) {
  const limit = Math.min(wanted, MOST);
  let answer = await api.search({ ...question, limit }, { signal });
  const sessions = [...answer.sessions];
  while (answer.next && sessions.length < wanted) {
    answer = await api.search({ ...question, limit, cursor: answer.next }, { signal });
    sessions.push(...answer.sessions);
  }
  return { answer, sessions };
}

export function useSearch(query: string, { order = 'ranked', limit, hits, waitMs }: SearchOptions): Found {
  const key = query === '' ? '' : `${order} ${limit} ${query}`;
  const [asked, setAsked] = useState<Asked>(kept.get(key) ?? NOTHING);
  useEffect(() => keep(asked), [asked]);
  useEffect(() => {
    if (query === '') return setAsked(NOTHING);
    const controller = new AbortController();
    setAsked((before) => ({ ...(kept.get(key) ?? before), loading: true }));
    const timer = setTimeout(() => {
      const wanted = Math.max(limit, kept.get(key)?.sessions.length ?? 0);
      askFor(wanted, { q: query, order, hits }, controller.signal).then(
        (found) => setAsked({ key, ...found, loading: false }),
        (error: unknown) => {
          if (!controller.signal.aborted) setAsked({ key, sessions: [], error, loading: false });
        },
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, query, order, limit, hits, waitMs]);

  const { answer, sessions, error, loading } = asked;
  const next = asked.key === key ? answer?.next : null;
  const more = async (cursor: string) => {
    setAsked((before) => ({ ...before, loading: true }));
    try {
      const page = await api.search({ q: query, order, limit, hits, cursor });
      setAsked((before) =>
        before.key === key
          ? { key, answer: page, sessions: [...before.sessions, ...page.sessions], loading: false }
          : before,
      );
    } catch (problem) {
      setAsked((before) => ({ ...before, error: problem, loading: false }));
    }
  };
  return { query, answer, sessions, error, loading, more: next && !loading ? () => void more(next) : undefined };
}
