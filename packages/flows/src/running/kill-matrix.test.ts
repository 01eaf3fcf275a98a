/**
 * A run that is killed by SIGKILL, wherever it was: in the middle of every change that it makes to the disk, and after each. Whoever
 * goes on with it ends with the same files as a run that nobody has disturbed, with nothing missing and nothing twice.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WatchedDisk } from '../testing/killed-run.ts';
import { RunHome, stubRun } from '../testing/run-home.ts';
import { FlowRun } from './flow-run.ts';

const TEXT = `key: build
engine: claude-step
steps:
  - {id: load, agent: loader, role: Load}
  - {id: impl-loop, agent: coder, role: Write, inputs: [load], loop: {max: 2, until: VERIFIED}}
`;
/** Fewer would mean that changes are made past the disk. */
const CHANGES = 26;

const folder = mkdtempSync(join(tmpdir(), 'hansard-killed-'));
const program = join(folder, 'killed-run.cjs');
const home = new RunHome();

beforeAll(async () => {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('../testing/killed-run.ts', import.meta.url)),
    platform: 'node',
    resolve: { conditionNames: ['hansard-source', 'import', 'node'] },
  });
  await bundle.write({ file: program, format: 'cjs', codeSplitting: false });
  await bundle.close();
}, 60_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  home.remove();
});

/** Runs it until it stands still, and kills it there. */
async function killedAt(id: string, at: number, half: boolean): Promise<string> {
  const argument = JSON.stringify({ runs: home.runs, work: home.work, id, text: TEXT, at, half });
  const child = spawn(process.execPath, [program, argument], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const said = await new Promise<string>((resolve) => {
    child.stdout.on('data', (text) => resolve(String(text).trim()));
    child.once('close', () => resolve('nothing'));
  });
  child.kill('SIGKILL');
  await closed;
  return said;
}

/** Without times and what follows from them. */
function settled(files: Record<string, string>, id: string): Record<string, string> {
  const timeless = (text: string) =>
    text
      .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"')
      .replaceAll(/"duration_ms": \d+/g, '"duration_ms": 0')
      .replaceAll(id, 'run');
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, timeless(text)]));
}

const logOf = (files: Record<string, string>) =>
  (files['events.jsonl'] ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { seq: number; kind: string; payload: { resumed?: true } });

/** What happened, without what tells of going on. */
const happened = (files: Record<string, string>) =>
  logOf(files)
    .filter(({ payload }) => !payload.resumed)
    .map(({ kind }) => kind);

let whole: Record<string, string>;

it('makes every change through the disk that is watched', async () => {
  let changes = 0;
  const watch = {
    before: async () => {
      changes++;
    },
    after: async () => {},
  };
  const disk = (path: string) => new WatchedDisk(path, watch);
  const run = await FlowRun.begin({ runs: home.runs, disk, runId: () => 'whole' }, await stubRun(TEXT, home.work));
  await run.run();
  whole = settled(home.files('whole'), 'whole');
  expect(changes).toBe(CHANGES);
});

const cases = Array.from({ length: CHANGES }, (_, i) => [true, false].map((half) => ({ at: i + 1, half }))).flat();

describe.skipIf(process.platform === 'win32')('killed', () => {
  it.each(cases)('at change $at, in the middle of it: $half', async ({ at, half }) => {
    const id = `killed-${at}-${half ? 'half' : 'after'}`;
    expect(await killedAt(id, at, half)).toBe('reached');
    if (!readdirSync(join(home.runs, id)).includes('spec.json')) {
      await expect(FlowRun.resume({ runs: home.runs }, id)).rejects.toMatchObject({ code: 'not-resumable' });
      return;
    }
    const run = await FlowRun.resume({ runs: home.runs }, id);
    expect(run.isDone ? await run.leave() : await run.run()).toMatchObject({ status: 'succeeded' });
    const files = home.files(id);
    const log = logOf(files);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, i) => i + 1));
    expect(happened(files)).toEqual(happened(home.files('whole')));
    const { 'events.jsonl': _log, ...others } = settled(files, id);
    const { 'events.jsonl': _whole, ...expected } = whole;
    expect(others).toEqual(expected);
  });
});
