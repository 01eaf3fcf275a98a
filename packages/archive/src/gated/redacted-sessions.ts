/**
 * Sessions of the archive as they may leave. A session goes through the gate as a whole, because what is a secret in
 * one place is one everywhere; the latest few are kept, for whoever reads page after page.
 */
import { Failure, type Host, type Transcript } from '@hansard/core';
import type { Gate, LearntSession, Redacted } from '@hansard/core/privacy/index.ts';
import type { Archive } from '../archive.ts';
import { listSessions, type SessionListed } from '../sessions/list-sessions.ts';
import { archivedTranscript } from '../sessions/read-archived.ts';

/** Bytes of its originals: a larger session would take too much memory and time. */
const LARGEST = 128 * 2 ** 20;
const MOST_KEPT = 32;
const MOST_KEPT_BYTES = 64 * 2 ** 20;

export interface OpenArchive {
  readonly archive: Archive;
  readonly host: Host;
}

export class RedactedSessions {
  readonly #gate: Gate;
  readonly #kept = new Map<number, { state: string; bytes: number; learnt: LearntSession }>();

  constructor(gate: Gate) {
    this.#gate = gate;
  }

  async byNumber({ archive, host }: OpenArchive, id: number): Promise<Redacted<Transcript>> {
    const [session] = listSessions(archive, { where: 'session.id = ?', parameters: [id] });
    if (!session) throw new Failure('unknown-session', 'The session is no longer in the archive.');
    return this.of({ archive, host }, session);
  }

  async of(open: OpenArchive, session: SessionListed): Promise<Redacted<Transcript>> {
    return (await this.learnt(open, session)).transcript;
  }

  /** With what lets further texts of the session through. */
  async learnt({ archive, host }: OpenArchive, session: SessionListed): Promise<LearntSession> {
    const { id, bytes } = session;
    if (bytes > LARGEST) {
      throw new Failure('unreadable', `The session ${session.uuid} is too large to be redacted here.`, {
        remedy: 'Its user can read it with `hansard show`.',
      });
    }
    const state = JSON.stringify([session.uuid, session.events, session.endedAt, bytes]);
    const known = this.#kept.get(id);
    this.#kept.delete(id);
    const learnt = known?.state === state ? known.learnt : await this.#learn(archive, host, id);
    this.#kept.set(id, { state, bytes, learnt });
    this.#forget();
    return learnt;
  }

  async #learn(archive: Archive, host: Host, id: number): Promise<LearntSession> {
    const now = new Date().toISOString();
    return this.#gate.learn(await archivedTranscript(archive, host, id, { now }));
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
