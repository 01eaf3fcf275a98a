/** The archive of one user on one machine: what the agents wrote, kept for good. */
import type { Host } from '@hansard/core';
import { openArchiveDatabase } from './database/open-database.ts';
import { archiveHome, prepareHome } from './home.ts';
import type { SqliteConnection } from './host/sqlite-module.ts';
import { Originals } from './originals/originals.ts';

export class Archive {
  readonly home: string;
  readonly originals: Originals;
  readonly #db: SqliteConnection;

  private constructor(home: string, db: SqliteConnection) {
    this.home = home;
    this.#db = db;
    this.originals = new Originals(db);
  }

  static async open(host: Pick<Host, 'env' | 'home' | 'platform'>): Promise<Archive> {
    const home = archiveHome(host);
    prepareHome(home);
    return new Archive(home, await openArchiveDatabase(home));
  }

  close(): void {
    this.#db.close();
  }
}
