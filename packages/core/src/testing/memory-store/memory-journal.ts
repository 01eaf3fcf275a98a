/** The journal of the store in memory. */
import { Failure } from '../../failure.ts';
import { tagOf } from '../../query/tag-of.ts';
import type { Note, SavedView, StoreJournal } from '../../store/journal.ts';
import type { SessionId } from '../../store/sessions.ts';
import type { MemoryStore } from './memory-store.ts';

const LONGEST_NOTE = 64 * 1024;

export class MemoryJournal implements StoreJournal {
  readonly #store: MemoryStore;
  readonly #tags = new Map<SessionId, Set<string>>();
  readonly #notes = new Map<SessionId, Note[]>();
  readonly #stars = new Set<SessionId>();
  readonly #views = new Map<string, SavedView>();
  #made = 0;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  /** Erasing a session takes what was said of it away. */
  forget(session: SessionId): void {
    this.#tags.delete(session);
    this.#notes.delete(session);
    this.#stars.delete(session);
  }

  isStarred(session: SessionId): boolean {
    return this.#stars.has(session);
  }

  tagsNow(session: SessionId): readonly string[] {
    return [...(this.#tags.get(session) ?? [])].sort();
  }

  async tags(session: SessionId): Promise<readonly string[]> {
    this.#there(session);
    return this.tagsNow(session);
  }

  async tagged(): Promise<readonly SessionId[]> {
    return [...this.#tags].filter(([, tags]) => tags.size > 0).map(([session]) => session);
  }

  async allTags() {
    const counts = new Map<string, number>();
    for (const tags of this.#tags.values()) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    const all = [...counts].map(([tag, sessions]) => ({ tag, sessions }));
    return all.sort((a, b) => b.sessions - a.sessions || (a.tag < b.tag ? -1 : 1));
  }

  async tag(session: SessionId, given: string): Promise<boolean> {
    this.#there(session);
    const tag = tagOf(given);
    const tags = this.#tags.get(session) ?? new Set<string>();
    this.#tags.set(session, tags);
    return this.#changed(() => !tags.has(tag) && tags.add(tag).has(tag));
  }

  async untag(session: SessionId, given: string): Promise<boolean> {
    this.#there(session);
    return this.#changed(() => this.#tags.get(session)?.delete(tagOf(given)) ?? false);
  }

  async star(session: SessionId): Promise<boolean> {
    this.#there(session);
    return this.#changed(() => !this.#stars.has(session) && this.#stars.add(session).has(session));
  }

  async unstar(session: SessionId): Promise<boolean> {
    this.#there(session);
    return this.#changed(() => this.#stars.delete(session));
  }

  async notes(session: SessionId): Promise<readonly Note[]> {
    this.#there(session);
    return this.#notes.get(session) ?? [];
  }

  async addNote(session: SessionId, eventId: string | null, text: string, now: string): Promise<Note> {
    this.#there(session);
    if (text.trim() === '' || text.length > LONGEST_NOTE) throw new Failure('bad-argument', 'This is no note.');
    const note = { id: `note-${++this.#made}`, eventId, text, written: now };
    this.#notes.set(session, [...(this.#notes.get(session) ?? []), note]);
    this.#store.written();
    return note;
  }

  async removeNote(session: SessionId, id: string): Promise<boolean> {
    this.#there(session);
    const [notes, left] = [this.#notes.get(session) ?? [], (this.#notes.get(session) ?? []).filter((n) => n.id !== id)];
    this.#notes.set(session, left);
    return this.#changed(() => left.length < notes.length);
  }

  async views(): Promise<readonly SavedView[]> {
    return [...this.#views.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async keepView(view: SavedView): Promise<readonly SavedView[]> {
    this.#views.set(view.name, view);
    this.#store.written();
    return this.views();
  }

  async removeView(name: string): Promise<readonly SavedView[]> {
    this.#changed(() => this.#views.delete(name));
    return this.views();
  }

  #there(session: SessionId): void {
    if (!this.#store.kept.has(session)) throw new Failure('unknown-session', 'The session is not there.');
  }

  #changed(change: () => boolean): boolean {
    const isNew = change();
    if (isNew) this.#store.written();
    return isNew;
  }
}
