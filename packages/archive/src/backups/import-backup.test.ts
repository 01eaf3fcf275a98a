import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { loadSqlite, type SqliteConstructor } from '../host/sqlite-module.ts';
import { erase, planErase } from '../maintenance/erase.ts';
import { openBackup } from '../sqlite/opening/open-backup.ts';
import { findSession } from '../sqlite/sessions/find-session.ts';
import { sync } from '../sync/sync.ts';
import { remainsOf } from '../testing/remains.ts';
import {
  documentOf,
  FOLDER,
  logOf,
  SampleMachine,
  type SampleRecord,
  sampleAgent,
  storeOf,
} from '../testing/sample-agent.ts';
import { makeSecondVersion } from '../testing/second-version.ts';
import { backup } from './backup.ts';
import { type ImportOptions, importBackup } from './import-backup.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const adapters = [sampleAgent()];
const folders: string[] = [];
const archives: Archive[] = [];

/** A machine with an archive of its own. */
class Place {
  readonly home = mkdtempSync(join(tmpdir(), 'hansard-import-'));
  readonly machine: SampleMachine;
  archive!: Archive;

  constructor(files: Record<string, string | Uint8Array>) {
    folders.push(this.home);
    this.machine = new SampleMachine(this.home, files);
  }

  async sync(): Promise<this> {
    if (!this.archive) {
      this.archive = await Archive.open(this.machine, adapters);
      archives.push(this.archive);
    }
    await sync({ archive: this.archive, adapters, host: this.machine, now: NOW });
    return this;
  }

  async backup(): Promise<string> {
    const path = join(this.home, 'copy.db');
    await backup(this.archive, path, { now: NOW, force: true });
    return path;
  }

  async import(path: string, more: Partial<ImportOptions> = {}) {
    const opened = await openBackup(path);
    if (!opened) throw new Error('no backup');
    try {
      return await importBackup(this.archive, opened, { host: this.machine, adapters, now: NOW, ...more });
    } finally {
      opened.close();
    }
  }

  async events(name: string): Promise<string[]> {
    const events = await this.archive.events.page(findSession(this.archive, name).id, 0, 1000);
    return events.map(({ event }) => `${event.id}${event.withdrawn ? ' gone' : ''}`);
  }

  found(word: string): unknown {
    return this.archive.sql.get('SELECT count(*) AS n FROM event_text WHERE event_text MATCH ?', word)?.['n'];
  }

  sessions(): unknown[] {
    return this.archive.sql.all('SELECT native_id FROM session ORDER BY native_id').map((row) => row['native_id']);
  }

  everything() {
    const tables = [
      'input',
      'version',
      'manifest',
      'block',
      'session',
      'thread',
      'run',
      'event',
      'usage',
      'known_session',
      'tag',
      'note',
      'machine',
    ];
    return tables.map((table) => this.archive.sql.all(`SELECT * FROM ${table}`));
  }
}

const record = (session: string, n: number): SampleRecord => ({
  session,
  id: `${session}-${n}`,
  text: `word${n} ${session}`,
  at: n,
  response: `${session}-r${n}`,
  tokens: session.charCodeAt(0) * 100 + n,
  model: 'm',
});
const records = (session: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => record(session, from + i));
const ids = (session: string, from: number, to: number) => records(session, from, to).map(({ id }) => id);
const LATER = '2026-01-20T00:00:00.000Z';

let here: Place;
let there: Place;
beforeEach(async () => {
  here = await new Place({ 'logs/mine.jsonl': logOf(records('mine', 0, 3)) }).sync();
  there = await new Place({
    'logs/log.jsonl': logOf(records('log', 0, 4)),
    'logs/log.jsonl.d/helper.jsonl': logOf(records('helper', 0, 2)),
    'logs/log.jsonl.d/out.txt': 'spilled',
    'documents/doc.json': documentOf(records('doc', 0, 3)),
    'store.db': storeOf(records('row', 0, 3)),
  }).sync();
});
afterEach(() => {
  for (const archive of archives.splice(0)) archive.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('importing a backup', () => {
  it('adds its sessions, readable, searchable and told apart by their machine', async () => {
    const report = await here.import(await there.backup());
    expect(report).toMatchObject({
      inputs: { new: 5, longer: 0, same: 0 },
      newSessions: 3,
      newEvents: 12,
      problems: [],
    });
    expect(await here.events('log')).toEqual([...ids('log', 0, 4), ...ids('helper', 0, 2)]);
    expect(await here.events('doc')).toEqual(ids('doc', 0, 3));
    expect(await here.events('row')).toEqual(ids('row', 0, 3));
    expect(here.found('word1')).toBe(5);
    const machines = here.archive.sql.all(
      "SELECT m.name <> '' AS named, count(*) AS n FROM session s JOIN machine m ON m.id = s.machine_id GROUP BY m.id",
    );
    expect(machines).toEqual([
      { named: 0, n: 1 },
      { named: 1, n: 3 },
    ]);
    const side = here.archive.originals.input(`${FOLDER}/logs/log.jsonl.d/out.txt`, '', 2);
    expect(
      Buffer.concat([
        ...here.archive.originals.read(here.archive.originals.latest(side?.id ?? 0) ?? { id: 0 }),
      ]).toString(),
    ).toBe('spilled');
    expect(here.archive.sql.all('PRAGMA foreign_key_check')).toEqual([]);
  });

  it('keeps the ids of sessions, and gives them numbers of this archive', async () => {
    await here.import(await there.backup());
    expect(findSession(here.archive, 'doc').uuid).toBe(findSession(there.archive, 'doc').uuid);
    expect(here.archive.sql.all('SELECT id FROM session ORDER BY id').map((row) => row['id'])).toEqual([1, 2, 3, 4]);
  });

  it('again changes nothing', async () => {
    const path = await there.backup();
    await here.import(path);
    const before = here.everything();
    expect(await here.import(path)).toMatchObject({
      inputs: { new: 0, longer: 0, same: 5 },
      newSessions: 0,
      newEvents: 0,
    });
    expect(here.everything()).toEqual(before);
  });

  it('does not disturb the sync of this machine', async () => {
    await here.import(await there.backup());
    const before = here.everything();
    await here.sync();
    expect(here.everything()).toEqual(before);
  });

  it('is completed by doing it again when it was interrupted', async () => {
    const path = await there.backup();
    const stop = new Error('killed');
    await expect(
      here.import(path, {
        progress: ({ inputs }) => {
          if (inputs === 3) throw stop;
        },
      }),
    ).rejects.toBe(stop);
    expect(here.sessions()).not.toEqual(['doc', 'log', 'mine', 'row']);
    await here.import(path);
    expect(here.sessions()).toEqual(['doc', 'log', 'mine', 'row']);
    expect(here.found('word1')).toBe(5);
  });
});

describe('what has gone on since', () => {
  beforeEach(async () => void (await here.import(await there.backup())));

  it('is added to what came before', async () => {
    there.machine.append('logs/log.jsonl', logOf(records('log', 4, 6)), LATER);
    there.machine.write('documents/doc.json', documentOf(records('doc', 1, 5)), LATER);
    there.machine.write('store.db', storeOf([...records('row', 0, 4), ...records('fresh', 0, 1)]), LATER);
    await there.sync();
    expect(await here.import(await there.backup())).toMatchObject({
      inputs: { new: 1, longer: 3, same: 2 },
      newSessions: 1,
    });
    expect(await here.events('log')).toEqual([...ids('log', 0, 4), ...ids('helper', 0, 2), ...ids('log', 4, 6)]);
    expect(await here.events('doc')).toEqual(['doc-0 gone', ...ids('doc', 1, 5)]);
    expect(await here.events('row')).toEqual(ids('row', 0, 4));
    expect(here.found('word5')).toBe(1);
  });

  it('is not undone by an older backup', async () => {
    const older = await there.backup();
    const kept = join(here.home, 'older.db');
    writeFileSync(kept, (await import('node:fs')).readFileSync(older));
    there.machine.append('logs/log.jsonl', logOf(records('log', 4, 6)), LATER);
    there.machine.write('documents/doc.json', documentOf(records('doc', 2, 5)), LATER);
    await there.sync();
    await here.import(await there.backup());
    const before = [await here.events('log'), await here.events('doc')];
    expect(await here.import(kept)).toMatchObject({ inputs: { new: 0, longer: 0 }, newEvents: 0 });
    expect([await here.events('log'), await here.events('doc')]).toEqual(before);
  });
});

describe('a session that both machines have', () => {
  it('is one session with the events of both, each once', async () => {
    here.machine.write('logs/log.jsonl', logOf(records('log', 0, 2)));
    await here.sync();
    const { id } = findSession(here.archive, 'log');
    await here.import(await there.backup());
    expect(findSession(here.archive, 'log').id).toBe(id);
    expect((await here.events('log')).sort()).toEqual([...ids('helper', 0, 2), ...ids('log', 0, 4)]);
    expect(here.found('log')).toBe(4);
    expect(here.archive.sql.get("SELECT count(*) AS n FROM usage WHERE response LIKE 'log-r%' AND own = 1")).toEqual({
      n: 4,
    });
  });

  it('is one session when its files come to a new machine after its backup', async () => {
    const fresh = await new Place({}).sync();
    await fresh.import(await there.backup());
    fresh.machine.write('logs/log.jsonl', logOf(records('log', 0, 6)), LATER);
    await fresh.sync();
    expect(fresh.sessions()).toEqual(['doc', 'log', 'row']);
    expect((await fresh.events('log')).sort()).toEqual([...ids('helper', 0, 2), ...ids('log', 0, 6)]);
  });
});

describe('a backup of this very machine', () => {
  it('brings back what the archive has lost, and joins versions that differ', async () => {
    there.machine.write('documents/doc.json', documentOf(records('doc', 5, 8)), LATER);
    await there.sync();
    const path = await there.backup();
    const saved = join(here.home, 'saved.db');
    const { readFileSync } = await import('node:fs');
    writeFileSync(saved, readFileSync(path));
    const plan = await planErase(there.archive, { host: there.machine, adapters }, [findSession(there.archive, 'row')]);
    there.archive.sql.run('DELETE FROM backup');
    await erase(there.archive, plan, { now: NOW });
    there.archive.erasures.forget(plan.sessions[0]?.uuid ?? '');
    expect(await there.import(saved)).toMatchObject({ inputs: { new: 1, longer: 0, same: 4 }, newSessions: 1 });
    expect(await there.events('row')).toEqual(ids('row', 0, 3));
    expect(there.archive.sql.get('SELECT count(*) AS n FROM machine')).toEqual({ n: 1 });
  });

  it('puts an older file before the newer one', async () => {
    const path = await there.backup();
    const other = await new Place({}).sync();
    other.archive.sql.run('UPDATE machine SET key = ?', there.archive.erasures.machine);
    other.machine.write('documents/doc.json', documentOf(records('doc', 5, 8)), LATER);
    await other.sync();
    expect(await other.import(path)).toMatchObject({ inputs: { longer: 1 } });
    expect((await other.events('doc')).sort()).toEqual([
      ...ids('doc', 0, 3).map((id) => `${id} gone`),
      ...ids('doc', 5, 8),
    ]);
  });
});

describe('the journal', () => {
  it('brings views, except under names that are taken, and those that lead elsewhere', async () => {
    here.archive.views.keep({ name: 'same', address: '/?q=here' });
    there.archive.views.keep({ name: 'same', address: '/?q=there' });
    there.archive.views.keep({ name: 'theirs', address: '/stats' });
    there.archive.sql.transaction(() =>
      there.archive.sql.run("INSERT INTO saved_view VALUES ('bad', 'javascript:alert(1)')"),
    );
    const path = await there.backup();
    expect((await here.import(path)).journal.views).toBe(1);
    expect(here.archive.views.list()).toEqual([
      { name: 'same', address: '/?q=here' },
      { name: 'theirs', address: '/stats' },
    ]);
    expect((await here.import(path)).journal.views).toBe(0);
  });

  it('is joined: what either says holds', async () => {
    const key = findSession(there.archive, 'log').key;
    here.machine.write('logs/log.jsonl', logOf(records('log', 0, 2)));
    await here.sync();
    here.archive.journal.tag(key, 'mine', NOW);
    there.archive.journal.tag(key, 'theirs', NOW);
    there.archive.journal.star(key, NOW);
    there.archive.journal.addNote(key, 'log-1', 'a note', NOW);
    const path = await there.backup();
    expect((await here.import(path)).journal).toEqual({ tags: 1, notes: 1, stars: 1, shared: 0, views: 0, links: 0 });
    expect(here.archive.journal.tags(key)).toEqual(['mine', 'theirs']);
    expect(here.archive.journal.notes(key)).toHaveLength(1);
    expect(here.archive.journal.starred()).toEqual([key]);
    expect((await here.import(path)).journal).toEqual({ tags: 0, notes: 0, stars: 0, shared: 0, views: 0, links: 0 });
  });
});

describe('what was erased', () => {
  it('here does not come back with a backup, nor does what lies beside it', async () => {
    there.machine.write('logs/log.jsonl.d/out.txt', 'spilled quokkaverity', LATER);
    there.machine.append('logs/log.jsonl', logOf([{ session: 'log', text: 'quokkaverity' }]), LATER);
    await there.sync();
    const path = await there.backup();
    await here.import(path);
    const plan = await planErase(here.archive, { host: here.machine, adapters }, [findSession(here.archive, 'log')]);
    await erase(here.archive, plan, { now: NOW });
    there.machine.append('logs/log.jsonl', logOf(records('log', 8, 9)), LATER);
    await there.sync();
    there.archive.journal.tag(findSession(there.archive, 'log').key, 'quokkaverity', NOW);
    expect(await here.import(await there.backup())).toMatchObject({ erasedHere: 1, inputs: { new: 0, same: 2 } });
    expect(here.sessions()).toEqual(['doc', 'mine', 'row']);
    expect(await remainsOf('quokkaverity', here.home)).toEqual([]);
  });

  it('there is told, and stays here until somebody erases it', async () => {
    await here.import(await there.backup());
    const plan = await planErase(there.archive, { host: there.machine, adapters }, [findSession(there.archive, 'log')]);
    await erase(there.archive, plan, { now: NOW });
    const report = await here.import(await there.backup());
    expect(report.erasedThere.map(({ nativeId }) => nativeId)).toEqual(['log']);
    expect(here.sessions()).toContain('log');
  });
});

describe('a file that is no backup, or a damaged one', () => {
  it('is recognised as such', async () => {
    const path = join(here.home, 'x.db');
    writeFileSync(path, '{"some": "json"}');
    expect(await openBackup(path)).toBeUndefined();
    expect(await openBackup(join(here.home, 'nothing.db'))).toBeUndefined();
    const Sqlite = (await loadSqlite()) as SqliteConstructor;
    rmSync(path);
    const other = new Sqlite(path);
    other.exec('CREATE TABLE bookmarks (url TEXT)');
    other.close();
    expect(await openBackup(path)).toBeUndefined();
  });

  it('of the second version is brought forward in a copy, and stays as it is', async () => {
    const path = await there.backup();
    await makeSecondVersion(path);
    const before = readFileSync(path);
    expect(await here.import(path)).toMatchObject({ newSessions: 3, journal: { views: 0 } });
    expect(await here.events('log')).toEqual([...ids('log', 0, 4), ...ids('helper', 0, 2)]);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it.each([
    [99, 'archive-newer'],
    [1, 'backup-older'],
  ])('of version %i is refused', async (version, code) => {
    const path = await there.backup();
    const Sqlite = (await loadSqlite()) as SqliteConstructor;
    const changed = new Sqlite(path);
    changed.exec(`PRAGMA user_version = ${version}`);
    changed.close();
    await expect(openBackup(path)).rejects.toMatchObject({ code });
  });

  it('gives what is whole in it, and says what is not', async () => {
    const path = await there.backup();
    const Sqlite = (await loadSqlite()) as SqliteConstructor;
    const damaged = new Sqlite(path);
    damaged.exec(`UPDATE block SET data = zeroblob(10), codec = 0 WHERE id = (
      SELECT m.block_id FROM manifest m JOIN version v ON v.id = m.version_id JOIN input i ON i.id = v.input_id
      WHERE i.path LIKE '%doc.json')`);
    damaged.close();
    const report = await here.import(path);
    expect(report.problems).toEqual([
      { path: `${FOLDER}/documents/doc.json`, message: expect.stringContaining('damaged') },
    ]);
    expect(here.sessions()).toEqual(['log', 'mine', 'row']);
  });
});
