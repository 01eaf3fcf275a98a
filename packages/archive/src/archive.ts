/** The archive on this machine: one database in the user's data folder, opened for as long as it is needed. */
import type { Adapter, Host } from '@hansard/core';
import { readers } from './adapters/readers.ts';
import { Sql } from './database/sql.ts';
import { archiveHome, prepareHome } from './home.ts';
import { Committer } from './ingest/commit.ts';
import { Keeper, type KeeperOptions } from './ingest/keeper.ts';
import { MaskedReading } from './masking/masked-reading.ts';
import { ScrubbedValues } from './masking/scrubbed-values.ts';
import { Erasures } from './sqlite/journal/erasures.ts';
import { Journal } from './sqlite/journal/journal.ts';
import { SavedViews } from './sqlite/journal/saved-views.ts';
import { openArchiveDatabase } from './sqlite/opening/open-database.ts';
import { blankedHost } from './sqlite/originals/blanked-stretches.ts';
import { Originals } from './sqlite/originals/originals.ts';
import { ReadBack } from './sqlite/reading/read-back.ts';
import { Search } from './sqlite/search/search.ts';
import { projectsByAgent } from './sqlite/sessions/all-sessions.ts';
import { type SqliteStore, sqliteStore } from './sqlite/sqlite-store.ts';
import { eventsAfter, newestEvent } from './sqlite/store-changes.ts';
import { sizesOf } from './sqlite/store-sessions.ts';
import type { Storage } from './storage.ts';
import { archivedSource } from './streaming/archived-source.ts';

export class Archive implements Storage {
  /** Those that read what is in it. */
  readonly adapters: readonly Adapter[];
  /** The folder it lies in. */
  readonly home: string;
  /** The machine it was opened on. */
  readonly host: Host;
  readonly sql: Sql;
  readonly originals: Originals;
  readonly committer: Committer;
  readonly events: ReadBack;
  readonly search: Search;
  readonly journal: Journal;
  readonly views: SavedViews;
  readonly erasures: Erasures;
  /** What was removed for good. */
  readonly scrubbed: ScrubbedValues;

  #store: SqliteStore | undefined;

  private constructor(home: string, sql: Sql, host: Host, adapters: readonly Adapter[]) {
    this.home = home;
    this.adapters = adapters;
    this.host = host;
    this.sql = sql;
    this.originals = new Originals(sql);
    this.committer = new Committer(sql, this.originals);
    this.events = new ReadBack(sql, this.originals, adapters, host);
    this.search = new Search({ sql, originals: this.originals, events: this.events, adapters, host });
    this.journal = new Journal(sql);
    this.views = new SavedViews(sql);
    this.erasures = new Erasures(sql);
    this.scrubbed = new ScrubbedValues(sql);
  }

  static async open(host: Host, adapters: readonly Adapter[] = readers): Promise<Archive> {
    const home = archiveHome(host);
    prepareHome(home);
    return new Archive(home, new Sql(await openArchiveDatabase(home)), host, adapters);
  }

  /** A copy of an archive, which the caller has opened and closes. */
  static over(home: string, sql: Sql, host: Host, adapters: readonly Adapter[]): Archive {
    return new Archive(home, sql, host, adapters);
  }

  /** What it is asked: the reading contract, on these tables. */
  get store(): SqliteStore {
    this.#store ??= sqliteStore(this, (number, options) => archivedSource(this, this.host, number, options));
    return this.#store;
  }

  /** What brings the archive up to date with the machine, input by input. */
  keeper(options: Omit<KeeperOptions, 'originals' | 'committer' | 'textOf' | 'masked'>): Keeper {
    const { originals, committer, events } = this;
    const machine = blankedHost(this.sql, options.host) ?? options.host;
    const masked = MaskedReading.of(this.scrubbed, machine);
    const host = masked?.host ?? machine;
    return new Keeper({ ...options, host, masked, originals, committer, textOf: (number) => events.textOf(number) });
  }

  /** Projects with sessions in the archive, by agent. */
  projects(): { agent: string; project: string; sessions: number }[] {
    return projectsByAgent(this.sql);
  }

  sizes(): { sessions: number; events: number } {
    return sizesOf(this.sql);
  }

  /** The number of the newest event. It only grows, whatever is withdrawn or comes back. */
  lastEvent(): number {
    return newestEvent(this.sql);
  }

  /** Events that came after a number and are still there. */
  eventsAfter(event: number): number {
    return eventsAfter(this.sql, event);
  }

  close(): void {
    this.sql.connection.close();
  }
}
