/** Search over all sessions for a view, page by page; a query that is being typed waits a moment. */
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

const NOTHING: Asked = { key: '', sessions: [], loading: false };

export function useSearch(query: string, { order = 'ranked', limit, hits, waitMs }: SearchOptions): Found {
  const [asked, setAsked] = useState<Asked>(NOTHING);
  const key = query === '' ? '' : `${order} ${query}`;
  useEffect(() => {
    if (query === '') return setAsked(NOTHING);
    const controller = new AbortController();
    setAsked((before) => ({ ...before, loading: true }));
    const timer = setTimeout(() => {
      api.search({ q: query, order, limit, hits }, { signal: controller.signal }).then(
        (answer) => setAsked({ key, answer, sessions: answer.sessions, loading: false }),
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
