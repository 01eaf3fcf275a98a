/** Tables of sessions as DuckDB reads them: whole, typed, partitioned, and only what the gate let through. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Transcript } from '@hansard/core';
import { sourceOf, type TranscriptSource } from '@hansard/core/formats/contract.ts';
import { parquet } from '@hansard/core/formats/parquet/format.ts';
import { transcriptOf } from '@hansard/core/testing/events.ts';
import { sha256 } from '@hansard/core/testing/fixtures.ts';
import { goldenTranscripts } from '@hansard/core/testing/golden-transcripts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { PLANTED_SECRET } from '../testing/planted-secret.ts';
import { addSession, SESSION_ID } from '../testing/sample-session.ts';
import { parquetEncoder } from './parquet-encoder.ts';

const folder = mkdtempSync(join(tmpdir(), 'hansard-parquet-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const context = { digest: sha256, parquet: parquetEncoder };

async function write(base: string, transcript: Transcript): Promise<void> {
  for await (const { path, pieces } of parquet.writeFolder?.(sourceOf(transcript), context) ?? []) {
    const bytes: Uint8Array[] = [];
    for await (const piece of pieces()) bytes.push(piece as Uint8Array);
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), Buffer.concat(bytes));
  }
}

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create()).connect();
  const result = await connection.runAndReadAll(sql);
  return result.getRowObjectsJson();
}
/** The lock file has its binary for these alone. */
const hasDuckDb = process.platform === 'linux' && process.arch === 'x64';
const table = (base: string, name: string) => `read_parquet('${base}/${name}/**/*.parquet', hive_partitioning = true)`;

describe.skipIf(!hasDuckDb)('the tables', () => {
  const base = join(folder, 'golden');
  // Cases may be of one session, whose files would take each other's place.
  const golden = goldenTranscripts().map(({ transcript }, nth) => ({ ...transcript, transcriptId: `case-${nth}` }));
  beforeAll(async () => {
    for (const transcript of golden) await write(base, transcript);
  });

  it('hold every event of every golden transcript, as it is', async () => {
    const rows = await ask(
      `SELECT transcript_id, seq::INT AS seq, id, type, text, tool_name, tool_output, usage_input::INT AS input
       FROM ${table(base, 'events')}`,
    );
    const written = golden.flatMap(({ transcriptId, events }) =>
      events.map(({ seq, id, type, text, tool, usage }) => ({
        transcript_id: transcriptId,
        seq,
        id,
        type,
        text: text ?? null,
        tool_name: tool?.name ?? null,
        tool_output: tool?.output ?? null,
        input: usage?.input ?? null,
      })),
    );
    const byKey = (list: readonly object[]) => list.map((row) => JSON.stringify(row)).sort();
    expect(byKey(rows)).toEqual(byKey(written));
  });

  it('are partitioned by agent and month, and joined by the id', async () => {
    const [row] = await ask(
      `SELECT count(DISTINCT s.transcript_id)::INT AS sessions, bool_and(s.agent = s.agent_id) AS named,
         bool_and(strftime(s.started_at, '%Y-%m') = s.month) AS dated
       FROM ${table(base, 'sessions')} s JOIN ${table(base, 'events')} e USING (transcript_id)`,
    );
    const sessions = golden.filter(({ events }) => events.length > 0).length;
    expect(row).toEqual({ sessions, named: true, dated: true });
  });

  it('have types that can be counted with, and JSON where a value is one', async () => {
    const types = await ask(`DESCRIBE SELECT * FROM ${table(base, 'events')}`);
    const typeOf = Object.fromEntries(types.map(({ column_name, column_type }) => [column_name, column_type]));
    expect(typeOf).toMatchObject({
      timestamp: 'TIMESTAMP',
      seq: 'BIGINT',
      usage_output: 'BIGINT',
      tool_duration_ms: 'DOUBLE',
      withdrawn: 'BOOLEAN',
      text: 'VARCHAR',
    });
    const [shell] = await ask(
      `SELECT count(*)::INT AS n FROM ${table(base, 'events')} WHERE json_extract_string(tool_input, '$.command') IS NOT NULL`,
    );
    expect(shell?.['n']).toBeGreaterThan(10);
  });

  it('hold a session without events, and texts of every script', async () => {
    const odd = join(folder, 'odd');
    await write(odd, { ...transcriptOf([]), transcriptId: 'none' });
    const text = 'é 漢字 😀 \u0000 "quoted"\n\ud800';
    await write(odd, { ...transcriptOf([{ type: 'user_message', text }]), transcriptId: '../one' });
    expect(await ask(`SELECT transcript_id, events::INT AS n FROM ${table(odd, 'sessions')} ORDER BY 1`)).toEqual([
      { transcript_id: '../one', n: 1 },
      { transcript_id: 'none', n: 0 },
    ]);
    expect(await ask(`SELECT text FROM ${table(odd, 'events')}`)).toEqual([{ text: text.replace('\ud800', '\ufffd') }]);
  });
});

describe('a long session', () => {
  it('is written group by group: what is held does not grow with it', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const { events: _events, ...header } = transcriptOf([]);
    const EVENTS = 12_000;
    const event = (index: number) => ({
      id: `e${index}`,
      seq: index + 1,
      timestamp: '2026-01-01T00:00:00Z',
      type: 'assistant_message',
      text: `${index} ${'words '.repeat(1_400)}`,
    });
    const source: TranscriptSource = {
      header,
      *events() {
        for (let index = 0; index < EVENTS; index++) yield event(index);
      },
    };
    const heap: number[] = [];
    for await (const { path, pieces } of parquet.writeFolder?.(source, context) ?? []) {
      if (!path.startsWith('events')) continue;
      for await (const _piece of pieces()) {
        collectGarbage();
        heap.push(process.memoryUsage().heapUsed);
      }
    }
    expect(heap.length).toBeGreaterThan(5);
    expect(((heap.at(-2) as number) - (heap[1] as number)) / (EVENTS * 0.6)).toBeLessThan(400);
  });
});

describe.skipIf(!hasDuckDb)('hansard export --to parquet', () => {
  const home = new TestHome();
  beforeAll(buildCommand);
  afterAll(() => home.remove());

  it('writes tables of what the gate lets through', async () => {
    addSession(home.path, { ask: `Use ${PLANTED_SECRET} to log in.` });
    home.run(['sync']);
    const { status, err } = home.run(['export', SESSION_ID, '--to', 'parquet', '--profile', 'strict', '-o', 'tables']);
    expect([status, err]).toEqual([0, '']);
    expect(readdirSync(home.file('tables')).sort()).toEqual(['events', 'sessions']);
    const [row] = await ask(
      `SELECT count(*)::INT AS n, count(*) FILTER (contains(text, '${PLANTED_SECRET}'))::INT AS leaked
       FROM ${table(home.file('tables'), 'events')}`,
    );
    expect(row).toMatchObject({ leaked: 0 });
    expect(row?.['n']).toBeGreaterThan(4);
    expect(await ask(`SELECT profile FROM ${table(home.file('tables'), 'sessions')}`)).toEqual([{ profile: 'strict' }]);
    expect(home.run(['export', SESSION_ID, '--to', 'parquet']).err).toContain('name one with --output');
  });
});
