/**
 * Secrets in a parent, its fork, a subagent, a side file, a document and a database are removed for good: nothing of them is
 * in any file of the archive, not after a sync of unchanged files, not after an append, a rebuild, a backup or an import.
 */
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adapter } from '@hansard/core';
import { SecretSearch } from '@hansard/core/privacy/index.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Archive } from '../archive.ts';
import { backup } from '../backups/backup.ts';
import { importBackup } from '../backups/import-backup.ts';
import { rebuild } from '../maintenance/rebuild.ts';
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
import { planScrub } from './plan-scrub.ts';
import { finishScrubbing, scrub } from './scrub.ts';
import { isScrubbing } from './scrub-database.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const adapters: readonly Adapter[] = [sampleAgent()];
const search = new SecretSearch();

const BODY = 'Zq8vN2mXw4LkP0sRt6Yb1Hc3Jd5Fg7Aa9EeQw3Er5Ty7Ui9Op1As2Df4Gh6Jk8Lz0Xc2Vb4Nm6Qa8Ws1Ed3Rf5Tg7Y';
const KEY = `sk-ant-api03-${BODY.slice(0, 93)}AA`;
const PASSWORD = 'vu7/Kq"9x+Zm4 wT'.replace(' ', '');
const PEM = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\n'.repeat(3)}-----END PRIVATE KEY-----`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Everything by which one of them could be known again. */
const TRACES = [
  KEY,
  BODY.slice(0, 40),
  BODY.slice(0, 93).toLowerCase(),
  PASSWORD,
  JSON.stringify(PASSWORD).slice(1, -1),
  base64(KEY).slice(0, -4),
  base64(`KEY=${KEY}\n`).slice(8, 80),
  encodeURIComponent(PASSWORD),
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj',
];

const said = (session: string, n: number, text: string, more: Partial<SampleRecord> = {}): SampleRecord => ({
  session,
  id: `${session}-${n}`,
  role: (['user', 'assistant', 'tool'] as const)[n % 3],
  text,
  at: n,
  ...more,
});
const around = (session: string, from: number, count: number) =>
  Array.from({ length: count }, (_, n) => said(session, from + n, `ordinary words ${from + n} ${'x '.repeat(n % 40)}`));

/** Its first record has no id and holds a secret: everything that is named by it has to follow. */
const PARENT: readonly SampleRecord[] = [
  { session: 'parent', text: `opening ${KEY} remark`, title: `about ${KEY}`, cwd: `/home/dev/${KEY}` },
  said('parent', 1, `export ANTHROPIC_API_KEY=${KEY}`),
  said('parent', 2, `read ${KEY}`, { file: `/home/dev/${KEY}.txt` }),
  said('parent', 3, `config {"a":{"password": ${JSON.stringify(PASSWORD)}}} end`),
  said('parent', 4, `encoded ${base64(`KEY=${KEY}\nmore to read here`)} end`),
  said('parent', 5, `curl 'https://a.dev/?password=${encodeURIComponent(PASSWORD)}&page=2'`),
  ...around('parent', 6, 300),
  { session: 'parent', amends: 'parent-7', text: `amended ${KEY}` },
];
const FORK = [...PARENT.slice(1, 60).map((record) => ({ ...record, session: 'fork' })), ...around('fork', 900, 5)];

let home: string;
let elsewhere: string;
let machine: SampleMachine;
let archive: Archive;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-scrub-'));
  elsewhere = mkdtempSync(join(tmpdir(), 'hansard-copy-'));
  machine = new SampleMachine(home, {
    'logs/parent.jsonl': logOf(PARENT),
    'logs/fork.jsonl': logOf(FORK),
    // The same bytes under another name: its blocks are the parent's.
    'logs/twin.jsonl': logOf(PARENT),
    // Nothing tells here what it is.
    'logs/parent.jsonl.d/helper.jsonl': logOf([
      said('helper', 1, `it says ${PASSWORD} there`),
      ...around('helper', 2, 3),
    ]),
    'logs/parent.jsonl.d/spilled.txt': `lines\n${PEM}\nand ${KEY}\nlines\n`,
    'documents/paper.json': documentOf([said('paper', 1, `token ${KEY}`), ...around('paper', 2, 5)]),
    'logs/plain.jsonl': logOf(around('plain', 1, 30)),
    'store.db': storeOf([said('rows', 1, `row ${KEY}`), ...around('rows', 2, 3), ...around('clean', 50, 3)]),
  });
  archive = await Archive.open(machine, adapters);
  await run();
});
afterEach(() => {
  archive.close();
  for (const folder of [home, elsewhere]) rmSync(folder, { recursive: true, force: true });
});

const run = async () => (await sync({ archive, adapters, host: machine, now: NOW })).agents[0];
const options = () => ({ host: machine, adapters, now: NOW });
const plan = (...names: string[]) =>
  planScrub(archive, {
    ...options(),
    search,
    ...(names.length > 0 && { sessions: names.map((name) => findSession(archive, name)) }),
  });
const scrubAll = async () => scrub(archive, await plan(), options());
const traces = async (folder = home) => {
  const found = await Promise.all(TRACES.map((trace) => remainsOf(trace, folder)));
  return found.flatMap((places, i) => places.map((place) => `${TRACES[i]}: ${place}`));
};
const pageOf = async (name: string) =>
  (await archive.events.page(findSession(archive, name).id, 0, 1000)).map(({ number, event }) => ({ number, event }));
const idsOf = async (name: string) =>
  (await pageOf(name)).map(({ number, event }) => ({ number, id: event.id, time: event.timestamp }));
const found = (words: string) =>
  archive.sql.get('SELECT count(*) AS n FROM event_text WHERE event_text MATCH ?', words)?.['n'];

describe('scrubbing', () => {
  it('leaves nothing of a secret in any file, and everything else as it was', async () => {
    const note = findSession(archive, 'parent').key;
    archive.journal.addNote(note, null, `remember ${KEY}`, NOW);
    expect((await traces()).length).toBeGreaterThan(12);
    const [before, plain, words] = [await idsOf('parent'), await pageOf('plain'), found('ordinary')];
    const sessions = archive.sql.all('SELECT id, uuid FROM session ORDER BY id');

    const report = await scrubAll();
    expect(report).toMatchObject({ inputs: 7, copies: [], problems: [] });
    expect(report.unfinished).toBeUndefined();
    expect(await traces()).toEqual([]);
    expect(archive.sql.get('PRAGMA freelist_count')).toEqual({ freelist_count: 0 });
    expect(isScrubbing(archive)).toBe(false);

    const after = await idsOf('parent');
    expect(after.map(({ number, time }) => ({ number, time }))).toEqual(
      before.map(({ number, time }) => ({ number, time })),
    );
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(archive.sql.all('SELECT id, uuid FROM session ORDER BY id')).toEqual(sessions);
    expect(await pageOf('plain')).toEqual(plain);
    expect(found('ordinary')).toBe(words);
    expect(found('opening remark')).toBe(1);
    const [first] = await pageOf('parent');
    expect(first?.event.text).toMatch(/^opening \[REDACTED:anthropic-api-key\]\*+ remark$/);
    expect(archive.sql.all("INSERT INTO event_text (event_text) VALUES ('integrity-check')")).toEqual([]);
    expect(archive.sql.all('PRAGMA foreign_key_check')).toEqual([]);
  });

  it('is for good: neither unchanged files, nor files that grow, nor a rebuild bring anything back', async () => {
    await scrubAll();
    const events = (await pageOf('parent')).length;
    expect(await run()).toMatchObject({ files: { new: 0, grown: 0, rewritten: 0 }, stored: 0 });
    machine.append('logs/parent.jsonl', logOf([said('parent', 999, `later ${KEY} and ${PASSWORD}`)]));
    machine.append('logs/parent.jsonl.d/helper.jsonl', logOf([said('helper', 99, `still ${PASSWORD} there`)]));
    machine.write(
      'documents/paper.json',
      documentOf([said('paper', 1, `token ${KEY}`), said('paper', 9, `again ${KEY}`)]),
      '2026-01-09T00:00:00.000Z',
    );
    machine.write(
      'store.db',
      storeOf([
        said('rows', 1, `row ${KEY}`),
        ...around('rows', 2, 3),
        ...around('clean', 50, 3),
        said('rows', 8, `new ${KEY}`),
      ]),
      '2026-01-09T00:00:00.000Z',
    );
    // Continued, not begun anew: a log that was scrubbed still begins with what is kept of it.
    expect(await run()).toMatchObject({ files: { grown: 2, rewritten: 1, new: 0 }, stored: 1 });
    expect(
      archive.originals.versions(archive.originals.input(`${FOLDER}/logs/parent.jsonl`)?.id as number),
    ).toHaveLength(1);
    expect(await traces()).toEqual([]);
    expect(await pageOf('parent')).toHaveLength(events + 2);
    expect(found('later')).toBe(1);
    await rebuild(archive, options());
    expect(await traces()).toEqual([]);
    expect(await pageOf('parent')).toHaveLength(events + 2);
    expect((await pageOf('parent')).filter(({ event }) => event.withdrawn)).toEqual([]);
  });

  it('holds for files that were not there before', async () => {
    await scrubAll();
    machine.write('logs/new.jsonl', logOf([said('new', 1, `bare ${PASSWORD} here`), said('new', 2, `${base64(KEY)}`)]));
    expect(await run()).toMatchObject({ files: { new: 1 } });
    expect(await traces()).toEqual([]);
    const version = archive.originals.latest(archive.originals.input(`${FOLDER}/logs/new.jsonl`)?.id as number);
    expect(version?.scrubbed).toBe(true);
  });

  it('holds against a sync that had read the files before', async () => {
    machine.append('logs/plain.jsonl', logOf([said('plain', 77, `also ${KEY}`)]));
    const slow = archive.keeper({ host: machine, now: NOW });
    const path = `${FOLDER}/logs/plain.jsonl`;
    const file = await machine.stat(path);
    if (!file) throw new Error('it was just written');
    const kept = await slow.keep(adapters[0] as Adapter, { path, kind: 'log', role: 'session' }, file);
    await scrubAll();
    slow.flush();
    expect(kept.handle?.overtaken).toBe(true);
    expect(await traces()).toEqual([]);
    expect(await run()).toMatchObject({ files: { grown: 1 } });
    expect(await traces()).toEqual([]);
    expect(found('also')).toBe(1);
  });

  it('of one session removes what it found there from all of them', async () => {
    await scrub(archive, await plan('parent'), options());
    expect(await traces()).toEqual([]);
  });

  it('is noticed by whoever has read the sessions before, and goes on reading', async () => {
    const reader = await Archive.open(machine, adapters);
    const read = async () =>
      JSON.stringify(
        await Promise.all(
          ['parent', 'paper', 'rows'].map((name) => reader.events.page(findSession(reader, name).id, 0, 9)),
        ),
      );
    expect(await read()).toContain(KEY);
    await scrubAll();
    // As another process is: what others have written is looked for once in a turn of the event loop.
    await new Promise(setImmediate);
    const after = await read();
    reader.close();
    for (const trace of TRACES) expect(after).not.toContain(trace);
  });

  it('goes by rule', async () => {
    const only = new SecretSearch({ only: ['anthropic-api-key'] });
    await scrub(archive, await planScrub(archive, { ...options(), search: only }), options());
    const left = await traces();
    expect(left.some((trace) => trace.startsWith('vu7/'))).toBe(true);
    expect(left.some((trace) => trace.includes('sk-ant'))).toBe(false);
  });

  it('finds nothing the second time, and says of originals that they were changed', async () => {
    const first = await plan();
    expect(first.places.length).toBeGreaterThan(8);
    expect(JSON.stringify(first.places)).not.toContain(BODY.slice(0, 20));
    await scrub(archive, first, options());
    expect((await plan()).places).toEqual([]);
    const scrubbed = (name: string) =>
      archive.originals.latest(archive.originals.input(`${FOLDER}/${name}`)?.id as number)?.scrubbed === true;
    expect([scrubbed('logs/parent.jsonl'), scrubbed('logs/plain.jsonl')]).toEqual([true, false]);
  });

  it('keeps nothing but keyed hashes', async () => {
    await scrubAll();
    const rows = archive.sql.all('SELECT hash, rule, bytes FROM scrubbed');
    expect(rows.length).toBeGreaterThan(5);
    for (const { hash } of rows) expect(hash).toMatch(/^[aw0-3][0-9a-z]+\.[0-9a-f]{68,72}$/);
  });
});

describe('an interruption', () => {
  it('at any point is completed later, without knowing what was removed', async () => {
    const { transaction } = Object.getPrototypeOf(archive.sql) as typeof archive.sql;
    const planned = await plan();
    const events = (await pageOf('parent')).length;
    for (let steps = 1; ; steps++) {
      let left = steps;
      const spy = vi.spyOn(archive.sql, 'transaction').mockImplementation(function (this: typeof archive.sql, work) {
        if (left-- === 0) throw new Error('killed');
        return transaction.call(this, work) as never;
      });
      const outcome = await scrub(archive, planned, options()).then(
        () => 'done',
        (error: Error) => error.message,
      );
      spy.mockRestore();
      if (outcome === 'done') break;
      archive.events.forget();
      expect(await pageOf('parent')).toHaveLength(events);
      if (steps % 3 === 0) {
        archive.close();
        archive = await Archive.open(machine, adapters);
      }
    }
    await finishScrubbing(archive, options());
    expect(await traces()).toEqual([]);
    expect((await pageOf('parent')).filter(({ event }) => event.withdrawn)).toEqual([]);
  });
});

describe('copies', () => {
  it('of an older version are reached, too', async () => {
    const path = join(elsewhere, 'copy.db');
    await backup(archive, path, { now: NOW });
    await makeSecondVersion(path);
    archive.views.keep({ name: `look for ${KEY}`, address: `/search?q=${KEY}` });
    expect((await scrubAll()).copies).toEqual([{ path, outcome: 'scrubbed' }]);
    expect(await traces(elsewhere)).toEqual([]);
    expect(await traces()).toEqual([]);
    expect(archive.views.list()).toHaveLength(1);
  });

  it('are reached, now or when they are back, and know what was removed', async () => {
    const path = join(elsewhere, 'copy.db');
    const gone = join(elsewhere, 'gone.db');
    await backup(archive, path, { now: NOW });
    await backup(archive, gone, { now: NOW });
    renameSync(gone, `${gone}.away`);
    const report = await scrubAll();
    expect(report.copies).toEqual([
      { path, outcome: 'scrubbed' },
      { path: gone, outcome: 'absent' },
    ]);
    renameSync(`${gone}.away`, gone);
    expect((await finishScrubbing(archive, options())).copies).toEqual([
      { path, outcome: 'clean' },
      { path: gone, outcome: 'scrubbed' },
    ]);
    expect(await traces(elsewhere)).toEqual([]);
    const ids = await idsOf('parent');
    archive.close();
    const restored = new SampleMachine(elsewhere);
    for (const [name, data] of machine.files) restored.files.set(name, data);
    for (const [name, time] of machine.times) restored.times.set(name, time);
    machine = restored;
    copyFileSync(path, join(elsewhere, 'archive.db'));
    archive = await Archive.open(machine, adapters);
    expect(await idsOf('parent')).toEqual(ids);
    machine.append('logs/parent.jsonl', logOf([said('parent', 999, `later ${KEY}`)]));
    expect(await run()).toMatchObject({ files: { grown: 1, rewritten: 0 } });
    expect(await traces(elsewhere)).toEqual([]);
  });

  it('of before do not bring it back when they are imported', async () => {
    const path = join(elsewhere, 'old.db');
    await backup(archive, path, { now: NOW });
    archive.sql.run('DELETE FROM backup');
    await scrubAll();
    const events = archive.sizes().events;
    const old = await openBackup(path);
    if (!old) throw new Error('it was just made');
    try {
      const report = await importBackup(archive, old, options());
      expect(report).toMatchObject({ newEvents: 0, inputs: { new: 0, longer: 0 } });
    } finally {
      old.close();
    }
    expect(await traces()).toEqual([]);
    expect(archive.sizes().events).toBe(events);
    expect(archive.sql.all('PRAGMA foreign_key_check')).toEqual([]);
  });
});

describe('while nothing was ever removed', () => {
  it('reading costs what it did', () => {
    const { options: kept } = archive.keeper({ host: machine, now: NOW });
    expect(kept.host).toBe(machine);
    expect(kept.masked).toBeUndefined();
  });
});
