import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adapter, EventDraft } from '@hansard/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { findSession } from '../sqlite/sessions/find-session.ts';
import { sync } from '../sync/sync.ts';
import { documentOf, logOf, SampleMachine, type SampleRecord, sampleAgent, storeOf } from '../testing/sample-agent.ts';
import { rebuild } from './rebuild.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const first = sampleAgent();
/** Says things otherwise, leaves one event out, and makes another from it. */
const second = sampleAgent({
  version: '2',
  change: (event: EventDraft) => {
    if (event.id.endsWith('-1')) return [{ ...event, id: `${event.id}-split`, text: 'made anew' }];
    return [{ ...event, text: event.text?.replace('words', 'better words') }];
  },
});
let home: string;
let machine: SampleMachine;
let archive: Archive;

const record = (session: string, n: number): SampleRecord => ({
  session,
  id: `${session}-${n}`,
  role: n % 2 === 0 ? 'user' : 'assistant',
  text: `plain words number${n}`,
  at: n,
  title: `title of ${session}`,
  response: n === 1 || n === 3 ? `${session}-r${n}` : undefined,
  tokens: 10,
  model: 'm',
});
const records = (session: string, count = 5) => Array.from({ length: count }, (_, n) => record(session, n));

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-rebuild-'));
  machine = new SampleMachine(home, {
    'logs/log.jsonl': logOf(records('log')),
    'logs/log.jsonl.d/helper.jsonl': logOf(records('helper')),
    'documents/doc.json': documentOf(records('doc')),
    'store.db': storeOf(records('row')),
  });
  await open(first);
  await sync({ archive, adapters: [first], host: machine, now: NOW });
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

const open = async (adapter: Adapter) => {
  archive?.sql.connection && closeQuietly();
  archive = await Archive.open(machine, [adapter]);
};
const closeQuietly = () => {
  try {
    archive.close();
  } catch {}
};
const rebuildWith = async (adapter: Adapter, more: { sessions?: string[]; outdated?: boolean } = {}) => {
  await open(adapter);
  const sessions = more.sessions?.map((name) => findSession(archive, name));
  return rebuild(archive, {
    host: machine,
    adapters: [adapter],
    now: NOW,
    outdated: more.outdated,
    ...(sessions && { sessions }),
  });
};
const texts = async (name: string) => {
  const events = await archive.events.page(findSession(archive, name).id, 0, 100);
  return events.map(({ logSeq, event }) => [logSeq, event.id, event.withdrawn ? 'gone' : event.text]);
};
const found = (word: string) =>
  archive.sql.get('SELECT count(*) AS n FROM event_text WHERE event_text MATCH ?', word)?.['n'];
const usage = () =>
  archive.sql.all('SELECT response, own FROM usage ORDER BY response').map((row) => [row['response'], row['own']]);
const snapshot = () => ({
  event: archive.sql.all('SELECT * FROM event ORDER BY id').map(({ pass: _pass, ...row }) => row),
  session: archive.sql.all('SELECT * FROM session ORDER BY id'),
  usage: archive.sql.all('SELECT * FROM usage ORDER BY session_id, response'),
  runs: archive.sql.all('SELECT * FROM run ORDER BY first'),
  problem: archive.sql.all('SELECT kind, message FROM problem'),
  input: archive.sql.all('SELECT path, part, dialect, size, modified, missing_since FROM input ORDER BY id'),
});

describe('a rebuild with the same adapters', () => {
  it('changes nothing, whether the files are there or not', async () => {
    for (const name of ['logs/log.jsonl', 'documents/doc.json', 'store.db']) machine.remove(name);
    await sync({ archive, adapters: [first], host: machine, now: NOW });
    const before = snapshot();
    machine.files.clear();
    expect(await rebuildWith(first)).toEqual({ inputs: 4, doneBefore: 0, newEvents: 0, mended: 0, problems: [] });
    expect(snapshot()).toEqual(before);
    expect(before.input.filter((row) => row['missing_since'] !== null)).toHaveLength(4);
  });

  it('gives the same when earlier versions hold what the latest does not', async () => {
    machine.write('logs/log.jsonl', logOf([record('log', 0), record('log', 7)]), '2026-01-05T00:00:00.000Z');
    machine.write('documents/doc.json', documentOf([record('doc', 4), record('doc', 8)]), '2026-01-05T00:00:00.000Z');
    await sync({ archive, adapters: [first], host: machine, now: NOW });
    machine.write('documents/doc.json', documentOf([record('doc', 9)]), '2026-01-06T00:00:00.000Z');
    await sync({ archive, adapters: [first], host: machine, now: NOW });
    const before = { ...snapshot(), log: await texts('log'), doc: await texts('doc') };
    await rebuildWith(first);
    expect({ ...snapshot(), log: await texts('log'), doc: await texts('doc') }).toEqual(before);
    expect(before.doc.filter(([, , text]) => text !== 'gone').map(([, id]) => id)).toEqual(['doc-9']);
  });
});

describe('a rebuild with another version of an adapter', () => {
  it('reads logs, documents and rows anew, and keeps numbers and ids', async () => {
    const before = archive.sql.all('SELECT id, key, uuid FROM session ORDER BY id');
    machine.files.clear();
    expect(await rebuildWith(second)).toMatchObject({ inputs: 4, newEvents: 0, problems: [] });
    for (const name of ['log', 'doc', 'row']) {
      const [zero, one, two] = await texts(name);
      expect(zero).toEqual([1, `${name}-0`, 'plain better words number0']);
      expect(one).toEqual([2, `${name}-1`, 'gone']);
      expect(two?.[0]).toBe(3);
      expect((await texts(name)).find(([, id]) => id === `${name}-1-split`)).toMatchObject({ 2: 'made anew' });
    }
    expect(archive.sql.all('SELECT id, key, uuid FROM session ORDER BY id')).toEqual(before);
    expect([found('better'), found('anew'), found('number1')]).toEqual([16, 4, 0]);
  });

  it('counts usage by what the adapter says now', async () => {
    const before = usage();
    await rebuildWith(second);
    expect(usage()).toEqual(before);
    expect(
      archive.sql.all("SELECT e.key FROM usage u JOIN event e ON e.id = u.event_id WHERE u.response = 'doc-r1'"),
    ).toEqual([{ key: 'doc-1-split' }]);
  });

  it('takes usage out that the adapter no longer sees', async () => {
    await rebuildWith(sampleAgent({ version: '3', change: ({ usage: _usage, ...event }) => [event] }));
    expect(usage()).toEqual([]);
  });

  it('leaves the journal alone', async () => {
    const { key } = findSession(archive, 'log');
    archive.journal.tag(key, 'kept', NOW);
    archive.journal.star(key, NOW);
    archive.journal.addNote(key, 'log-1', 'on an event', NOW);
    await rebuildWith(second);
    expect([archive.journal.tags(key), archive.journal.starred(), archive.journal.notes(key).length]).toEqual([
      ['kept'],
      [key],
      1,
    ]);
  });

  it('knows sessions by the words that are read now', async () => {
    expect(findSession(archive, 'log')).toMatchObject({ firstWords: 'plain words number0' });
    await rebuildWith(second);
    expect(findSession(archive, 'log')).toMatchObject({ firstWords: 'plain better words number0' });
  });

  it('can be of some sessions, or of those that are outdated', async () => {
    expect(await rebuildWith(second, { sessions: ['doc'] })).toMatchObject({ inputs: 1 });
    expect((await texts('doc'))[0]?.[2]).toContain('better');
    expect(await rebuildWith(second, { outdated: true })).toMatchObject({ inputs: 3 });
    expect(await rebuildWith(second, { outdated: true })).toMatchObject({ inputs: 0 });
  });

  it('goes on reading from where the file was', async () => {
    await rebuildWith(second);
    machine.append('logs/log.jsonl', logOf([record('log', 6)]));
    const { agents } = await sync({ archive, adapters: [second], host: machine, now: NOW });
    expect(agents[0]?.files).toMatchObject({ grown: 1 });
    expect((await texts('log')).at(-1)).toEqual([13, 'log-6', 'plain better words number6']);
  });
});

describe('a rebuild that is interrupted', () => {
  it('goes on where it stopped', async () => {
    await open(second);
    const stop = new Error('killed');
    const options = { host: machine, adapters: [second], now: NOW };
    const progress = ({ inputs }: { inputs: number }) => {
      if (inputs === 2) throw stop;
    };
    await expect(rebuild(archive, { ...options, progress })).rejects.toBe(stop);
    expect(await rebuild(archive, options)).toMatchObject({ inputs: 2, doneBefore: 2 });
    expect(await rebuild(archive, options)).toMatchObject({ inputs: 4, doneBefore: 0 });
  });

  it('leaves an input as it was when it fails in the middle of it', async () => {
    await open(second);
    const before = snapshot();
    let commits = 0;
    const { committer } = archive;
    const commit = committer.commit.bind(committer);
    committer.commit = (...args) => {
      commit(...args);
      if (++commits === 1) throw new Error('the plug was pulled');
    };
    const summary = await rebuild(archive, {
      host: machine,
      adapters: [second],
      now: NOW,
      sessions: [findSession(archive, 'doc')],
    });
    expect(summary.problems).toEqual([{ path: expect.stringContaining('doc.json'), message: 'the plug was pulled' }]);
    expect(snapshot()).toEqual(before);
  });
});

it('says what an adapter no longer recognises, and keeps what was read of it', async () => {
  const none: Adapter = { ...second, dialects: second.dialects.filter(({ kind }) => kind !== 'document') };
  const summary = await rebuildWith(none);
  expect(summary.problems).toEqual([
    { path: expect.stringContaining('doc.json'), message: expect.stringContaining('no longer recognised') },
  ]);
  await open(first);
  expect((await texts('doc'))[0]).toEqual([1, 'doc-0', 'plain words number0']);
});
