import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { loadSqlite } from '../host/sqlite-module.ts';
import { erase, planErase } from '../maintenance/erase.ts';
import { findSession } from '../sqlite/sessions/find-session.ts';
import { listSessions } from '../sqlite/sessions/session-rows.ts';
import { sync } from '../sync/sync.ts';
import { writeFirstVersion } from '../testing/first-version.ts';
import { remainsOf } from '../testing/remains.ts';
import {
  documentOf,
  FOLDER,
  logOf,
  SAMPLE,
  SampleMachine,
  type SampleRecord,
  sampleAgent,
  wireOf,
} from '../testing/sample-agent.ts';
import { makeSecondVersion, makeThirdVersion } from '../testing/second-version.ts';
import { MIGRATIONS } from './schema.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const adapters = [sampleAgent()];
let home: string;
let machine: SampleMachine;
let archive: Archive | undefined;

const record = (session: string, n: number, text = `word${n} of ${session}`): SampleRecord => ({
  session,
  id: `${session}-${n}`,
  text,
  at: n,
});
const log = (session: string, from: number, to: number) =>
  logOf(Array.from({ length: to - from }, (_, i) => record(session, from + i)));

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-migration-'));
  machine = new SampleMachine(home, {
    'logs/here.jsonl': log('here', 0, 6),
    'logs/grown.jsonl': log('grown', 0, 8),
    'documents/doc.json': documentOf([record('doc', 0), record('doc', 1)]),
  });
  const at = (name: string) => ({ agent: SAMPLE, path: `${FOLDER}/${name}` });
  await writeFirstVersion(home, [
    { ...at('logs/here.jsonl'), versions: [[log('here', 0, 3), log('here', 3, 6)]] },
    { ...at('logs/grown.jsonl'), versions: [[log('grown', 0, 4)]] },
    {
      ...at('logs/removed.jsonl'),
      missing: true,
      versions: [[log('removed', 0, 5)], [log('removed', 0, 2), log('removed', 7, 9)]],
    },
    { ...at('logs/removed.jsonl.d/helper.jsonl'), role: 'subagent', missing: true, versions: [[log('helper', 0, 3)]] },
    {
      ...at('logs/removed.jsonl.d/out.txt'),
      role: 'side',
      kind: 'side',
      missing: true,
      versions: [['spilled quokkaverity']],
    },
    { ...at('documents/doc.json'), kind: 'document', versions: [[documentOf([record('doc', 0)])]] },
  ]);
});
afterEach(() => {
  archive?.close();
  archive = undefined;
  rmSync(home, { recursive: true, force: true });
});

const open = async () => {
  archive = await Archive.open(machine, adapters);
  await sync({ archive, adapters, host: machine, now: NOW });
  return archive;
};
const eventsOf = async (name: string) => {
  const opened = archive as Archive;
  const events = await opened.events.page(findSession(opened, name).id, 0, 100);
  return events.map(({ event }) => `${event.id}${event.withdrawn ? ' gone' : ''}`);
};
const ids = (session: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `${session}-${from + i}`);

describe('an archive of the first version', () => {
  it('can be read and searched whole after a sync, also what the agents have removed', async () => {
    const { sql } = await open();
    expect(await eventsOf('here')).toEqual(ids('here', 0, 6));
    expect(await eventsOf('grown')).toEqual(ids('grown', 0, 8));
    expect(await eventsOf('doc')).toEqual(ids('doc', 0, 2));
    expect((await eventsOf('removed')).sort()).toEqual([
      ...ids('helper', 0, 3),
      ...ids('removed', 0, 2),
      ...ids('removed', 2, 5).map((id) => `${id} gone`),
      ...ids('removed', 7, 9),
    ]);
    expect(sql.get("SELECT count(*) AS n FROM event_text WHERE event_text MATCH 'helper'")).toEqual({ n: 3 });
    expect(sql.get("SELECT count(*) AS n FROM event_text WHERE event_text MATCH 'word4'")).toEqual({ n: 3 });
  });

  it('keeps its originals byte for byte, and what is known of them', async () => {
    const { originals } = await open();
    const removed = originals.input(`${FOLDER}/logs/removed.jsonl`);
    expect(removed).toMatchObject({ missingSince: '2025-12-20T00:00:00.000Z', modified: '2025-12-01T00:00:00.000Z' });
    const versions = originals.versions(removed?.id ?? 0);
    expect(versions.map((version) => Buffer.concat([...originals.read(version)]).toString())).toEqual([
      log('removed', 0, 5),
      log('removed', 0, 2) + log('removed', 7, 9),
    ]);
  });

  it('is read once: the next sync has nothing to do', async () => {
    await open();
    const { agents, newEvents } = await sync({ archive: archive as Archive, adapters, host: machine, now: NOW });
    expect(agents[0]?.files).toMatchObject({ unchanged: 3, new: 0, grown: 0 });
    expect(newEvents).toBe(0);
    expect(archive?.originals.unread()).toEqual([]);
  });

  it('is copied before, for its owner only, and erasing reaches the copy', async () => {
    const opened = await open();
    const copy = readdirSync(home).filter((name) => name.includes('before'));
    expect(copy).toEqual([`archive.db.before-${MIGRATIONS.length}`]);
    expect(statSync(join(home, `archive.db.before-${MIGRATIONS.length}`)).mode & 0o077).toBe(0);
    expect(await remainsOf('quokkaverity', home)).not.toEqual([]);
    const plan = await planErase(opened, { host: machine, adapters }, [findSession(opened, 'removed')]);
    expect(await erase(opened, plan, { now: NOW })).toMatchObject({ copies: [{ outcome: 'erased' }] });
    expect(await remainsOf('quokkaverity', home)).toEqual([]);
    const Sqlite = (await loadSqlite()) as NonNullable<Awaited<ReturnType<typeof loadSqlite>>>;
    const first = new Sqlite(join(home, `archive.db.before-${MIGRATIONS.length}`));
    expect(
      first
        .prepare('SELECT path FROM input ORDER BY id')
        .all()
        .map((row) => String(row['path']).slice(FOLDER.length)),
    ).toEqual(['/logs/here.jsonl', '/logs/grown.jsonl', '/documents/doc.json']);
    expect(first.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    first.close();
  });
});

describe('an archive of the second version', () => {
  beforeEach(async () => {
    await open();
    archive?.close();
    for (const name of readdirSync(home).filter((file) => file.includes('before'))) rmSync(join(home, name));
    await makeSecondVersion(join(home, 'archive.db'));
  });

  it('is what it was, and has a place for views', async () => {
    const { sql, views } = await open();
    expect(sql.get('PRAGMA user_version')).toEqual({ user_version: MIGRATIONS.length });
    expect(await eventsOf('grown')).toEqual(ids('grown', 0, 8));
    expect(archive?.originals.unread()).toEqual([]);
    expect(listSessions(archive as Archive)).toHaveLength(4);
    expect(views.keep({ name: 'failures', address: '/?q=is%3Aerror' })).toHaveLength(1);
  });

  it('is copied before, and erasing reaches the copy', async () => {
    const opened = await open();
    expect(readdirSync(home).filter((name) => name.includes('before'))).toEqual([
      `archive.db.before-${MIGRATIONS.length}`,
    ]);
    const plan = await planErase(opened, { host: machine, adapters }, [findSession(opened, 'removed')]);
    expect(await erase(opened, plan, { now: NOW })).toMatchObject({ copies: [{ outcome: 'erased' }] });
    expect(await remainsOf('quokkaverity', home)).toEqual([]);
  });
});

describe('an archive of the third version, which kept wires apart', () => {
  it('has one session of both, with what was said of either, found by the ids of both', async () => {
    rmSync(home, { recursive: true, force: true });
    const record = (id: string, text: string, tokens: number) => ({
      session: 'both',
      id,
      text,
      at: 1,
      response: id,
      tokens,
    });
    const other = (id: string, text: string) => ({ ...record(id, text, 50), session: 'apart' });
    machine = new SampleMachine(home, {
      'logs/both.jsonl': logOf([record('a', 'in both', 1), record('b', 'in the log', 2)]),
      'wires/w.jsonl': wireOf([other('a', 'otherwise'), other('c', 'in the wire')]),
    });
    let opened = await open();
    const [log, wire] = [findSession(opened, 'both'), findSession(opened, 'apart')];
    for (const [session, tag] of [
      [log, 'first'],
      [wire, 'second'],
    ] as const) {
      opened.journal.tag(session.key, tag, NOW);
      opened.journal.addNote(session.key, null, `of the ${tag}`, NOW);
    }
    opened.journal.star(wire.key, NOW);
    opened.close();
    const apart = JSON.stringify([SAMPLE, 'both', 'live']);
    const tables = [
      ['session', 'key'],
      ['known_session', 'key'],
      ['tag', 'session_key'],
      ['note', 'session_key'],
    ];
    const renamed = tables.map(
      ([table, column]) => `UPDATE ${table} SET ${column} = '${apart}' WHERE ${column} = '${wire.key}'`,
    );
    await makeThirdVersion(join(home, 'archive.db'), renamed.join('; '));

    opened = await Archive.open(machine, adapters);
    archive = opened;
    const [only, ...more] = listSessions(opened);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ id: log.uuid, events: 3, starred: true });
    expect([...(only?.tags ?? [])].sort()).toEqual(['first', 'second']);
    expect(opened.journal.notes(log.key).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['of the first', 'of the second']),
    );
    for (const name of [wire.uuid, `#${wire.id}`, wire.uuid.slice(0, 8)])
      expect(findSession(opened, name).id).toBe(log.id);
    const texts = async () => {
      const page = await opened.events.page(log.id, 0, 10);
      return Object.fromEntries(page.map(({ event }) => [event.id, event.text]));
    };
    expect(await texts()).toEqual({ a: 'in both', b: 'in the log', c: 'in the wire' });
    await sync({ archive: opened, adapters, host: machine, now: NOW });
    expect(await texts()).toEqual({ a: 'in both', b: 'in the log', c: 'in the wire' });
    expect(opened.sql.get('SELECT sum(input) AS n FROM usage WHERE own = 1')).toEqual({ n: 1 + 2 + 50 });
    expect(opened.sql.all('PRAGMA foreign_key_check')).toEqual([]);
  });
});
