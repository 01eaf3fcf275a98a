/** Folders of runs that are made to do harm, or change while they are read: nothing else is read, and nothing stays wrong. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Host } from '@hansard/core';
import type { RunDetail, RunRow } from '@hansard/core/store/runs.ts';
import { runFiles } from '@hansard/core/testing/run-files.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runAdapter } from '../../adapters/run-adapter.ts';
import { Archive } from '../../archive.ts';
import { hostWith } from '../../host/host-with.ts';
import { createNodeHost } from '../../host/node-host.ts';
import { sync } from '../../sync/sync.ts';

const NOW = '2026-05-01T00:00:00.000Z';
const PLAN = { step: 'plan', agent: 'planner' };
const CODE = { step: 'code', agent: 'coder' };
let home: string;
let onRead: (path: string) => void;
const opened: Archive[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-hostile-runs-'));
  onRead = () => {};
});
afterEach(() => {
  for (const archive of opened.splice(0)) archive.close();
  rmSync(home, { recursive: true, force: true });
});

function put(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}
const putRun = (files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) put(`swarm/run-1/${path}`, text);
};

function hostOf(name: string): Host {
  const real = createNodeHost({ home, env: { HANSARD_HOME: join(home, name) } });
  return hostWith(real, {
    read: (path, start, end) => {
      onRead(path);
      return real.read(path, start, end);
    },
  });
}
async function open(name: string): Promise<Archive> {
  const archive = await Archive.open(hostOf(name));
  opened.push(archive);
  return archive;
}
const syncRuns = (archive: Archive, name: string) =>
  sync({ archive, host: hostOf(name), now: NOW, adapters: [runAdapter([join(home, 'swarm')])] });

async function detailOf({ store }: Archive): Promise<RunDetail> {
  const [row] = (await store.runs.find('run-1')) as [RunRow];
  return (await store.runs.detail(row.key)) as RunDetail;
}
/** What does not say when, and in which archive, it was learnt. */
const toldOf = ({ key: _key, steps, files, ...run }: RunDetail) => ({
  ...run,
  steps: steps.map(({ session, ...step }) => ({ ...step, hasSession: session !== null })),
  files: files.map(({ versions: _versions, ...file }) => file),
});

it.skipIf(process.platform === 'win32')('does not follow links out of the folder', async () => {
  put('elsewhere/secret.jsonl', '{"role": "user", "content": "quokkaverity"}\n');
  put('elsewhere/folder/llm/a-b-c.jsonl', '{"role": "user", "content": "quokkaverity"}\n');
  putRun(runFiles('run-1', [PLAN]));
  symlinkSync(join(home, 'elsewhere/secret.jsonl'), join(home, 'swarm/run-1/build/llm/x-y-z.jsonl'));
  symlinkSync(join(home, 'elsewhere/secret.jsonl'), join(home, 'swarm/run-1/build/notes.md'));
  symlinkSync(join(home, 'elsewhere/folder'), join(home, 'swarm/run-1/linked'));
  symlinkSync(join(home, 'swarm/run-1'), join(home, 'swarm/run-1/build/around'));
  const read: string[] = [];
  onRead = (path) => read.push(path);
  const archive = await open('archive');
  await syncRuns(archive, 'archive');
  expect(read.filter((path) => /elsewhere|x-y-z|linked|around|notes/.test(path))).toEqual([]);
  const { files, steps } = await detailOf(archive);
  expect(steps).toHaveLength(1);
  expect(files.map(({ path }) => path)).toEqual([
    'build/llm/plan-planner-sketch.jsonl',
    'build/receipts/plan-planner.json',
    'events.jsonl',
    'meta.json',
  ]);
});

it('takes a receipt or a description that is too long for none', async () => {
  const long = `{"run_id": "run-1", "x": "${'x'.repeat(17_000_000)}"}`;
  putRun({ ...runFiles('run-1', [PLAN, CODE]), 'build/receipts/plan-planner.json': long, 'meta.json': long });
  const archive = await open('archive');
  await syncRuns(archive, 'archive');
  const { steps, status } = await detailOf(archive);
  expect(status).toBe('succeeded');
  expect(steps.map(({ step, receipt }) => [step, receipt])).toEqual([
    ['plan', null],
    ['code', 'build/receipts/code-coder.json'],
  ]);
});

it('settles on what is there when it changes while it is read', async () => {
  const before = runFiles('run-1', [PLAN, CODE], { status: 'running' });
  const after: Record<string, string> = {
    ...runFiles('run-1', [PLAN, { ...CODE, status: 'failed' }], { status: 'failed' }),
    'gate/notes.md': 'new',
  };
  const changes: Record<string, () => void> = {
    'plan-planner-sketch.jsonl': () => putRun({ 'build/receipts/plan-planner.json': '{"half": ' }),
    'plan-planner.json': () => rmSync(join(home, 'swarm/run-1/build/llm/code-coder-sketch.jsonl')),
    'code-coder.json': () => rmSync(join(home, 'swarm/run-1/events.jsonl'), { force: true }),
    'meta.json': () => putRun(after),
  };
  putRun(before);
  const changed: string[] = [];
  onRead = (path) => {
    const name = Object.keys(changes).find((one) => path.endsWith(one));
    if (name === undefined) return;
    changed.push(name);
    changes[name]?.();
    delete changes[name];
  };
  const archive = await open('archive');
  await syncRuns(archive, 'archive');
  expect(changed.length).toBeGreaterThanOrEqual(3);
  putRun(after);
  onRead = () => {};
  await syncRuns(archive, 'archive');
  const fresh = await open('fresh');
  await syncRuns(fresh, 'fresh');
  expect(toldOf(await detailOf(archive))).toEqual(toldOf(await detailOf(fresh)));
  expect((await detailOf(archive)).status).toBe('failed');
});
