import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adapter, HostFile } from '@hansard/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { backup } from '../backups/backup.ts';
import { findSession } from '../sqlite/sessions/find-session.ts';
import { sync } from '../sync/sync.ts';
import { remainsOf } from '../testing/remains.ts';
import {
  documentOf,
  FOLDER,
  logOf,
  SAMPLE,
  SampleMachine,
  type SampleRecord,
  sampleAgent,
  storeOf,
} from '../testing/sample-agent.ts';
import { erase, finishErasing, planErase } from './erase.ts';
import { rebuild } from './rebuild.ts';

const NOW = '2026-02-01T00:00:00.000Z';
/** In everything of the sessions that are erased, and in nothing else. */
const MARK = 'quokkaverity';
const adapters: readonly Adapter[] = [sampleAgent()];
let home: string;
let elsewhere: string;
let machine: SampleMachine;
let archive: Archive;

const marked = (session: string, n: number): SampleRecord => ({
  session,
  id: `${MARK}-${session}-${n}`,
  role: (['user', 'assistant', 'tool'] as const)[n % 3],
  text: `some words with ${MARK} and ${'padding '.repeat(n)}`,
  at: n,
  title: `about ${MARK}`,
  cwd: `/home/dev/${MARK}`,
  tool: `${MARK}_tool`,
  file: `/home/dev/${MARK}/x.ts`,
  model: `${MARK}-model`,
  response: `${MARK}-response-${n}`,
  tokens: n,
});
const records = (session: string, of: (session: string, n: number) => SampleRecord, count = 30) =>
  Array.from({ length: count }, (_, n) => of(session, n));
const plain = (session: string, n: number): SampleRecord => ({
  session,
  id: `${session}-${n}`,
  role: n % 3 === 2 ? 'tool' : 'user',
  text: `ordinary words ${n}`,
  file: '/home/dev/demo/y.ts',
});

const LOG = `logs/${MARK}-one.jsonl`;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-erase-'));
  elsewhere = mkdtempSync(join(tmpdir(), 'hansard-backup-'));
  machine = new SampleMachine(home, {
    [LOG]: `${logOf(records(`${MARK}-one`, marked, 400))}{"broken ${MARK}\n${logOf([{ session: `${MARK}-one`, amends: `${MARK}-${MARK}-one-0`, text: `amended ${MARK}` }])}`,
    [`${LOG}.d/helper.jsonl`]: logOf(records(`${MARK}-helper`, marked, 4)),
    [`${LOG}.d/${MARK}-spilled.txt`]: `spilled ${MARK} `.repeat(50),
    [`documents/${MARK}-two.json`]: documentOf(records(`${MARK}-two`, marked)),
    'documents/plain-two.json': documentOf(records('plain-two', plain)),
    'logs/plain-one.jsonl': logOf(records('plain-one', plain)),
    'store.db': storeOf([...records(`${MARK}-three`, marked), ...records('plain-three', plain)]),
  });
  archive = await Archive.open(machine, adapters);
  await run();
});
afterEach(() => {
  archive.close();
  for (const folder of [home, elsewhere]) rmSync(folder, { recursive: true, force: true });
});

const run = async () => (await sync({ archive, adapters, host: machine, now: NOW })).agents[0];
const eraseNamed = async (...names: string[]) => {
  const sessions = names.map((name) => findSession(archive, name));
  return erase(archive, await planErase(archive, { host: machine, adapters }, sessions), { now: NOW });
};
const eraseMarked = () => eraseNamed(`${MARK}-one`, `${MARK}-two`, `${MARK}-three`);
const sessions = () => archive.sql.all('SELECT native_id FROM session ORDER BY id').map((row) => row['native_id']);
const count = (table: string) => archive.sql.get(`SELECT count(*) AS n FROM ${table}`)?.['n'];

describe('erasing', () => {
  it('leaves nothing of a session in any file, and the rest as it was', async () => {
    archive.journal.tag(findSession(archive, `${MARK}-one`).key, MARK, NOW);
    archive.journal.addNote(findSession(archive, `${MARK}-two`).key, null, `a note with ${MARK}`, NOW);
    const places = new Set((await remainsOf(MARK, home)).map((place) => place.replace(/ of .*/, '')));
    expect(places).toEqual(new Set(['bytes', 'a block', 'a saved state', 'a term']));
    expect([count('overlay'), count('problem')]).toEqual([1, 1]);
    const plainBefore = await archive.events.page(findSession(archive, 'plain-one').id, 0, 100);

    const report = await eraseMarked();
    expect(report).toMatchObject({ sessions: 3, copies: [] });
    expect(report.unfinished).toBeUndefined();
    expect(await remainsOf(MARK, home)).toEqual([]);
    expect(archive.sql.get('PRAGMA freelist_count')).toEqual({ freelist_count: 0 });

    expect(sessions()).toEqual(['plain-two', 'plain-one', 'plain-three']);
    expect(await archive.events.page(findSession(archive, 'plain-one').id, 0, 100)).toEqual(plainBefore);
    expect(archive.sql.get("SELECT count(*) AS n FROM event_text WHERE event_text MATCH 'ordinary'")).toEqual({
      n: 90,
    });
    expect(archive.sql.all("INSERT INTO event_text (event_text) VALUES ('integrity-check')")).toEqual([]);
    expect(archive.sql.all('PRAGMA foreign_key_check')).toEqual([]);
  });

  it('is for good: neither a sync nor a rebuild brings anything back, and sync says what it left out', async () => {
    await eraseMarked();
    await rebuild(archive, { host: machine, adapters, now: NOW });
    expect(await remainsOf(MARK, home)).toEqual([]);
    expect(await run()).toMatchObject({ files: { erased: 4, new: 0, unchanged: 2 }, stored: 0 });
    expect(await remainsOf(MARK, home)).toEqual([]);
    expect([...machine.files.keys()].filter((path) => path.includes(MARK))).toHaveLength(4);
  });

  it('holds when the files grow, are moved, or others of the session turn up', async () => {
    await eraseMarked();
    machine.append(LOG, logOf([marked(`${MARK}-one`, 40)]));
    machine.write('logs/moved.jsonl', logOf(records(`${MARK}-one`, marked)));
    machine.write(`${LOG}.d/late.jsonl`, logOf(records(`${MARK}-late`, marked)));
    machine.write('documents/again.json', documentOf(records(`${MARK}-two`, marked)));
    machine.write('store.db', storeOf([...records(`${MARK}-three`, marked, 31), ...records('plain-three', plain, 31)]));
    expect(await run()).toMatchObject({ files: { erased: 7, new: 0 }, stored: 1 });
    expect(await remainsOf(MARK, home)).toEqual([]);
    expect(sessions()).toEqual(['plain-two', 'plain-one', 'plain-three']);
    expect(await run()).toMatchObject({ files: { erased: 7, new: 0 } });
  });

  it('holds against a sync that had read the session before', async () => {
    machine.append(LOG, logOf([marked(`${MARK}-one`, 41)]));
    machine.write(
      `documents/${MARK}-two.json`,
      documentOf(records(`${MARK}-two`, marked, 50)),
      '2026-01-08T00:00:00.000Z',
    );
    const slow = archive.keeper({ host: machine, now: NOW });
    const handles = [];
    for (const name of [LOG, `documents/${MARK}-two.json`]) {
      const path = `${FOLDER}/${name}`;
      const kind = name === LOG ? 'log' : 'document';
      const file = (await machine.stat(path)) as HostFile;
      handles.push((await slow.keep(adapters[0] as Adapter, { path, kind, role: 'session' }, file)).handle);
    }
    await eraseMarked();
    slow.flush();
    expect(handles).toMatchObject([{ erased: true }, { erased: true }]);
    expect(await remainsOf(MARK, home)).toEqual([]);
  });

  it('reaches the backups that it knows of', async () => {
    const path = join(elsewhere, 'copy.db');
    await backup(archive, path, { now: NOW });
    expect(await remainsOf(MARK, elsewhere)).not.toEqual([]);
    const report = await eraseMarked();
    expect(report.copies).toEqual([{ path, outcome: 'erased' }]);
    expect(await remainsOf(MARK, elsewhere)).toEqual([]);
    expect(statSync(path).mode & 0o077).toBe(0);
    const { sql } = archive;
    sql.run('ATTACH ? AS copy', path);
    expect(sql.get('SELECT count(*) AS n FROM copy.session')).toEqual({ n: 3 });
    sql.run('DETACH copy');
    expect((await finishErasing(archive, NOW)).copies).toEqual([{ path, outcome: 'clean' }]);
  });

  it('says which backups are out of reach, and completes them later', async () => {
    const path = join(elsewhere, 'copy.db');
    await backup(archive, path, { now: NOW });
    const moved = join(elsewhere, 'moved.db');
    renameSync(path, moved);
    expect((await eraseMarked()).copies).toEqual([{ path, outcome: 'absent' }]);
    renameSync(moved, path);
    expect((await finishErasing(archive, NOW)).copies).toEqual([{ path, outcome: 'erased' }]);
    expect(await remainsOf(MARK, elsewhere)).toEqual([]);
  });

  it('removes copies that were never completed, and leaves those that are being written', async () => {
    const path = join(elsewhere, 'copy.db');
    await backup(archive, path, { now: NOW });
    const stale = [join(home, 'archive.db.before-2.999999999.partial'), `${path}.999999999.partial`];
    const alive = `${path}.${process.pid}.partial`;
    for (const partial of [...stale, alive]) copyFileSync(path, partial);
    const unrelated = join(elsewhere, 'film.mp4.999999999.partial');
    writeFileSync(unrelated, 'x');
    await eraseMarked();
    expect(stale.filter((partial) => existsSync(partial))).toEqual([]);
    expect([existsSync(alive), existsSync(unrelated)]).toEqual([true, true]);
    expect(await remainsOf(MARK, home)).toEqual([]);
  });

  it('of what a running agent printed leaves the log of the same session alone', async () => {
    const { key } = findSession(archive, 'plain-one');
    const live = JSON.stringify([...(JSON.parse(key) as string[]), 'live']);
    const { sql } = archive;
    sql.run("INSERT INTO known_session (key, number, uuid) VALUES (?, 900, 'live-uuid')", live);
    sql.run(
      "INSERT INTO session (id, key, uuid, agent, machine_id, native_id) VALUES (900, ?, 'live-uuid', ?, 1, 'plain-live')",
      live,
      SAMPLE,
    );
    sql.run(
      "INSERT INTO input (id, agent, path, role, kind, first_seen, last_seen) VALUES (900, ?, '/live', 'session', 'log', ?, ?)",
      SAMPLE,
      NOW,
      NOW,
    );
    sql.run(
      "INSERT INTO thread (input_id, part, native_id, session_id, subagent, facts) VALUES (900, '', 'plain-one', 900, 0, '{}')",
    );
    await eraseNamed('#900');
    machine.append('logs/plain-one.jsonl', logOf([plain('plain-one', 77)]));
    expect(await run()).toMatchObject({ files: { grown: 1, erased: 0 } });
    expect(await archive.events.page(findSession(archive, 'plain-one').id, 0, 100)).toHaveLength(31);
  });

  it('can be undone: the next sync brings the session back under its number and id', async () => {
    const before = findSession(archive, `${MARK}-one`);
    await eraseNamed(`${MARK}-one`);
    expect(() => findSession(archive, `${MARK}-one`)).toThrow();
    expect(archive.erasures.forget(before.uuid)).toBe(true);
    expect(archive.erasures.forget(before.uuid)).toBe(false);
    expect(await run()).toMatchObject({ files: { erased: 0, new: 3 } });
    expect(findSession(archive, `${MARK}-one`)).toMatchObject({ id: before.id, uuid: before.uuid });
    expect(archive.sql.get('SELECT erased FROM known_session WHERE number = ?', before.id)).toEqual({ erased: null });
  });
});

describe('what others hold stays', () => {
  it('blocks that another file has, too', async () => {
    machine.write('logs/copy.jsonl', Buffer.from(machine.files.get(`${FOLDER}/logs/plain-one.jsonl`) as Uint8Array));
    await run();
    const blocks = count('block');
    // Two files of one session: the same records under two names.
    await eraseNamed('plain-three');
    expect(count('block')).toBe((blocks as number) - 1);
    expect(await archive.events.page(findSession(archive, 'plain-one').id, 0, 100)).toHaveLength(30);
  });

  it('usage, which passes on to the next session that has it', async () => {
    const share = (session: string, id: string): SampleRecord => ({
      session,
      id,
      role: 'assistant',
      text: 'x',
      response: 'r1',
      tokens: 7,
      model: 'm',
    });
    machine.write('logs/first.jsonl', logOf([share('first', 'a')]), '2026-01-02T00:00:00.000Z');
    machine.write('logs/second.jsonl', logOf([share('second', 'a')]), '2026-01-03T00:00:00.000Z');
    await run();
    const owner = () =>
      archive.sql
        .all(
          "SELECT s.native_id FROM usage u JOIN session s ON s.id = u.session_id WHERE u.response LIKE '%r1%' AND own = 1",
        )
        .map((row) => row['native_id']);
    expect(owner()).toEqual(['first']);
    await eraseNamed('first');
    expect(owner()).toEqual(['second']);
  });
});

describe('a file with several sessions', () => {
  it('is not erased for one of them', async () => {
    const { id } = findSession(archive, 'plain-one');
    const other = findSession(archive, 'plain-two');
    archive.sql.run(
      "INSERT INTO thread (input_id, part, session_id, subagent, facts) SELECT input_id, 'x', ?, 0, '{}' FROM thread WHERE session_id = ?",
      other.id,
      id,
    );
    await expect(eraseNamed('plain-one')).rejects.toMatchObject({ code: 'shares-file' });
    expect(sessions()).toContain('plain-one');
    await eraseNamed('plain-one', 'plain-two');
    expect(sessions()).not.toContain('plain-one');
    expect(archive.sql.all('PRAGMA foreign_key_check')).toEqual([]);
  });
});
