/**
 * The sessions that fit a query, loaded page by page as they are scrolled to, and kept up to date. A session that grows
 * stays where it is until the list is asked for again: what the reader looks at does not move.
 */
import type { SessionSummary } from '@hansard/client';

export const ORDERS = ['newest', 'oldest', 'longest', 'costliest'] as const;
export type Order = (typeof ORDERS)[number];

export interface Question {
  readonly q: string;
  readonly sort: Order;
}

export interface SessionsView {
  readonly question: Question | undefined;
  readonly sessions: readonly SessionSummary[];
  readonly total: number;
  readonly loading: boolean;
  readonly complete: boolean;
  readonly error: unknown;
  /** Ids of sessions that came after the list was asked for. */
  readonly added: readonly string[];
}

type Ask = (
  query: Question & { limit: number; cursor?: string },
  options: { signal: AbortSignal },
) => Promise<{ sessions: SessionSummary[]; next: string | null; total: number }>;

const PAGE = 200;
const NOTHING: SessionsView = {
  question: undefined,
  sessions: [],
  total: 0,
  loading: false,
  complete: false,
  error: undefined,
  added: [],
};

export class SessionPages {
  readonly #ask: Ask;
  readonly #listeners = new Set<() => void>();
  #view = NOTHING;
  #next: string | null = null;
  #controller = new AbortController();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): SessionsView => this.#view;

  /** Asks anew. What is shown stays until the answer is there. */
  async start(question: Question): Promise<void> {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#change({ question, loading: true, error: undefined });
    const page = await this.#load(question);
    if (!page) return;
    this.#change({ ...page, added: [] });
  }

  /** The next page, unless it is on its way. */
  async more(): Promise<void> {
    const { question, loading, complete } = this.#view;
    if (!question || loading || complete || this.#next === null) return;
    this.#change({ loading: true });
    const page = await this.#load(question, this.#next);
    if (!page) return;
    const known = new Set(this.#view.sessions.map(({ id }) => id));
    const further = page.sessions.filter(({ id }) => !known.has(id));
    this.#change({ ...page, sessions: [...this.#view.sessions, ...further] });
  }

  /** A session that is new or has changed. */
  async take(session: SessionSummary): Promise<void> {
    const { question, sessions } = this.#view;
    if (!question) return;
    if (sessions.some(({ id }) => id === session.id)) return this.update(session.id, session);
    if (question.sort !== 'newest' || !(await this.#fits(session, question))) return;
    if (this.#view.question !== question || this.#view.sessions.some(({ id }) => id === session.id)) return;
    this.#change({
      sessions: [session, ...this.#view.sessions],
      total: this.#view.total + 1,
      added: [session.id, ...this.#view.added],
    });
  }

  update(id: string, change: Partial<SessionSummary>): void {
    if (!this.#view.sessions.some((session) => session.id === id)) return;
    const sessions = this.#view.sessions.map((session) => (session.id === id ? { ...session, ...change } : session));
    this.#change({ sessions });
  }

  /** The reader has seen that there are new ones. */
  seen(): void {
    if (this.#view.added.length > 0) this.#change({ added: [] });
  }

  /** Only the server knows what a query means. */
  async #fits({ id }: SessionSummary, { q, sort }: Question): Promise<boolean> {
    if (q === '') return true;
    try {
      const answer = await this.#ask({ q: `${q} session:${id}`, sort, limit: 1 }, { signal: this.#controller.signal });
      return answer.sessions.length > 0;
    } catch {
      return false;
    }
  }

  async #load(
    question: Question,
    cursor?: string,
  ): Promise<(Partial<SessionsView> & Pick<SessionsView, 'sessions'>) | undefined> {
    const { signal } = this.#controller;
    try {
      const { sessions, next, total } = await this.#ask(
        { ...question, limit: PAGE, ...(cursor && { cursor }) },
        { signal },
      );
      if (signal.aborted) return undefined;
      this.#next = next;
      return { sessions, total, loading: false, complete: next === null, error: undefined };
    } catch (error) {
      if (!signal.aborted) this.#change({ loading: false, error });
      return undefined;
    }
  }

  #change(change: Partial<SessionsView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
