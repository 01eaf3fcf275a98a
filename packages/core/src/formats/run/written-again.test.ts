/** Runs of others that are read, written, and read again: the same values in the same files, but for times that were repaired. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describeRun } from '../../runs/describe-run.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { linesOf, runFiles } from '../../testing/run-files.ts';
import { collectTranscripts, type FolderFile, sourceOf } from '../contract.ts';
import { readRuns } from './read.ts';
import { writeRun } from './write.ts';

const context = { digest: sha256 };
type Files = Record<string, string>;

const folderOf = (files: Files): FolderFile[] =>
  Object.entries(files).map(([path, text]) => ({ path, pieces: () => [text] }));

async function written(files: Files): Promise<Files> {
  const { transcripts } = await collectTranscripts(readRuns(folderOf(files), context));
  const again: Files = {};
  for (const transcript of transcripts) {
    for await (const { path, pieces } of writeRun(sourceOf(transcript), context)) {
      expect(again).not.toHaveProperty([path]);
      again[path] = '';
      for await (const piece of pieces()) again[path] += String(piece);
    }
  }
  return again;
}

/** JSON however it is spelled: files of a step have an invalid zone repaired, the run's own are as they were. */
const valuesOf = (files: Files) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      const repaired = text.replaceAll('+00:00Z', 'Z');
      return [path, path.endsWith('.jsonl') ? repaired.trim().split('\n').map(parsed) : parsed(repaired)];
    }),
  );

const parsed = (text: string): unknown => JSON.parse(text);

/** `as`: what the run's own files call it, which is the folder that it is written to. */
async function comesBack(files: Files, id: string, as: string): Promise<void> {
  const isFormat = (path: string) => /\/(?:(?:llm|receipts)\/[^/]+|events\.jsonl|meta\.json)$/.test(path);
  const own = Object.entries(files).filter(([path]) => isFormat(path) && path.startsWith(`${id}/`));
  const renamed = Object.fromEntries(own.map(([path, text]) => [`${as}/${path.slice(id.length + 1)}`, text]));
  const once = await written(Object.fromEntries(own));
  expect(valuesOf(once)).toEqual(valuesOf(renamed));
  expect(await written(once)).toEqual(once);
  expect(await describeRun(as, folderOf(once))).toEqual(await describeRun(as, folderOf(renamed)));
}

it('a run of several flows', async () => {
  const plan = { step: 'plan-it', agent: 'the-planner', flow: 'plan' };
  const code = { step: 'code', agent: 'coder', status: 'failed', receipt: { error: 'No wombat', mode: 'sdk' } };
  await comesBack(below('run-9', runFiles('run-9', [plan, code])), 'run-9', 'run-9');
});

it('a run whose files give it another id, with times of an invalid zone', async () => {
  const files = Object.fromEntries(
    Object.entries(runFiles('run-alias', [{ step: 'plan', agent: 'planner' }])).map(([path, text]) => [
      path,
      text.replaceAll(/(T[\d:.]+)Z/g, '$1+00:00Z'),
    ]),
  );
  await comesBack(below('folder', files), 'folder', 'run-alias');
});

it('a run that keeps only its log', async () => {
  const names = { run_id: 'run-log', flow_key: 'sign', step_id: 'plan', agent_key: 'planner' };
  const log = [
    { run_id: 'run-log', ts: '2026-04-01T10:00:00.000001Z', kind: 'run_created', flow_key: 'sign', payload: {} },
    { ts: '2026-04-01T10:00:01.000001Z', kind: 'step_start', ...names, payload: { role: 'Plans', odd: [1] } },
    { ts: '2026-04-01T10:00:02.000001Z', kind: 'step_end', ...names, payload: { status: 'succeeded' } },
  ];
  const meta = { id: 'run-log', status: 'running', spec: { flow_keys: ['sign', 'build'] }, tags: ['legacy'] };
  await comesBack(
    below('run-log', { 'events.jsonl': linesOf(log), 'meta.json': JSON.stringify(meta) }),
    'run-log',
    'run-log',
  );
});

const below = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/runs', import.meta.url));
if (!existsSync(corpus)) console.warn(`run: skipped real runs, there is no ${corpus}`);

describe.skipIf(!existsSync(corpus))('real runs', () => {
  const folders = existsSync(corpus)
    ? readdirSync(corpus, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    : [];
  it.each(folders.map(({ name }) => name))('%s', async (name) => {
    const files = Object.fromEntries(
      readdirSync(join(corpus, name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
        .map((path) => [relative(corpus, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
    );
    const { run_id: as } = JSON.parse((files[`${name}/events.jsonl`] ?? '').split('\n')[0] ?? '') as { run_id: string };
    await comesBack(files, name, as);
  });
});
