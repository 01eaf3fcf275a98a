/** Runs of flows in the archive: found, described, linked to their sessions, kept when they are written over, and erased. */
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Host } from '@hansard/core';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import type { RunDetail, RunRow } from '@hansard/core/store/runs.ts';
import { linesOf, runFiles } from '@hansard/core/testing/run-files.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readers } from '../../adapters/readers.ts';
import { runAdapter } from '../../adapters/run-adapter.ts';
import { Archive } from '../../archive.ts';
import { hostWith } from '../../host/host-with.ts';
import { createNodeHost } from '../../host/node-host.ts';
import { importFile } from '../../imported/import-file.ts';
import { erase, planErase } from '../../maintenance/erase.ts';
import { rebuild } from '../../maintenance/rebuild.ts';
import { sync } from '../../sync/sync.ts';
import { remainsOf } from '../../testing/remains.ts';
import { makeSeventhVersion } from '../../testing/second-version.ts';
import { query } from '../query/query.ts';
import { findSession } from '../sessions/find-session.ts';

const NOW = '2026-05-01T00:00:00.000Z';
const PLAN = { step: 'plan', agent: 'planner' };
const CODE = { step: 'code', agent: 'coder', model: 'sketch-stub' };
let home: string;
let archive: Archive;
let looks: { opened: string[]; listed: number };

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-runs-'));
  looks = { opened: [], listed: 0 };
  archive = await Archive.open(host());
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

/** Notes what is opened. */
function host(): Host {
  const real = createNodeHost({ home, env: { HANSARD_HOME: join(home, 'archive') } });
  return hostWith(real, {
    read: (path, start, end) => {
      looks.opened.push(path);
      return real.read(path, start, end);
    },
    list: (folder) => {
      looks.listed++;
      return real.list(folder);
    },
  });
}

function put(run: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const full = join(home, 'swarm', run, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
}

const syncRuns = () => sync({ archive, host: host(), now: NOW, adapters: [runAdapter([join(home, 'swarm')])] });
const detailOf = async (name: string): Promise<RunDetail> => {
  const [row] = (await archive.store.runs.find(name)) as [RunRow];
  return (await archive.store.runs.detail(row.key)) as RunDetail;
};
const sessionsOf = (text: string) =>
  archive.store.sessions.count(parseQuery(text, { now: Date.parse(NOW), timezone: 'UTC' }));

it('links steps to their sessions, which are found by the names of the run', async () => {
  put('run-1', runFiles('alias-1', [PLAN, CODE]));
  put('run-2', runFiles('run-2', [{ ...PLAN, flow: 'sign' }]));
  await syncRuns();
  const { steps } = await detailOf('run-1');
  const ids = steps.map(({ session }) => session as string);
  const rows = await archive.store.sessions.rows(ids);
  expect(rows.map(({ run }) => run)).toEqual([
    {
      id: 'run-1',
      aliases: ['alias-1'],
      flow: 'build',
      step: 'plan',
      agent: 'planner',
      engine: 'sketch-step',
      stub: false,
    },
    {
      id: 'run-1',
      aliases: ['alias-1'],
      flow: 'build',
      step: 'code',
      agent: 'coder',
      engine: 'sketch-step',
      stub: true,
    },
  ]);
  expect(await sessionsOf('run:run-1')).toBe(2);
  expect(await sessionsOf('run:alias-1')).toBe(2);
  expect(await sessionsOf('run:run-*')).toBe(3);
  expect(await sessionsOf('flow:sign')).toBe(1);
  expect(await sessionsOf('step:plan -run:run-1')).toBe(1);
  expect(await sessionsOf('engine:sketch')).toBe(3);
  expect(await sessionsOf('is:stub')).toBe(1);
  expect(await sessionsOf('-is:stub')).toBe(2);
  const found = await archive.search.find(parseQuery('wombat step:code', { now: Date.parse(NOW), timezone: 'UTC' }));
  expect(found.sessions).toHaveLength(1);
});

it('counts the tools that its steps used, the most used first', async () => {
  const tool = (tool_name: string, more: object) => ({ role: 'tool', tool_name, tool_input: {}, ...more });
  const often = [
    tool('Bash', { tool_output: 'ok' }),
    tool('Bash', { tool_output: 'no', exit_code: 1 }),
    tool('Bash', {}),
    tool('Read', { content: 'text' }),
  ];
  put(
    'run-1',
    runFiles('run-1', [
      { ...PLAN, lines: [{ role: 'user', content: 'hello' }] },
      { ...CODE, lines: often },
    ]),
  );
  put('run-2', runFiles('run-2', [PLAN]));
  await syncRuns();
  const { key } = await detailOf('run-1');
  const bash = { step: 1, tool: 'Bash', calls: 3, outputs: 2, failures: 1 };
  expect(await archive.store.runs.tools?.(key, 10)).toEqual([
    bash,
    { step: 1, tool: 'Read', calls: 1, outputs: 1, failures: 0 },
  ]);
  expect(await archive.store.runs.tools?.(key, 1)).toEqual([bash]);
  expect(await archive.store.runs.tools?.('nobody', 10)).toEqual([]);
});

it('can be asked for by SQL', async () => {
  put('run-1', runFiles('alias-1', [PLAN, CODE]));
  await syncRuns();
  const asked = async (sql: string) => {
    const { rows, close } = await query(archive, sql);
    try {
      return [...rows].map((row) => ({ ...row }));
    } finally {
      close();
    }
  };
  expect(await asked('SELECT run_id, status, steps, stub, total_tokens FROM runs')).toEqual([
    { run_id: 'run-1', status: 'succeeded', steps: 2, stub: 1, total_tokens: 240 },
  ]);
  expect(
    await asked('SELECT run_id, flow, step, agent_key, engine, model, status, stub FROM run_steps ORDER BY step'),
  ).toMatchObject([
    { run_id: 'run-1', flow: 'build', step: 'code', agent_key: 'coder', model: 'sketch-stub', stub: 1 },
    { step: 'plan', engine: 'sketch-step', status: 'succeeded', stub: 0 },
  ]);
});

it('opens nothing that has not changed, in any run', async () => {
  for (let n = 0; n < 30; n++) put(`run-${n}`, { ...runFiles(`run-${n}`, [PLAN, CODE]), 'build/notes.md': `${n}` });
  await syncRuns();
  expect((await archive.store.runs.page({ limit: 100, offset: 0 })).total).toBe(30);
  looks = { opened: [], listed: 0 };
  const described = archive.sql.get('SELECT total_changes() AS n')?.['n'];
  await syncRuns();
  expect(looks.opened).toEqual([]);
  expect(archive.sql.get('SELECT total_changes() AS n')?.['n']).toBe(described);
  // The base, each run, its flow, and the flow's two folders, each once.
  expect(looks.listed).toBeLessThanOrEqual(1 + 30 * 4 + 2);
  put('run-7', { 'build/notes.md': 'changed' });
  await syncRuns();
  expect(new Set(looks.opened)).toEqual(new Set([join(home, 'swarm/run-7/build/notes.md')]));
  expect((await detailOf('run-7')).files.find(({ path }) => path === 'build/notes.md')).toMatchObject({
    versions: 2,
    bytes: 7,
  });
});

it('keeps iterations that were written over', async () => {
  const lines = (n: number) =>
    linesOf([{ timestamp: `2026-04-01T10:0${n}:00.000000Z`, role: 'user', content: `Round ${n}` }]);
  const events = (n: number) =>
    linesOf(
      Array.from({ length: n }, (_, i) => [
        {
          ts: `2026-04-01T10:0${i}:00Z`,
          kind: 'step_start',
          run_id: 'r',
          flow_key: 'build',
          step_id: 'plan',
          agent_key: 'planner',
        },
        {
          ts: `2026-04-01T10:0${i}:30Z`,
          kind: 'step_end',
          run_id: 'r',
          flow_key: 'build',
          step_id: 'plan',
          agent_key: 'planner',
          payload: { status: i === 1 ? 'failed' : 'succeeded' },
        },
      ]).flat(),
    );
  for (const n of [1, 2, 3]) {
    put('r', { ...runFiles('r', [{ ...PLAN, lines: [] }], null), 'events.jsonl': events(n) });
    put('r', { 'build/llm/plan-planner-sketch.jsonl': lines(n) });
    await syncRuns();
  }
  const { key, steps } = await detailOf('r');
  expect(steps[0]?.iterations.map(({ n, status }) => [n, status])).toEqual([
    [1, 'succeeded'],
    [2, 'failed'],
    [3, 'succeeded'],
  ]);
  const texts = [];
  for (const version of [1, 2, 3]) {
    const file = await archive.store.runs.file(key, 'build/llm/plan-planner-sketch.jsonl', version);
    texts.push(Buffer.concat([...((file?.pieces() ?? []) as Iterable<Uint8Array>)]).toString());
  }
  expect(texts).toEqual([1, 2, 3].map(lines));
});

it('finds earlier times of a step as it finds the last', async () => {
  const earlier = {
    ...CODE,
    receipt: { routing: { loop_iteration: 1, max_iterations: 2, decision: 'loop', reason: '' } },
  };
  const { 'build/llm/code-coder-sketch.jsonl': lines, 'build/receipts/code-coder.json': receipt } = runFiles('run-1', [
    earlier,
  ]);
  put('run-1', {
    ...runFiles('run-1', [PLAN, CODE, { ...CODE, agent: 'coder-two' }]),
    'build/llm/code-coder-sketch@1.jsonl': (lines as string).replace('Please', 'First'),
    'build/receipts/code-coder@1.json': (receipt as string).replace('sketch.jsonl', 'sketch@1.jsonl'),
  });
  await syncRuns();
  for (const [query, count] of [
    ['run:run-1', 4],
    ['run:run-1 step:code', 3],
    ['step:code engine:sketch flow:build', 3],
    ['is:stub', 3],
    ['-run:run-1', 0],
  ] as const) {
    expect([query, await sessionsOf(query)]).toEqual([query, count]);
  }
  const found = await archive.search.find(parseQuery('first step:code', { now: Date.parse(NOW), timezone: 'UTC' }));
  const [row] = await archive.store.sessions.rows(found.sessions.map(({ session }) => session.id));
  expect(row?.run).toMatchObject({ id: 'run-1', flow: 'build', step: 'code', agent: 'coder' });
});

it('is enough to import the folder, whatever else lies in it', async () => {
  put('run-1', { ...runFiles('alias-1', [PLAN]), 'spec.json': '{"flow_keys": ["build", "gate"], "params": {"a": 1}}' });
  put('run-1', {
    'build/handoff/plan.json': '{}',
    'run_state.json': '{}',
    'build/receipts/prompt_receipt_plan.json': '{}',
  });
  symlinkSync('/etc/hostname', join(home, 'swarm/run-1/build/leads-elsewhere.md'));
  symlinkSync('/etc', join(home, 'swarm/run-1/etc'));
  await importFile({ archive, host: host(), now: NOW }, join(home, 'swarm/run-1'));
  const { files, flows, params, steps } = await detailOf('run-1');
  expect(files.map(({ path }) => path)).toEqual([
    'build/handoff/plan.json',
    'build/llm/plan-planner-sketch.jsonl',
    'build/receipts/plan-planner.json',
    'build/receipts/prompt_receipt_plan.json',
    'events.jsonl',
    'meta.json',
    'run_state.json',
    'spec.json',
  ]);
  expect([flows, params, steps.length]).toEqual([['build', 'gate'], { a: 1 }, 1]);
  expect(files.every(({ hash }) => hash !== null)).toBe(true);
});

it('goes on knowing a run whose folder is gone, and makes it again from the originals', async () => {
  put('run-1', runFiles('alias-1', [PLAN, CODE]));
  await syncRuns();
  const before = await detailOf('run-1');
  rmSync(join(home, 'swarm'), { recursive: true });
  await syncRuns();
  expect(await detailOf('run-1')).toEqual(before);
  archive.sql.run("UPDATE flow_run SET title = 'wrong'");
  await rebuild(archive, { host: host(), adapters: readers, now: NOW });
  expect(await detailOf('run-1')).toEqual(before);
});

it('are found in an archive that kept only their sessions', async () => {
  put('run-1', runFiles('alias-1', [PLAN, CODE]));
  await syncRuns();
  const before = await detailOf('run-1');
  archive.close();
  await makeSeventhVersion(join(home, 'archive', 'archive.db'));
  archive = await Archive.open(host());
  expect(await detailOf('run-1')).toEqual(before);
  looks.opened = [];
  await syncRuns();
  expect(looks.opened).toEqual([]);
});

it('says nothing of a run that was erased', async () => {
  const secret = 'quokkaverity';
  const files = runFiles('run-1', [{ ...PLAN, receipt: { error: `${secret} failed` } }], {
    title: secret,
    error: secret,
  });
  const { 'events.jsonl': _log, ...alone } = files;
  put('run-1', { ...alone, 'build/notes.md': secret });
  await syncRuns();
  const { steps } = await detailOf('run-1');
  const found = [findSession(archive, steps[0]?.session as string)];
  await erase(archive, await planErase(archive, { host: host(), adapters: readers }, found), { now: NOW });
  expect(await archive.store.runs.find('run-1')).toEqual([]);
  expect(await remainsOf(secret, join(home, 'archive'))).toEqual([]);
  await syncRuns();
  expect(await archive.store.runs.find('run-1')).toEqual([]);
});

it('stands hostile files', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  put('run-1', {
    'build/llm/a-b-c.jsonl': `not json\n${deep}\n{"role": 7}\n`,
    'build/receipts/a-b.json': `{"run_id": {"x": 1}, "tokens": "many", "status": 5, "duration_ms": -1, "routing": [], "step_id": 9}`,
    'build/receipts/c-d.json': deep,
    'meta.json':
      '{"id": ["x"], "status": "fine", "tags": "a", "spec": {"flow_keys": {"a": 1}, "params": [1]}, "title": 5}',
    'events.jsonl': `{"kind": "step_start", "step_id": "a"}\n{"kind": 1}\n[]\n{"event": "step_end", "step_id": "zz", "timestamp": "never"}\n`,
  });
  put('__proto__', runFiles('constructor', [{ step: '__proto__', agent: 'toString' }]));
  await syncRuns();
  expect(await detailOf('run-1')).toMatchObject({ title: null, params: {}, tags: [] });
  expect((await detailOf('__proto__')).steps[0]).toMatchObject({ step: '__proto__', agent: 'toString' });
});

it('lists a file that is too large to be kept', async () => {
  put('run-1', runFiles('run-1', [PLAN]));
  const path = join(home, 'swarm/run-1/build/huge.bin');
  writeFileSync(path, '');
  const { truncateSync } = await import('node:fs');
  truncateSync(path, 300 * 1024 * 1024);
  expect(statSync(path).size).toBe(300 * 1024 * 1024);
  await syncRuns();
  const huge = (await detailOf('run-1')).files.find((file) => file.path === 'build/huge.bin');
  expect(huge).toMatchObject({ bytes: 300 * 1024 * 1024, hash: null, versions: 0 });
  expect(looks.opened).not.toContain(path);
  utimesSync(path, new Date(), new Date());
});

it('takes as much to know a run among many as among few', async () => {
  const rowsFor = async (runs: number): Promise<number> => {
    for (let n = 0; n < runs; n++) put(`run-${n}`, runFiles(`run-${n}`, [PLAN, CODE]));
    let rows = 0;
    const { sql } = archive;
    const [all, get] = [sql.all.bind(sql), sql.get.bind(sql)];
    sql.all = (...asked) => {
      const found = all(...asked);
      rows += found.length;
      return found;
    };
    sql.get = (...asked) => {
      rows++;
      return get(...asked);
    };
    await syncRuns();
    expect((await archive.store.runs.page({ limit: 1, offset: 0 })).total).toBe(runs);
    return rows / runs;
  };
  const few = await rowsFor(20);
  archive.close();
  rmSync(home, { recursive: true });
  mkdirSync(home);
  archive = await Archive.open(host());
  expect(await rowsFor(80)).toBeLessThan(few * 1.15);
});
