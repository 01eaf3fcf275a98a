import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../../archive.ts';
import { sync } from '../../sync/sync.ts';
import { logOf, SampleMachine, sampleAgent } from '../../testing/sample-agent.ts';
import { findSession } from '../sessions/find-session.ts';
import { findEvent } from './find-event.ts';

const NOW = '2026-02-01T00:00:00.000Z';
let home: string;
let archive: Archive;
let key: string;
let id: number;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-journal-'));
  const machine = new SampleMachine(home, {
    'logs/one.jsonl': logOf([
      { session: 'one', id: 'e1', text: 'first' },
      { session: 'one', id: 'e2', text: 'second' },
    ]),
    'logs/two.jsonl': logOf([{ session: 'two', id: 'f1', text: 'other' }]),
  });
  archive = await Archive.open(machine, [sampleAgent()]);
  await sync({ archive, adapters: [sampleAgent()], host: machine, now: NOW });
  ({ key, id } = findSession(archive, '#1'));
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

describe('tags', () => {
  it('are added once and taken away', () => {
    const { journal } = archive;
    expect([journal.tag(key, 'Review', NOW), journal.tag(key, 'review', NOW)]).toEqual([true, false]);
    journal.tag(key, 'api', NOW);
    expect(journal.tags(key)).toEqual(['api', 'review']);
    expect([journal.untag(key, 'API'), journal.untag(key, 'api')]).toEqual([true, false]);
    expect(journal.tags(key)).toEqual(['review']);
  });

  it('are counted over all sessions', () => {
    const { journal } = archive;
    const other = findSession(archive, 'two').key;
    for (const [session, tag] of [
      [key, 'a'],
      [key, 'b'],
      [other, 'b'],
    ] as const)
      journal.tag(session, tag, NOW);
    expect(journal.allTags()).toEqual([
      { tag: 'b', sessions: 2 },
      { tag: 'a', sessions: 1 },
    ]);
  });

  it.each(['', 'two words', 'a,b', 'x\u0007', 'x'.repeat(65)])('refuse %j', (tag) => {
    expect(() => archive.journal.tag(key, tag, NOW)).toThrow(expect.objectContaining({ code: 'bad-argument' }));
  });
});

describe('notes', () => {
  it('are on a session or on one of its events', () => {
    const { journal } = archive;
    journal.addNote(key, null, 'about all of it', NOW);
    journal.addNote(key, findEvent(archive, id, '2'), 'about this', '2026-02-02T00:00:00.000Z');
    expect(journal.notes(key).map(({ eventKey, text }) => [eventKey, text])).toEqual([
      [null, 'about all of it'],
      ['e2', 'about this'],
    ]);
    expect(journal.notes(findSession(archive, 'two').key)).toEqual([]);
    expect(journal.notes()).toHaveLength(2);
  });

  it('are taken away by the beginning of their id, when only one begins so', () => {
    const { journal } = archive;
    const note = journal.addNote(key, null, 'x', NOW);
    expect(() => journal.removeNote(key, '')).toThrow('no note');
    expect(() => journal.removeNote(findSession(archive, 'two').key, note.id)).toThrow('no note');
    expect(journal.removeNote(key, note.id.slice(0, 8))).toEqual(note);
    expect(journal.notes(key)).toEqual([]);
  });

  it('are not empty', () => expect(() => archive.journal.addNote(key, null, ' \n', NOW)).toThrow('empty'));
});

describe('an event', () => {
  it('is found by its id, or by its number in the session', () => {
    expect(['e1', '1', '#2'].map((selector) => findEvent(archive, id, selector))).toEqual(['e1', 'e1', 'e2']);
  });

  it.each(['f1', '3', '0', 'nothing'])('that is not in the session is refused: %s', (selector) => {
    expect(() => findEvent(archive, id, selector)).toThrow(expect.objectContaining({ code: 'unknown-event' }));
  });
});

describe('stars', () => {
  it('are set and taken away', () => {
    const { journal } = archive;
    expect([journal.star(key, NOW), journal.star(key, NOW)]).toEqual([true, false]);
    expect(journal.starred()).toEqual([key]);
    expect([journal.unstar(key), journal.unstar(key)]).toEqual([true, false]);
    expect(journal.starred()).toEqual([]);
  });
});
