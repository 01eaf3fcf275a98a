/**
 * Sessions of a store as they may leave. A session goes through the gate as a whole, because what is a secret in one
 * place is one everywhere; the latest few are kept, for whoever reads page after page.
 */
import { Failure } from '../failure.ts';
import type { Gate, LearntSession, Redacted } from '../privacy/index.ts';
import type { SessionId, SessionRow } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { Transcript } from '../transcript.ts';
import { sessionTranscript } from '../views/session-document.ts';

/** Bytes of its files: a larger session would take too much memory and time. */
const LARGEST = 128 * 2 ** 20;
const MOST_KEPT = 32;
const MOST_KEPT_BYTES = 64 * 2 ** 20;

export type SessionStore = Pick<Store, 'sessions' | 'events'>;

export class RedactedSessions {
  readonly #gate: Gate;
  readonly #clock: () => number;
  readonly #kept = new Map<SessionId, { state: string; bytes: number; learnt: LearntSession }>();

  /** `clock` gives milliseconds since 1970. */
  constructor(gate: Gate, clock: () => number) {
    this.#gate = gate;
    this.#clock = clock;
  }

  async byId(store: SessionStore, id: SessionId): Promise<LearntSession> {
    const [session] = await store.sessions.rows([id]);
    if (!session) throw new Failure('unknown-session', 'The session is no longer in the archive.');
    return this.learnt(store, session);
  }

  async of(store: SessionStore, session: SessionRow): Promise<Redacted<Transcript>> {
    return (await this.learnt(store, session)).transcript;
  }

  /** With what lets further texts of the session through. */
  async learnt(store: SessionStore, session: SessionRow): Promise<LearntSession> {
    const { id, bytes } = session;
    if (bytes > LARGEST) {
      throw new Failure('unreadable', `The session ${id} is too large to be redacted here.`, {
        remedy: 'Its user can read it with `hansard show`.',
      });
    }
    const state = JSON.stringify([session.events, session.endedAt, bytes]);
    const known = this.#kept.get(id);
    this.#kept.delete(id);
    const learnt = known?.state === state ? known.learnt : await this.#learn(store, id);
    this.#kept.set(id, { state, bytes, learnt });
    this.#forget();
    return learnt;
  }

  async #learn({ events }: SessionStore, id: SessionId): Promise<LearntSession> {
    return this.#gate.learn(await sessionTranscript(events, id, { now: new Date(this.#clock()).toISOString() }));
  }

  /** The oldest go first; the one that was asked for last stays, whatever its size. */
  #forget(): void {
    let bytes = [...this.#kept.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [id, one] of this.#kept) {
      if (this.#kept.size <= 1 || (this.#kept.size <= MOST_KEPT && bytes <= MOST_KEPT_BYTES)) return;
      this.#kept.delete(id);
      bytes -= one.bytes;
    }
  }
}
