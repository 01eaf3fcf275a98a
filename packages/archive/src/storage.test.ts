import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Archive } from './archive.ts';
import { loadSqlite, type SqliteConstructor } from './host/sqlite-module.ts';
import type { Storage } from './storage.ts';
import { type StoragePlace, storageContract } from './testing/storage-contract.ts';
import { WritingProcess } from './testing/writing-process.ts';

storageContract('SQLite', () => {
  const home = mkdtempSync(join(tmpdir(), 'hansard-contract-'));
  const file = join(home, 'archive.db');
  const sqlOf = (storage: Storage) => (storage as Archive).sql;
  const place: StoragePlace = {
    home,
    open: (machine, adapters) => Archive.open(machine, adapters),
    limit(storage, bytes) {
      const { page_count: pages } = sqlOf(storage).get('PRAGMA page_count') as { page_count: number };
      const most = bytes === undefined ? 1_073_741_823 : pages + Math.ceil(bytes / 8192);
      sqlOf(storage).get(`PRAGMA max_page_count = ${most}`);
    },
    async lock(storage) {
      const other = new WritingProcess(file);
      await other.run('BEGIN IMMEDIATE');
      sqlOf(storage).get('PRAGMA busy_timeout = 40');
      return async () => {
        await other.run('COMMIT');
        await other.kill();
      };
    },
    async killWriter() {
      const other = new WritingProcess(file);
      await other.run("BEGIN IMMEDIATE; UPDATE event SET key = 'half done'; DELETE FROM run; DELETE FROM manifest");
      await other.kill();
    },
    async makeNewer() {
      const Sqlite = (await loadSqlite()) as SqliteConstructor;
      const database = new Sqlite(file);
      database.exec('PRAGMA user_version = 99');
      database.close();
    },
    async damage(storage) {
      sqlOf(storage).get('PRAGMA wal_checkpoint(TRUNCATE)');
      storage.close();
      const damaged = openSync(file, 'r+');
      for (let at = 8192; at < statSync(file).size; at += 8192)
        writeSync(damaged, Buffer.alloc(4000, 0xa5), 0, 4000, at);
      closeSync(damaged);
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
  return place;
});
