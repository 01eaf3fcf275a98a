import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adapter, EventDraft, LogDialect } from '@hansard/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { findSession } from '../sqlite/sessions/find-session.ts';
import { sync } from '../sync/sync.ts';
import { documentOf, logOf, SampleMachine, type SampleRecord, sampleAgent } from '../testing/sample-agent.ts';
import { diffAdapters, type InputDiff } from './diff-adapters.ts';
import { rebuild } from './rebuild.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const first = sampleAgent();
let home: string;
let machine: SampleMachine;
let archive: Archive;

const records = (session: string): SampleRecord[] => [
  { session, id: `${session}-0`, text: 'a question', title: 'title' },
  {
    session,
    id: `${session}-1`,
    role: 'assistant',
    text: 'an answer',
    response: `${session}-r`,
    tokens: 3,
    model: 'm',
  },
  { session, id: `${session}-2`, role: 'tool', text: 'output', file: 'a.ts' },
];

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-diff-'));
  machine = new SampleMachine(home, {
    'logs/log.jsonl': `${logOf(records('log'))}{"nothing":"known"}\n`,
    'documents/doc.json': documentOf(records('doc')),
  });
  archive = await Archive.open(machine, [first]);
  await sync({ archive, adapters: [first], host: machine, now: NOW });
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

const diffWith = async (adapter: Adapter, session?: string): Promise<InputDiff[]> => {
  const sessions = session === undefined ? undefined : [findSession(archive, session)];
  const diffs: InputDiff[] = [];
  const options = { host: machine, adapters: [adapter], now: NOW, ...(sessions && { sessions }) };
  for await (const diff of diffAdapters(archive, options)) diffs.push(diff);
  return diffs;
};
const changing = (change: (event: EventDraft) => EventDraft[]) => sampleAgent({ version: '2', change });
const everything = () =>
  [
    'event',
    'session',
    'usage',
    'usage_sum',
    'touch',
    'problem',
    'thread',
    'run',
    'counter',
    'name',
    'input',
    'version',
  ].map((table) => archive.sql.all(`SELECT * FROM ${table}`));

describe('the difference that a rebuild would make', () => {
  it('is none with the same adapter', async () => expect(await diffWith(first)).toEqual([]));

  it.each<[string, (event: EventDraft) => EventDraft[], Partial<InputDiff>]>([
    [
      'an event more',
      (event) => [event, { ...event, id: `${event.id}-b`, type: 'meta', usage: undefined }],
      { added: { meta: 3 } },
    ],
    ['an event less', (event) => (event.type === 'tool_call' ? [] : [event]), { gone: { tool_call: 1 } }],
    [
      'other text',
      (event) => [{ ...event, text: `${event.text} more` }],
      { changed: { assistant_message: { text: 1 }, tool_call: { text: 1 }, user_message: { text: 1 } } },
    ],
    [
      'another model',
      (event) => [event.model ? { ...event, model: 'n' } : event],
      { changed: { assistant_message: { model: 1 } } },
    ],
    [
      'another type',
      (event) => [event.type === 'user_message' ? { ...event, type: 'system' } : event],
      { changed: { user_message: { type: 1 } } },
    ],
    [
      'other numbers',
      (event) => [event.usage ? { ...event, usage: { ...event.usage, output: 9 } } : event],
      { changed: { assistant_message: { usage: 1 } } },
    ],
    [
      'a failed tool',
      (event) => [event.tool ? { ...event, tool: { ...event.tool, status: 'error' } } : event],
      { changed: { tool_call: { status: 1 } } },
    ],
    [
      'another file',
      (event) => [event.tool ? { ...event, tool: { ...event.tool, input: { path: 'b.ts' } } } : event],
      { changed: { tool_call: { files: 1 } } },
    ],
    [
      'a hidden event',
      (event) => [event.type === 'user_message' ? { ...event, hidden: { by: 'x', reason: 'y' } } : event],
      { changed: { user_message: { hidden: 1 } } },
    ],
  ])('tells of %s', async (_what, change, expected) => {
    const diffs = await diffWith(changing(change));
    expect(diffs).toHaveLength(2);
    const whole = { added: {}, gone: {}, changed: {}, session: [], problems: {}, ...expected };
    for (const diff of diffs) expect(diff).toMatchObject({ from: '1', to: '2', outcome: 'read', ...whole });
    for (const diff of diffs) expect(diff.changed).toEqual(whole.changed);
  });

  it('tells of problems and of what the session is known by', async () => {
    const adapter = sampleAgent({ version: '2' });
    const [log] = adapter.dialects as [LogDialect];
    const knowing: LogDialect = {
      ...log,
      read(state, record, out) {
        if (record.value.nothing === undefined) return log.read(state, record, out);
        out.session({ title: { text: 'found out', rank: 9 } });
        out.add({ id: record.ref, type: 'meta', native: record.native('nothing') });
      },
    };
    expect(await diffWith({ ...adapter, dialects: [knowing] }, 'log')).toMatchObject([
      {
        session: ['title'],
        problems: { 'unknown-record': -1 },
        gone: {},
        added: {},
        changed: { unparsed: { type: 1 } },
      },
    ]);
  });

  it('is what the rebuild then does', async () => {
    const adapter = changing((event) =>
      event.type === 'tool_call' ? [] : [event, { ...event, id: `${event.id}-b`, usage: undefined }],
    );
    const [diff] = await diffWith(adapter, 'doc');
    const summary = await rebuild(archive, {
      host: machine,
      adapters: [adapter],
      now: NOW,
      sessions: [findSession(archive, 'doc')],
    });
    const sum = (counts: Readonly<Record<string, number>> = {}) => Object.values(counts).reduce((a, b) => a + b, 0);
    expect(summary.newEvents).toBe(sum(diff?.added) - sum(diff?.gone));
    expect(await diffWith(adapter, 'doc')).toEqual([]);
  });

  it('is told without changing anything', async () => {
    const before = everything();
    await diffWith(changing(() => []));
    await diffWith(changing((event) => [{ ...event, id: `${event.id}x`, model: 'another', text: 'words' }]));
    expect(everything()).toEqual(before);
    expect(archive.sql.get("SELECT count(*) AS n FROM event_text WHERE event_text MATCH 'words'")).toEqual({ n: 0 });
  });

  it('can be of one session', async () => {
    expect(
      await diffWith(
        changing(() => []),
        'doc',
      ),
    ).toMatchObject([{ path: expect.stringContaining('doc.json') }]);
  });
});
