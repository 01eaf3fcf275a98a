import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapter, loadPriceBook } from '@hansard/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { backup } from '../backups/backup.ts';
import { erase, planErase } from '../maintenance/erase.ts';
import { rebuild } from '../maintenance/rebuild.ts';
import { findSession } from '../sqlite/sessions/find-session.ts';
import { sync } from '../sync/sync.ts';
import { FOLDER, logOf, SampleMachine, sampleAgent } from '../testing/sample-agent.ts';
import { type DoctorOptions, doctor } from './doctor.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const SETTINGS = `${FOLDER}/settings.json`;
const deleting: Adapter = {
  ...sampleAgent(),
  retention: { days: 30, files: () => [SETTINGS], key: 'sessions.maxAge', enabledKey: 'sessions.cleanup' },
};
let home: string;
let machine: SampleMachine;
let archive: Archive;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-doctor-'));
  machine = new SampleMachine(home, {});
  machine.write(
    'logs/one.jsonl',
    logOf([{ session: 'one', id: 'a', text: 'x', model: 'claude-sonnet-4-5', response: 'r', tokens: 5 }]),
    NOW,
  );
  archive = await Archive.open(machine, [deleting]);
  await run();
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

const run = (adapter = deleting) => sync({ archive, adapters: [adapter], host: machine, now: NOW });
const diagnose = async (more: Partial<DoctorOptions> = {}) =>
  doctor(archive, { adapters: [deleting], host: machine, now: NOW, prices: await loadPriceBook(), ...more });
const levels = async (more?: Partial<DoctorOptions>) =>
  (await diagnose(more)).filter(({ level }) => level !== 'fine').map(({ check, level }) => `${check} ${level}`);
const only = async (check: string, more?: Partial<DoctorOptions>) =>
  (await diagnose(more)).filter((finding) => finding.check === check);
const daysAgo = (days: number) => new Date(Date.parse(NOW) - days * 86_400_000).toISOString();

it('finds nothing to do where all is well, and has a remedy for everything else', async () => {
  await backup(archive, join(home, 'copy.db'), { now: NOW });
  expect(await levels()).toEqual([]);
  for (const finding of await diagnose())
    expect(finding).toMatchObject({ check: expect.any(String), message: expect.stringMatching(/\.$/) });
});

it('names copies from before an update, and what they take', async () => {
  writeFileSync(join(home, 'archive.db.before-3'), 'x'.repeat(2_500_000), { mode: 0o600 });
  expect(await only('copies')).toEqual([
    {
      check: 'copies',
      level: 'note',
      message: 'Copies from before an update take 2.5 MB.',
      remedy: expect.stringContaining('Delete them'),
      details: [join(home, 'archive.db.before-3')],
    },
  ]);
});

describe('what agents are going to delete', () => {
  it('is a warning when it is soon and not in the archive', async () => {
    machine.write('logs/old.jsonl', logOf([{ session: 'old' }]), daysAgo(25));
    machine.write('logs/new.jsonl', logOf([{ session: 'new' }]), daysAgo(2));
    const [finding] = await only('retention');
    expect(finding).toMatchObject({ level: 'attention', count: 1, remedy: expect.stringContaining('hansard sync') });
    expect(finding?.message).toContain('within 5 days');
    expect(finding?.details).toEqual([`${FOLDER}/logs/old.jsonl`]);
    await run();
    expect(await only('retention')).toMatchObject([{ level: 'fine' }]);
  });

  it('is a warning when it has gone on since it was archived', async () => {
    machine.write('logs/old.jsonl', logOf([{ session: 'old' }]), daysAgo(28));
    await run();
    machine.append('logs/old.jsonl', logOf([{ session: 'old', text: 'more' }]), daysAgo(27));
    expect(await only('retention')).toMatchObject([{ level: 'attention', count: 1 }]);
  });

  it('is no more than a note when there is time', async () => {
    machine.write('logs/new.jsonl', logOf([{ session: 'new' }]), daysAgo(2));
    expect(await only('retention')).toMatchObject([{ level: 'note', count: 1 }]);
  });

  it.each([
    ['a number of days', { sessions: { maxAge: 10 } }, 'attention'],
    ['a time', { sessions: { maxAge: '2w' } }, 'attention'],
    ['a long time', { sessions: { maxAge: '1y' } }, 'note'],
    ['never', { sessions: { maxAge: 5, cleanup: false } }, 'note'],
    ['nonsense', { sessions: { maxAge: 'soon' } }, 'note'],
    ['something of another shape', ['sessions'], 'note'],
  ])('follows the agent’s setting: %s', async (_what, settings, level) => {
    machine.files.set(SETTINGS, Buffer.from(JSON.stringify(settings)));
    machine.write('logs/x.jsonl', logOf([{ session: 'x' }]), daysAgo(9));
    expect(await only('retention')).toMatchObject([{ level }]);
  });

  it('is told although the settings cannot be read, and without an archive', async () => {
    machine.files.set(SETTINGS, Buffer.from('{ "sessions": // not JSON'));
    machine.write('logs/x.jsonl', logOf([{ session: 'x' }]), daysAgo(29));
    expect(await only('retention')).toMatchObject([{ level: 'attention' }]);
    const findings = await doctor(undefined, {
      adapters: [deleting],
      host: machine,
      now: NOW,
      prices: await loadPriceBook(),
    });
    expect(findings).toMatchObject([{ check: 'retention', level: 'attention', count: 1 }]);
  });

  it('is not told of what was erased', async () => {
    const plan = await planErase(archive, { host: machine, adapters: [deleting] }, [findSession(archive, '#1')]);
    await erase(archive, plan, { now: NOW });
    expect(await only('retention', { now: new Date(Date.parse(NOW) + 29 * 86_400_000).toISOString() })).toMatchObject([
      { level: 'fine' },
    ]);
  });
});

describe('what was read', () => {
  it('is reported where it is malformed, or refers to nothing', async () => {
    machine.write('logs/bad.jsonl', `${logOf([{ session: 'bad' }])}{"half\n{"type":"x"}\n`);
    await run();
    expect(await only('records')).toMatchObject([
      { level: 'note', count: 2, details: ['invalid-json: 1 in 1 file', 'unknown-record: 1 in 1 file'] },
    ]);
    archive.sql.run("INSERT INTO problem (input_id, kind, message) VALUES (1, 'dangling-reference', 'x')");
    expect(await only('references')).toMatchObject([{ level: 'note', count: 1 }]);
  });

  it('is reported where a model has no price', async () => {
    machine.write('logs/m.jsonl', logOf([{ session: 'm', model: 'house-model', response: 'q', tokens: 1234 }]));
    await run();
    expect(await only('prices')).toMatchObject([{ level: 'note', details: ['house-model: 1,234 tokens'] }]);
  });

  it('needs attention where another adapter read it', async () => {
    const newer = { ...deleting, version: '2' };
    expect(await only('adapters', { adapters: [newer] })).toMatchObject([
      { level: 'attention', count: 1, remedy: expect.stringContaining('rebuild --outdated') },
    ]);
    await rebuild(archive, { host: machine, adapters: [newer], now: NOW, outdated: true });
    expect(await only('adapters', { adapters: [newer] })).toMatchObject([{ level: 'fine' }]);
  });

  it('is noted where no adapter knows it', async () => {
    machine.write('logs/odd.jsonl', 'what is this\n');
    await run();
    expect(await only('formats')).toMatchObject([{ level: 'note', count: 1, details: [`${FOLDER}/logs/odd.jsonl`] }]);
  });
});

describe('the database', () => {
  it('needs attention where references lead nowhere, or blocks are counted wrongly', async () => {
    archive.sql.run('PRAGMA foreign_keys = OFF');
    archive.sql.run("INSERT INTO problem (input_id, kind, message) VALUES (99, 'x', 'y')");
    expect(await only('database')).toMatchObject([{ level: 'attention', details: ['problem to input'] }]);
    archive.sql.run('DELETE FROM problem');
    archive.sql.run('UPDATE block SET uses = uses + 1');
    expect(await only('database', { quick: true })).toMatchObject([{ level: 'attention', details: ['block 1'] }]);
  });

  it('needs attention where the index is damaged, which a rebuild puts right', async () => {
    machine.write('logs/words.jsonl', logOf([{ session: 'words', text: 'aardvark mongoose zebrafinch' }]));
    await run();
    archive.sql.get('PRAGMA wal_checkpoint(TRUNCATE)');
    archive.close();
    const bytes = readFileSync(join(home, 'archive.db'));
    // In the index no space comes after a word; elsewhere it stays as it is.
    for (let at = bytes.indexOf('mongoose'); at >= 0; at = bytes.indexOf('mongoose', at + 1)) {
      if (bytes[at + 'mongoose'.length] !== 32) bytes.fill(0xff, at - 6, at + 6);
    }
    writeFileSync(join(home, 'archive.db'), bytes);
    archive = await Archive.open(machine, [deleting]);
    expect(await only('database')).toMatchObject([{ level: 'attention', remedy: expect.stringContaining('rebuild') }]);
    expect(await only('database', { quick: true })).toMatchObject([{ level: 'fine' }]);
    expect((await rebuild(archive, { host: machine, adapters: [deleting], now: NOW })).problems).toEqual([]);
    expect(await only('database')).toMatchObject([{ level: 'fine' }]);
    expect(archive.sql.all("SELECT rowid FROM event_text WHERE event_text MATCH 'mongoose'")).toHaveLength(1);
  });

  it.skipIf(process.platform === 'win32')('needs attention where others can read it', async () => {
    chmodSync(join(home, 'archive.db'), 0o644);
    expect(await only('permissions')).toMatchObject([
      { level: 'attention', details: [join(home, 'archive.db')], remedy: expect.stringContaining('chmod') },
    ]);
  });
});

describe('work that was not ended', () => {
  it('is told: a rebuild, an erasure, a backup that was out of reach', async () => {
    expect(await levels()).toEqual(['backup note']);
    const copy = join(home, 'copy.db');
    await backup(archive, copy, { now: daysAgo(70) });
    const bytes = readFileSync(copy);
    rmSync(copy);
    const plan = await planErase(archive, { host: machine, adapters: [deleting] }, [findSession(archive, '#1')]);
    await erase(archive, plan, { now: NOW });
    expect(await levels()).toEqual(['backup note']);
    writeFileSync(copy, bytes, { mode: 0o600 });
    archive.sql.run("INSERT INTO counter (name, value) VALUES ('unswept', 1), ('rebuilt', 1)");
    expect(await levels()).toEqual(['erased attention', 'erased attention', 'rebuild attention', 'backup note']);
  });
});
