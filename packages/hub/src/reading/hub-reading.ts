/** The reading contract on a hub's store: what each who asks may see of it, with the same answers as any other store. */
import type { Attachment, Event } from '@hansard/core';
import { HeldSession } from '@hansard/core/held/held-session.ts';
import {
  agentsAmong,
  factsAmong,
  kinOf,
  namedAmong,
  pageAmong,
  projectsAmong,
} from '@hansard/core/held/session-lists.ts';
import { type TalliedSession, tallyNumbers } from '@hansard/core/held/tally-numbers.ts';
import { findInSession } from '@hansard/core/search/find-in-session.ts';
import type { MakeMatcher } from '@hansard/core/search/matcher.ts';
import type { StoreChanges } from '@hansard/core/store/changes.ts';
import type { StoreEvents } from '@hansard/core/store/events.ts';
import type { StoreNumbers } from '@hansard/core/store/numbers.ts';
import type { SessionId, StoreSessions } from '@hansard/core/store/sessions.ts';
import type { Store } from '@hansard/core/store/store.ts';
import type { StoreViews } from '@hansard/core/store/views.ts';
import { UniversalLog } from '@hansard/core/universal/universal-log.ts';
import { heldDocument } from '@hansard/core/views/session-document.ts';
import type { HubStore, Sight } from '../store/contract.ts';
import type { PlacedSession } from '../store/places.ts';
import { HubRows, type SeenRow } from './hub-rows.ts';
import { HubSearch } from './hub-search.ts';
import { Opened } from './opened.ts';
import { hubTold } from './told.ts';
import { Watching } from './watching.ts';

export interface SeenAs {
  readonly sight: Sight;
  /** Told of every session whose content they are shown. */
  readonly onRead?: (row: SeenRow) => void;
}

/** What all who ask share: what was read lately. */
export class HubReading {
  readonly #store: HubStore;
  readonly #matcher: MakeMatcher;
  readonly #rows: HubRows;
  readonly #opened: Opened;
  readonly #watching: Watching;
  readonly #tallied = new WeakMap<readonly SeenRow[], Promise<readonly TalliedSession[]>>();

  constructor(store: HubStore, matcher: MakeMatcher) {
    this.#store = store;
    this.#matcher = matcher;
    this.#rows = new HubRows(store);
    this.#opened = new Opened(store);
    this.#watching = new Watching(
      async () => (await store.state()).change,
      (changed) => store.listen(changed),
    );
  }

  async numberOf(id: SessionId): Promise<number | undefined> {
    return (await this.#rows.byId({ all: true }, id))?.no;
  }

  close(): void {
    this.#watching.close();
  }

  storeFor({ sight, onRead = () => {} }: SeenAs): Store {
    const [store, rows, opened] = [this.#store, this.#rows, this.#opened];
    const search = new HubSearch({ store, rows, opened, sight, matcher: this.#matcher, onRead });
    const find = async (id: SessionId): Promise<PlacedSession | undefined> => {
      const seen = await rows.byId(sight, id);
      return seen && opened.session(seen.no, seen.change);
    };
    const events = this.#events(sight, find, onRead);
    const numbers = this.#numbers(sight, search);
    const change = async () => (await store.state()).change;
    return {
      sessions: this.#sessions(sight, search, numbers, find),
      events,
      universal: new UniversalLog(hubTold(store, find, change), events),
      search: {
        find: (query, options) => search.find(query, options),
        explain: (query) => search.explain(query),
        inSession: async (session, text, limit) => {
          const lastSeq = (await find(session))?.lastSeq ?? 0;
          const page = (after: number, most: number) => events.page(session, after, most);
          return findInSession(text, { limit, lastSeq, page, matcher: this.#matcher });
        },
      },
      numbers,
      views: views(find),
      changes: this.#changes(sight, find),
    };
  }

  #sessions(
    sight: Sight,
    search: HubSearch,
    numbers: StoreNumbers,
    find: (id: SessionId) => Promise<PlacedSession | undefined>,
  ): StoreSessions {
    const all = async () => (await this.#rows.seenBy(sight)).map(({ row }) => row);
    const rowsOf = async (ids: readonly SessionId[]) => {
      const found = await Promise.all(ids.map((id) => this.#rows.byId(sight, id)));
      return found.flatMap((one) => one?.row ?? []);
    };
    return {
      find: async (name) => namedAmong(await all(), name),
      rows: rowsOf,
      page: async (request) => {
        const listed = (await search.listed(request.query)).map(({ row }) => row);
        return pageAmong(listed, request, numbers);
      },
      count: async (query) => (await search.listed(query)).length,
      names: rowsOf,
      kin: async (ids) => kinOf(await all(), ids),
      facts: async (id) => {
        const session = await find(id);
        return session && factsAmong(await all(), session);
      },
      agents: async () => agentsAmong(await all()),
      projects: async () => projectsAmong(await all()),
      sizes: async () => {
        const rows = await all();
        return { sessions: rows.length, events: rows.reduce((sum, row) => sum + row.events, 0), bytes: 0 };
      },
    };
  }

  #events(
    sight: Sight,
    find: (id: SessionId) => Promise<PlacedSession | undefined>,
    onRead: (row: SeenRow) => void,
  ): StoreEvents {
    const opened = this.#opened;
    const read = async (id: SessionId): Promise<PlacedSession | undefined> => {
      const seen = await this.#rows.byId(sight, id);
      const session = seen && (await opened.session(seen.no, seen.change));
      if (session) onRead(seen);
      return session;
    };
    const at = async (id: SessionId, logSeqs: readonly number[]): Promise<Event[]> => {
      const session = logSeqs.length === 0 ? undefined : await read(id);
      return session
        ? opened.events(
            session,
            [...new Set(logSeqs)].sort((a, b) => a - b),
          )
        : [];
    };
    return {
      page: async (id, after, limit) => {
        const last = (await find(id))?.lastSeq ?? 0;
        const from = Math.max(0, after);
        const count = Math.max(0, Math.min(limit, last - from));
        return at(
          id,
          Array.from({ length: count }, (_, i) => from + i + 1),
        );
      },
      at,
      texts: async (id, logSeqs) =>
        new Map((await at(id, logSeqs)).map(({ logSeq, text = '' }) => [logSeq as number, text])),
      place: async (id, selector) => {
        const session = await find(id);
        const logSeq = session?.seqOf(selector) ?? Number(/^#?(\d{1,15})$/.exec(selector)?.[1]);
        const event = session?.events[logSeq - 1]?.event;
        return event && { id: event.id, logSeq };
      },
      raw: async () => undefined,
      payloads: async () => new Map(),
      attachment: async (id, hash): Promise<Attachment | undefined> => {
        const attachments = (await read(id))?.head.attachments ?? {};
        return Object.hasOwn(attachments, hash) ? attachments[hash] : undefined;
      },
      header: async (id) => (await find(id))?.head,
      open: async (id, { now }) => {
        const session = await read(id);
        if (!session) return undefined;
        const { head, order } = session;
        const byLogSeq = new Map((await opened.events(session, order)).map((event) => [event.logSeq, event]));
        const events = order.flatMap((logSeq, i) => {
          const event = byLogSeq.get(logSeq);
          return event ? [{ ...event, seq: i + 1 }] : [];
        });
        return heldDocument({ ...head, session: { ...head.session, capturedAt: now }, events });
      },
    };
  }

  #numbers(sight: Sight, search: HubSearch): StoreNumbers {
    return tallyNumbers({
      all: async () => {
        const rows = await this.#rows.seenBy(sight);
        const known = this.#tallied.get(rows) ?? this.#tallies(rows);
        this.#tallied.set(rows, known);
        known.catch(() => this.#tallied.delete(rows));
        return known;
      },
      listed: async (query) => new Set((await search.listed(query)).map(({ row }) => row.id)),
    });
  }

  async #tallies(rows: readonly SeenRow[]): Promise<readonly TalliedSession[]> {
    const tallies = await this.#store.tallies(rows.map(({ no }) => no));
    return rows.flatMap(({ no, row: { id, agent, project } }) => {
      const tally = tallies.get(no);
      return tally ? [{ id, agent, project, tally }] : [];
    });
  }

  #changes(sight: Sight, find: (id: SessionId) => Promise<PlacedSession | undefined>): StoreChanges {
    const change = async () => (await this.#store.state()).change;
    return {
      version: async () => String(await change()),
      watch: (changed) => this.#watching.add(changed),
      position: async (id) => {
        const session = await find(id);
        return session && { lastSeq: session.lastSeq, change: await change() };
      },
      changed: async (id, after, limit) => {
        const events = (await find(id))?.events ?? [];
        const next = events.filter((one) => one.changed > after).sort((a, b) => a.changed - b.changed);
        const looked = next.slice(0, limit);
        return {
          logSeqs: looked.map(({ event }) => event.logSeq as number),
          change: looked.at(-1)?.changed ?? after,
          hasMore: next.length > limit,
        };
      },
      newest: change,
      grown: async (after) => {
        const newest = await change();
        const rows = await this.#rows.seenBy(sight);
        return { sessions: rows.filter((one) => one.change > after).map(({ row }) => row.id), newest };
      },
      removals: async () => (await this.#store.state()).removals,
    };
  }
}

function views(find: (id: SessionId) => Promise<PlacedSession | undefined>): StoreViews {
  const of = async (id: SessionId): Promise<HeldSession> => (await find(id)) ?? NO_SESSION;
  return {
    skeleton: async (id) => (await of(id)).skeleton(),
    edits: async (id) => (await of(id)).edits(),
    changing: async (id, most) => (await of(id)).changing(most),
    usage: async (id) => (await of(id)).usage(),
  };
}

const NO_SESSION = new HeldSession({} as HeldSession['head']);
