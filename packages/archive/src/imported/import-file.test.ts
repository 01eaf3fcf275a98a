import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadPriceBook, type Transcript } from '@hansard/core';
import { type FileFormat, sourceOf } from '@hansard/core/formats/contract.ts';
import { formatOf, formats } from '@hansard/core/formats/index.ts';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { transcriptOf } from '@hansard/core/testing/events.ts';
import { sessionDetail } from '@hansard/core/views/session-detail.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IMPORTED_FORMATS } from '../adapters/imported-adapter.ts';
import { readers } from '../adapters/readers.ts';
import { runAdapter } from '../adapters/run-adapter.ts';
import { Archive } from '../archive.ts';
import { createNodeHost } from '../host/node-host.ts';
import { erase, planErase } from '../maintenance/erase.ts';
import { rebuild } from '../maintenance/rebuild.ts';
import { restore } from '../maintenance/restore.ts';
import { query } from '../sqlite/query/query.ts';
import { findSession } from '../sqlite/sessions/find-session.ts';
import { listSessions } from '../sqlite/sessions/session-rows.ts';
import { archivedTranscript } from '../streaming/archived-source.ts';
import { sync } from '../sync/sync.ts';
import { importFile } from './import-file.ts';

const NOW = '2026-05-01T00:00:00.000Z';
const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0 };
const events = [
  { type: 'user_message', role: 'user', text: 'Please look at the quokka.' },
  {
    type: 'assistant_message',
    role: 'assistant',
    text: 'Looking.',
    model: 'm-1',
    usage: { ...usage, responseId: 'r1' },
  },
  {
    type: 'tool_call',
    role: 'assistant',
    tool: { name: 'Bash', callId: 'c1', input: { command: 'ls' }, status: 'ok' },
    model: 'm-1',
  },
  { type: 'tool_result', role: 'tool', tool: { name: 'Bash', callId: 'c1', output: 'numbat.txt', status: 'ok' } },
  { type: 'assistant_message', role: 'assistant', text: 'One file.', model: 'm-1' },
] as const;
const session = (count: number = events.length): Transcript =>
  transcriptOf(events.slice(0, count) as never, { title: 'Quokkas' });

let home: string;
let archive: Archive;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-import-'));
  archive = await Archive.open(host());
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});
const host = () => createNodeHost({ home, env: { HANSARD_HOME: join(home, 'archive') } });
const options = () => ({ archive, host: host(), now: NOW });

async function fileOf(formatId: string, transcript: Transcript, name = `in.${formatId}`): Promise<string> {
  const format = formatOf(formatId) as FileFormat;
  const path = join(home, name);
  let text = '';
  for await (const piece of format.write?.(sourceOf(transcript), { digest: host().digest }) ?? [])
    text += String(piece);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const found = async (words: string) => {
  const { sessions } = await archive.search.find(parseQuery(words, { now: Date.parse(NOW), timezone: 'UTC' }));
  return sessions.map(({ hits }) => hits[0]?.snippet?.text ?? '').join();
};
const asked = async (sql: string) => {
  const { rows, close } = await query(archive, sql);
  try {
    return [...rows].map((row) => ({ ...row }));
  } finally {
    close();
  }
};
const archived = async (selector: string) =>
  archivedTranscript(archive, host(), findSession(archive, selector).id, { now: NOW });

describe.each(IMPORTED_FORMATS)('a file in the format %s', (formatId) => {
  it('becomes a session that is read, found, rebuilt and restored', async () => {
    const path = await fileOf(formatId, session());
    const imported = await importFile(options(), path);
    expect(imported).toMatchObject({ problems: [], sessions: [{ agent: 'some-agent', outcome: 'new', number: 1 }] });
    const id = imported?.sessions[0]?.id as string;
    const read = await archived(id);
    expect(read).toMatchObject({ transcriptId: id, source: { agent: 'some-agent' } });
    const text = JSON.stringify(read.events);
    for (const words of ['quokka', 'numbat.txt', 'One file.']) expect(text).toContain(words);
    expect(read.events.every(({ logSeq }) => logSeq !== undefined)).toBe(true);

    expect(await found('quokka')).toContain('Please look at the quokka.');
    expect(
      await asked("SELECT text, json_extract(json, '$.role') AS role FROM events WHERE text LIKE '%quokka%'"),
    ).toEqual([{ text: 'Please look at the quokka.', role: 'user' }]);
    expect(await asked('SELECT input FROM tool_calls')).toEqual([{ input: '{"command":"ls"}' }]);
    const count = imported?.sessions[0]?.events as number;
    expect(await rebuild(archive, { host: host(), adapters: readers, now: NOW })).toMatchObject({ problems: [] });
    expect(findSession(archive, id)).toMatchObject({ uuid: id, id: 1 });
    expect(archive.sizes()).toEqual({ sessions: 1, events: count });
    expect(await archived(id)).toEqual(read);

    const row = [...archive.originals.inputs()][0];
    const copy = join(home, 'copy');
    if (row) restore(archive.originals, row, copy);
    expect(readFileSync(copy)).toEqual(readFileSync(path));
  });
});

it('knows the subagents of a document, until it is erased', async () => {
  const said = (text: string, source: string) =>
    ({ type: 'assistant_message', role: 'assistant', text, source }) as const;
  const whole = transcriptOf(
    [
      ...events,
      said('A looks.', 'subagent:a'),
      said('B looks.', 'subagent:b'),
      said('A again.', 'subagent:a'),
    ] as never,
    {
      title: 'With helpers',
      agents: [
        { source: 'primary' },
        { source: 'subagent:a', id: 'a', title: 'Look for quokkas', type: 'Explore', parent: 'primary' },
        { source: 'subagent:b', id: 'b', parent: 'primary' },
      ],
    },
  );
  await importFile(options(), await fileOf('transcript', whole));
  const [listed] = listSessions(archive);
  expect(listed?.subagents).toBe(2);
  const { sources = [] } =
    (await sessionDetail(archive.store, listed?.id ?? '', { prices: await loadPriceBook(), now: 0 })) ?? {};
  expect(sources.map(({ source, title, events: count }) => [source, title, count])).toEqual([
    ['primary', null, 5],
    ['subagent:a', 'Look for quokkas', 2],
    ['subagent:b', null, 1],
  ]);
  const names = () => archive.sql.all("SELECT text FROM name WHERE text LIKE 'subagent:%'").length;
  expect(names()).toBe(2);
  const target = [findSession(archive, listed?.id ?? '')];
  await erase(archive, await planErase(archive, { host: host(), adapters: readers }, target), { now: NOW });
  expect(names()).toBe(0);
});

describe('importing', () => {
  it('lets a statement read text where it has no choice, and says so where it would choose by text', async () => {
    await importFile(options(), await fileOf('transcript', session()));
    const mine = session();
    const other = {
      ...mine,
      transcriptId: '22222222-2222-4222-8222-222222222222',
      session: { ...mine.session, nativeId: 'another' },
    };
    await importFile(options(), await fileOf('universal', other));
    expect(await asked("SELECT count(*) AS n FROM events WHERE text = 'Looking.'")).toEqual([{ n: 2 }]);
    const clever = `SELECT (SELECT text FROM events f WHERE f.session_id = '${other.transcriptId}' AND e.text = 'Looking.' LIMIT 1)
      FROM events e WHERE e.session_id <> '${other.transcriptId}'`;
    await expect(asked(clever)).rejects.toMatchObject({
      code: 'bad-sql',
      message: expect.stringContaining('two steps'),
    });
    expect(archive.events.now(1)).toBeUndefined();
  });

  it('takes every format of one file that can be read', () => {
    const readable = formats.filter((format) => format.layout === 'file' && format.read).map(({ id }) => id);
    expect(readable.toSorted()).toEqual([...IMPORTED_FORMATS].toSorted());
  });

  it('keeps the id, and gives the document back as it was', async () => {
    const transcript = session();
    await importFile(options(), await fileOf('transcript', transcript));
    const { events: read, ...header } = await archived(transcript.transcriptId);
    const { events: _events, ...written } = transcript;
    expect(header).toEqual(written);
    expect(read.map(({ logSeq: _logSeq, ...event }) => event)).toEqual(transcript.events);
  });

  it('adds nothing when it is repeated, from wherever', async () => {
    await importFile(options(), await fileOf('universal', session()));
    const before = archive.sizes();
    expect(await importFile(options(), await fileOf('universal', session()))).toMatchObject({
      sessions: [{ outcome: 'same' }],
    });
    const copy = await fileOf('universal', session(), 'elsewhere/in.universal');
    expect(await importFile(options(), copy)).toMatchObject({ sessions: [{ outcome: 'same' }] });
    expect(archive.sizes()).toEqual(before);
    expect(archive.sql.all('SELECT own, input FROM usage')).toEqual([{ own: 1, input: 10 }]);
  });

  it('adds what a later file has more of a session', async () => {
    await importFile(options(), await fileOf('transcript-lines', session(3)));
    const later = await fileOf('transcript-lines', session(), 'later.jsonl');
    expect(await importFile(options(), later)).toMatchObject({ sessions: [{ outcome: 'more', events: 5 }] });
    const { transcriptId } = session();
    expect((await archived(transcriptId)).events.map(({ id }) => id)).toEqual(['e1', 'e2', 'e3', 'e4', 'e5']);
    expect(archive.sizes()).toEqual({ sessions: 1, events: 5 });
  });

  it('counts anew when two files have different parts of a session', async () => {
    const whole = session();
    const part = (from: number, hash: string) => ({
      ...transcriptOf(events.slice(from, from + 3) as never, { title: 'Quokkas' }),
      attachments: { [hash]: { mime: 'text/plain', bytes: 1, data: 'eA==' } },
      events: whole.events.slice(from, from + 3).map((event, at) => ({ ...event, seq: at + 1, sourceSeq: at + 1 })),
    });
    await importFile(options(), await fileOf('transcript', part(2, 'sha256-b'), 'end.json'));
    await importFile(options(), await fileOf('transcript', part(0, 'sha256-a'), 'begin.json'));
    const joined = await archived(whole.transcriptId);
    expect(joined.events.map(({ id, seq, sourceSeq }) => [id, seq, sourceSeq])).toEqual(
      whole.events.map(({ id, seq }) => [id, seq, seq]),
    );
    expect(joined.metrics).toMatchObject({ eventCount: 5, messageCount: 3, toolCallCount: 1, tokens: { input: 10 } });
    expect(Object.keys(joined.attachments ?? {}).toSorted()).toEqual(['sha256-a', 'sha256-b']);
  });

  it('tells sessions of one file apart, each by its agent', async () => {
    const second = { ...session(2), transcriptId: '00000000-0000-4000-8000-00000000000a' };
    const other = { ...second, source: { ...second.source, agent: 'another-agent' } };
    const path = await fileOf('trace-record', session());
    const more = await fileOf('trace-record', other, 'other');
    writeFileSync(path, readFileSync(path, 'utf8') + readFileSync(more, 'utf8'));
    const imported = await importFile(options(), path);
    expect(imported?.sessions.map(({ agent, outcome }) => [agent, outcome])).toEqual([
      ['some-agent', 'new'],
      ['another-agent', 'new'],
    ]);
    expect((await archived(other.transcriptId)).source.agent).toBe('another-agent');
  });

  it('says where a document is wrong, and keeps what is right in it', async () => {
    const path = await fileOf('universal', session());
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, [...lines.slice(0, 4), '{"event_id": 7}', ...lines.slice(4)].join('\n'));
    const imported = await importFile(options(), path);
    expect(imported?.problems).toMatchObject([{ line: 5, column: 1, message: expect.stringContaining('expected') }]);
    expect(imported?.sessions).toHaveLength(1);
    expect(archive.sql.all('SELECT kind, line FROM problem')).toEqual([{ kind: 'invalid-document', line: 5 }]);
  });

  it('does not bring back what was erased', async () => {
    const path = await fileOf('atif', session());
    await importFile(options(), path);
    const target = [findSession(archive, session().transcriptId)];
    await erase(archive, await planErase(archive, { host: host(), adapters: readers }, target), { now: NOW });
    expect(archive.sizes().sessions).toBe(0);
    expect(await importFile(options(), path)).toMatchObject({ sessions: [{ outcome: 'erased' }] });
    expect(archive.sizes().sessions).toBe(0);
  });

  it('leaves other files alone', async () => {
    writeFileSync(join(home, 'x.json'), '{"name": "x"}');
    expect(await importFile(options(), join(home, 'x.json'))).toBeUndefined();
    mkdirSync(join(home, 'empty'));
    expect(await importFile(options(), join(home, 'empty'))).toBeUndefined();
  });
});

describe('a session that the archive has from its agent', () => {
  it('is left as it is', async () => {
    const folder = join(home, '.claude', 'projects', '-app');
    mkdirSync(folder, { recursive: true });
    const record = {
      type: 'user',
      uuid: 'u1',
      sessionId: 'native-1',
      timestamp: '2026-03-01T09:00:00.000Z',
      cwd: '/app',
      version: '2.0.0',
      message: { role: 'user', content: 'hello' },
    };
    writeFileSync(join(folder, 'native-1.jsonl'), `${JSON.stringify(record)}\n`);
    await sync({ ...options(), adapters: readers });
    const transcript = await archived('native-1');
    const both = await fileOf('transcript-lines', transcript);
    writeFileSync(
      both,
      readFileSync(both, 'utf8') + readFileSync(await fileOf('transcript-lines', session(2), 'b'), 'utf8'),
    );
    const imported = await importFile(options(), both);
    expect(imported?.sessions.map(({ outcome }) => outcome)).toEqual(['here', 'new']);
    expect(archive.sizes().sessions).toBe(2);
    await rebuild(archive, { host: host(), adapters: readers, now: NOW });
    expect(archive.sizes().sessions).toBe(2);
  });
});

describe('runs', () => {
  const line = (second: number, role: string, content: string) =>
    `${JSON.stringify({ timestamp: `2026-04-01T10:00:0${second}.000000Z`, role, content })}\n`;
  const receipt = (status: string) =>
    JSON.stringify({
      engine: 'sketch-step',
      model: 'sketch-1',
      step_id: 'plan',
      flow_key: 'build',
      run_id: 'run-1',
      agent_key: 'planner',
      started_at: '2026-04-01T10:00:00+00:00Z',
      completed_at: '2026-04-01T10:00:09+00:00Z',
      duration_ms: 9000,
      status,
      tokens: { prompt: 3, completion: 4, total: 7 },
      transcript_path: 'llm/plan-planner-sketch.jsonl',
    });
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  const syncRuns = () => sync({ ...options(), adapters: [runAdapter([join(home, 'runs')])] });
  const TRANSCRIPT = 'runs/run-1/build/llm/plan-planner-sketch.jsonl';

  beforeEach(() => {
    put(TRANSCRIPT, line(1, 'user', 'Plan the wombat.') + line(2, 'assistant', 'Planned.'));
    put('runs/notes.txt', 'no run');
  });

  it('are found by sync, one session a step, read again as files come', async () => {
    expect(await syncRuns()).toMatchObject({ newSessions: 1, problems: [] });
    expect(archive.sql.all('SELECT kind FROM problem')).toEqual([{ kind: 'missing-receipt' }]);
    put('runs/run-1/build/receipts/plan-planner.json', receipt('succeeded'));
    put('runs/run-1/meta.json', '{"id": "run-1", "title": "The wombat"}');
    put(
      'runs/run-1/events.jsonl',
      '{"ts": "2026-04-01T10:00:09Z", "kind": "step_end", "run_id": "run-1", "flow_key": "build", "step_id": "plan", "agent_key": "planner"}\n',
    );
    expect(await syncRuns()).toMatchObject({ newSessions: 0, newEvents: 2, problems: [] });
    const read = await archived(archive.sql.get('SELECT uuid FROM session')?.['uuid'] as string);
    expect(read.session).toMatchObject({
      title: 'The wombat',
      state: 'ended',
      run: { runId: 'run-1', flowKey: 'build', stepId: 'plan', agentKey: 'planner', engine: 'sketch-step' },
    });
    expect(await found('wombat')).toContain('Plan the wombat.');
    const before = archive.sizes();
    expect(await syncRuns()).toMatchObject({ newSessions: 0, newEvents: 0 });
    await rebuild(archive, { host: host(), adapters: readers, now: NOW });
    expect(archive.sizes()).toEqual(before);
  });

  it('are imported by their folder, a receipt without a transcript with a problem', async () => {
    put('runs/run-1/build/receipts/plan-planner.json', receipt('failed'));
    put('runs/run-2/build/receipts/plan-planner.json', receipt('failed').replace('run-1', 'run-2'));
    const imported = await importFile(options(), join(home, 'runs'));
    expect(imported).toMatchObject({
      format: 'run',
      sessions: [
        { agent: 'sketch', outcome: 'new' },
        { agent: 'sketch', outcome: 'new' },
      ],
      problems: [{ message: 'The receipt has no transcript', path: expect.stringContaining('run-2') }],
    });
    expect(await importFile(options(), join(home, 'runs'))).toMatchObject({
      sessions: [{ outcome: 'same' }, { outcome: 'same' }],
    });
  });
});
