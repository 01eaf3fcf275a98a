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
const MOST_ASKED = 10;
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

  /** Sessions that are new or have changed. */
  async take(sessions: readonly SessionSummary[]): Promise<void> {
    const { question } = this.#view;
    if (!question) return;
    const known = new Set(this.#view.sessions.map(({ id }) => id));
    this.#replace(sessions.filter(({ id }) => known.has(id)));
    if (question.sort !== 'newest') return;
    const fitting = await this.#fitting(
      sessions.filter(({ id }) => !known.has(id)),
      question,
    );
    if (this.#view.question === question) this.#insert(fitting);
  }

  #replace(changed: readonly SessionSummary[]): void {
    if (changed.length === 0) return;
    const byId = new Map(changed.map((session) => [session.id, session]));
    this.#change({ sessions: this.#view.sessions.map((session) => byId.get(session.id) ?? session) });
  }

  /** Where their time puts them. Those behind what is loaded come with their page. */
  #insert(fitting: readonly SessionSummary[]): void {
    const sessions = [...this.#view.sessions];
    const added = [...this.#view.added];
    for (const session of fitting) {
      if (sessions.some(({ id }) => id === session.id)) continue;
      const at = sessions.findIndex(({ endedAt }) => (endedAt ?? '') <= (session.endedAt ?? ''));
      if (at < 0 && !this.#view.complete) continue;
      if (at === 0) added.push(session.id);
      sessions.splice(at < 0 ? sessions.length : at, 0, session);
    }
    if (fitting.length > 0) this.#change({ sessions, added, total: this.#view.total + fitting.length });
  }

  /** Sessions that are gone. */
  remove(ids: readonly string[]): void {
    const sessions = this.#view.sessions.filter(({ id }) => !ids.includes(id));
    const gone = this.#view.sessions.length - sessions.length;
    if (gone > 0) this.#change({ sessions, total: this.#view.total - gone });
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

  /** Only the server knows what a query means. When very many come at once, as in a first sync, it is not asked. */
  async #fitting(sessions: readonly SessionSummary[], { q, sort }: Question): Promise<SessionSummary[]> {
    if (q === '') return [...sessions];
    const { signal } = this.#controller;
    const fits = async ({ id }: SessionSummary) => {
      const answer = await this.#ask({ q: `${q} session:${id}`, sort, limit: 1 }, { signal });
      return answer.sessions.length > 0;
    };
    const asked = sessions.slice(0, MOST_ASKED);
    const answers = await Promise.all(asked.map((session) => fits(session).catch(() => false)));
    return asked.filter((_, index) => answers[index]);
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
