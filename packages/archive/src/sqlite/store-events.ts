/** The events of the contract, read back from the originals. */
import type { Attachment } from '@hansard/core';
import type { RawRecord } from '@hansard/core/api/events.ts';
import type { TranscriptHeader } from '@hansard/core/formats/contract.ts';
import type { EventPlace, OpenOptions, SessionDocument, StoreEvents } from '@hansard/core/store/events.ts';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { Archive } from '../archive.ts';
import { numbersBySeq } from './events/event-numbers.ts';
import { eventPlace, rawRecord } from './events/event-place.ts';
import { knownLinks } from './git/known-links.ts';
import { ArchivedEvents } from './reading/archived-events.ts';
import { AttachmentCache } from './reading/attachment-cache.ts';
import { PayloadReader } from './reading/payload-reader.ts';
import type { SessionIds } from './session-ids.ts';
import { sessionById } from './sessions/find-session.ts';
import { lastSeqOf } from './store-changes.ts';

/** Reads a session as one document. */
export type OpenDocument = (number: number, options: OpenOptions) => Promise<SessionDocument>;

export class SqliteEvents extends ArchivedEvents implements StoreEvents {
  readonly #archive: Archive;
  readonly #ids: SessionIds;
  readonly #documents: OpenDocument;
  readonly #attachments = new AttachmentCache();

  constructor(archive: Archive, ids: SessionIds, documents: OpenDocument) {
    super(archive.sql, ids, archive.events);
    this.#archive = archive;
    this.#ids = ids;
    this.#documents = documents;
  }

  /** A glimpse of a message shows its text. */
  async texts(session: SessionId, logSeqs: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const { sql, search } = this.#archive;
    const numbers = numbersBySeq(sql, this.#ids.numberOf(session) ?? 0, logSeqs);
    const texts = await search.glimpses.of([...numbers.values()], ({ text }, isWhole) =>
      isWhole ? (text ?? '') : text,
    );
    return new Map([...numbers].map(([logSeq, number]) => [logSeq, texts.get(number) ?? '']));
  }

  async place(session: SessionId, selector: string): Promise<EventPlace | undefined> {
    const place = eventPlace(this.#archive.sql, this.#ids.numberOf(session) ?? 0, selector);
    return place && { id: place.id, logSeq: place.logSeq };
  }

  async raw(session: SessionId, logSeq: number): Promise<RawRecord | undefined> {
    const { sql, originals } = this.#archive;
    const place = eventPlace(sql, this.#ids.numberOf(session) ?? 0, `#${logSeq}`);
    const [event] = place ? await this.at(session, [logSeq]) : [];
    return place && event && rawRecord(sql, originals, place, event);
  }

  async payloads(session: SessionId, logSeqs: readonly number[]): Promise<ReadonlyMap<number, unknown>> {
    const { sql, originals, adapters } = this.#archive;
    const number = this.#ids.numberOf(session) ?? 0;
    const reader = new PayloadReader(sql, originals, adapters);
    const found = new Map<number, unknown>();
    for (const event of await this.at(session, logSeqs)) {
      const place = eventPlace(sql, number, `#${event.logSeq}`);
      const payload = place && reader.payloadOf(place, event);
      if (payload !== undefined) found.set(event.logSeq as number, payload);
    }
    return found;
  }

  async attachment(session: SessionId, hash: string): Promise<Attachment | undefined> {
    const number = this.#ids.numberOf(session);
    if (number === undefined) return undefined;
    return this.#attachments.get(`${number} ${lastSeqOf(this.#archive.sql, number)}`, hash, async () => {
      const document = await this.#documents(number, { now: new Date().toISOString() });
      document.close();
      return document.header.attachments ?? {};
    });
  }

  async open(session: SessionId, options: OpenOptions): Promise<SessionDocument | undefined> {
    const number = this.#ids.numberOf(session);
    if (number === undefined || lastSeqOf(this.#archive.sql, number) === undefined) return undefined;
    const document = await this.#documents(number, options);
    return { ...document, header: this.#linked(document.header, number) };
  }

  /** With the commits that the session is known to have led to. */
  #linked<Header extends Pick<TranscriptHeader, 'session'>>(header: Header, number: number): Header {
    const key = sessionById(this.#archive, number)?.key;
    const links = key === undefined ? [] : knownLinks(this.#archive.sql, key);
    if (links.length === 0) return header;
    return { ...header, session: { ...header.session, git: { ...header.session.git, links } } };
  }
}
