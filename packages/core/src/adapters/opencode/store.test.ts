/** What only a store can get wrong: change cursors, mutable rows, damaged rows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { StoreDatabase } from '../../host.ts';
import { Collector } from '../../reading/collector.ts';
import { readStoreSession } from '../../reading/part-reader.ts';
import { mistype, randomFrom } from '../../testing/damage.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { databaseFromSql, sqlAsDatabase } from '../../testing/sql-database.ts';
import type { StoreDialect } from '../contract.ts';
import { goStore, store } from './dialects.ts';

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));

function open(path: string): StoreDatabase {
  const database = databaseFromSql(path, sqlAsDatabase(readFileSync(join(fixtures, path))));
  if (!database) throw new Error('no SQLite here');
  return database;
}

const recorded = () => open('database/input/.local/share/opencode/opencode.db.sql');
const logged = () => open('reverted/input/.local/share/opencode/opencode.db.sql');
const MAIN = 'ses_e1e9fbc5fffed7B1aa7hErZvAr';
const CHILD = 'ses_e1e9f9031ffeUfchUskv0wJlS4';

function read(database: StoreDatabase, id: string, dialect: StoreDialect = store) {
  const sink = new Collector(sha256);
  readStoreSession(dialect, database, id, sink, {});
  return sink;
}

describe('the change cursor', () => {
  it('names every session first, and none when nothing changed', () => {
    for (const database of [recorded(), logged()]) {
      const { changed, cursor } = store.sessions(database);
      expect(changed.length).toBeGreaterThan(0);
      expect(store.sessions(database, cursor).cursor).toBe(cursor);
    }
    const database = logged();
    expect(store.sessions(database, store.sessions(database).cursor).changed).toEqual([]);
  });

  it('names the session of a new part, of a changed row, and of a new line in the event log', () => {
    const database = recorded();
    const { cursor } = store.sessions(database);
    database.all("UPDATE session SET time_updated = time_updated + 100000, title = 'x' WHERE id = ?", CHILD);
    expect(store.sessions(database, cursor).changed).toContain(CHILD);
    database.all("INSERT INTO part VALUES ('prt_new', 'msg_new', ?, 1, 1, '{}')", MAIN);
    expect([...store.sessions(database, cursor).changed].sort()).toEqual([CHILD, MAIN].sort());

    const withLog = logged();
    const before = store.sessions(withLog).cursor;
    withLog.all("INSERT INTO event VALUES ('evt_new', 'ses_rev', 99, 'message.part.updated.1', '{}')");
    expect(store.sessions(withLog, before).changed).toEqual(['ses_rev']);
  });

  it('names all when rows are gone, and when the cursor is not its own', () => {
    const database = logged();
    const { cursor, changed } = store.sessions(database);
    database.all("DELETE FROM event WHERE id = 'evt_06'");
    expect(store.sessions(database, cursor).changed).toEqual(changed);
    expect(store.sessions(database, 'garbage').changed).toEqual(changed);
    expect(store.sessions(database, '{}').changed).toEqual(changed);
  });

  it('of the Go version goes by time', () => {
    const database = open('go-seconds/input/.opencode/opencode.db.sql');
    const { cursor, changed } = goStore.sessions(database);
    expect(changed).toEqual(['s-1', 'call-agent']);
    expect(goStore.sessions(database, cursor).changed).toEqual(['s-1']);
  });
});

describe('rows that change', () => {
  it('keep their ids and give the latest state', () => {
    const database = recorded();
    const before = read(database, MAIN);
    database.all(
      `UPDATE part SET data = json_set(data, '$.state.status', 'running') WHERE id = ?`,
      'prt_1e16065610012zvAWF8XsIybho',
    );
    const after = read(database, MAIN);
    const ids = (sink: Collector) => sink.events.map(({ id }) => id);
    expect(ids(after)).toEqual(ids(before).filter((id) => id !== 'prt_1e16065610012zvAWF8XsIybho.1'));
    expect(after.events.find(({ id }) => id === 'prt_1e16065610012zvAWF8XsIybho')?.tool?.status).toBe('running');
  });
});

describe('a damaged database', () => {
  it('keeps rows that are not JSON', () => {
    const database = recorded();
    database.all("UPDATE part SET data = '{cut' WHERE id = 'prt_1e1608379001h1zz371GL82OwT'");
    const { events } = read(database, MAIN);
    const kept = events.filter(({ type }) => type === 'unparsed');
    expect(kept.length).toBe(1);
    expect(JSON.stringify(kept[0]?.raw)).toContain('{cut');
  });

  it('reports what it cannot read and keeps the rest', () => {
    const database = recorded();
    database.all('DROP TABLE part');
    const sink = read(database, MAIN);
    expect(sink.events.length).toBeGreaterThan(0);
    expect(sink.problems.map(({ kind }) => kind)).toEqual(['unreadable']);
  });

  it('of the Go version survives fields of the wrong type, and keeps parts that are none', () => {
    const random = randomFrom(7);
    const database = open('go-seconds/input/.opencode/opencode.db.sql');
    const rows = database.all('SELECT id, parts FROM messages');
    const change = 'UPDATE messages SET parts = ? WHERE id = ?';
    for (let round = 0; round < 300; round++) {
      const { id = null, parts } = rows[random(rows.length)] ?? {};
      database.all(change, JSON.stringify(mistype(JSON.parse(String(parts)), random)), id);
      expect(() => read(database, 's-1', goStore)).not.toThrow();
    }
    database.all(change, '["odd"]', 'm-1');
    expect(read(database, 's-1', goStore).events.find(({ id }) => id === 'm-1.1')?.extra).toEqual({ part: 'odd' });
  });

  it('survives fields of the wrong type', () => {
    const random = randomFrom(5);
    const database = logged();
    const rows = database.all('SELECT id, data FROM part');
    for (let round = 0; round < 300; round++) {
      const { id = null, data } = rows[random(rows.length)] ?? {};
      database.all(
        'UPDATE part SET data = ? WHERE id = ?',
        JSON.stringify(mistype(JSON.parse(String(data)), random)),
        id,
      );
      expect(() => read(database, 'ses_rev')).not.toThrow();
    }
  });
});
