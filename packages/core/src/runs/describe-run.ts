/**
 * A run as its files tell it: its description, its log and its receipts, joined. Nothing in them is trusted: what is missing
 * or of another kind is left out, and what several of them say is taken from the nearest to what happened.
 */
import type { FolderFile } from '../formats/contract.ts';
import { runsIn } from '../formats/run/layout.ts';
import { readRunParts } from '../formats/run/read.ts';
import { readObject } from '../formats/run/read-events.ts';
import type { RunEvent } from '../formats/run/run-event.ts';
import { type Json, listOf, objectOf, stringOf } from '../reading/native-values.ts';
import { readTime } from '../reading/time.ts';
import { hasEnded, type RunStatus, runStatusOf } from '../run-status.ts';
import type { RunDetail, RunStepRow } from '../store/runs.ts';
import { describeSteps } from './describe-steps.ts';

/** What the files of a run say of it; where they lie and what was said about it otherwise is the store's business. */
export type DescribedRun = Omit<RunDetail, 'key' | 'folder' | 'files'>;

/** A title, a tag or an id longer than this is none. */
const LONGEST = 2000;

/** Undefined when there is no run in the folder. Paths begin with the name of the folder. */
export async function describeRun(id: string, files: readonly FolderFile[]): Promise<DescribedRun | undefined> {
  const [run] = runsIn(files.filter(({ path }) => path.startsWith(`${id}/`))).filter(
    ({ folder }) => folder === `${id}/`,
  );
  if (!run) return undefined;
  const { meta = {}, events, steps: parts } = await readRunParts(run);
  const specFile = files.find(({ path }) => path === `${id}/spec.json`);
  const told = specFile && (await readObject(specFile, []))?.[0];
  const spec = { ...objectOf(meta['spec']), ...told };
  const steps = describeSteps(id, parts, events);
  const status = statusOf(meta, events, steps);
  const times = timesOf(meta, events, steps, status);
  return {
    id,
    aliases: aliasesOf(id, meta, parts, events),
    title: wordOf(meta['title']),
    description: wordOf(meta['description']),
    status,
    sdlcStatus: wordOf(meta['sdlc_status']),
    backend: wordOf(spec['backend']),
    initiator: wordOf(spec['initiator']),
    profile: wordOf(spec['profile_id']),
    flows: flowsOf(spec, steps),
    tags: wordsOf(meta['tags']),
    exemplar: meta['is_exemplar'] === true,
    stub: steps.some(({ stub }) => stub),
    ...times,
    error: wordOf(meta['error']) ?? steps.find(({ error }) => error !== null)?.error ?? null,
    stepCount: steps.length,
    failedSteps: steps.filter((step) => step.status === 'failed').length,
    tokens: tokensOf(steps),
    params: objectOf(spec['params']),
    steps,
  };
}

const wordOf = (value: unknown): string | null => stringOf(value)?.slice(0, LONGEST) ?? null;

const wordsOf = (value: unknown): string[] =>
  listOf(value)
    .flatMap((one) => wordOf(one) ?? [])
    .slice(0, 100);

/** Ids that differ from the folder's name. */
function aliasesOf(
  id: string,
  meta: Json,
  parts: readonly { readonly pair: { readonly receipt?: { readonly value: Json } } }[],
  events: readonly RunEvent[],
): string[] {
  const told = [
    meta['id'],
    ...parts.map(({ pair }) => pair.receipt?.value['run_id']),
    ...events.map(({ runId }) => runId),
  ];
  const names = told.flatMap((one) => (typeof one === 'string' && one.length <= 300 && one !== '' ? [one] : []));
  return [...new Set(names)].filter((name) => name !== id).slice(0, 100);
}

function flowsOf(spec: Json, steps: readonly RunStepRow[]): string[] {
  return [...new Set([...wordsOf(spec['flow_keys']), ...steps.map(({ flow }) => flow)])];
}

/** What the description says; else the log; else what became of the steps. */
function statusOf(meta: Json, events: readonly RunEvent[], steps: readonly RunStepRow[]): RunStatus {
  const described = runStatusOf(stringOf(meta['status']));
  if (described !== undefined) return described;
  const ended = events.findLast(({ kind }) => kind === 'run_completed');
  const written = ended && (stringOf(ended.value['kind']) ?? stringOf(ended.value['event']));
  const logged = ended && runStatusOf(stringOf(objectOf(ended.value['payload'])['status']));
  if (logged !== undefined) return logged;
  if (written === 'run_failed') return 'failed';
  if (written === 'run_cancelled') return 'canceled';
  if (steps.some(({ status }) => status === 'running')) return 'running';
  if (steps.some(({ status }) => status === 'failed')) return 'failed';
  if (ended || (steps.length > 0 && steps.every(({ status }) => status === 'succeeded'))) return 'succeeded';
  return steps.length > 0 ? 'partial' : 'pending';
}

function timesOf(meta: Json, events: readonly RunEvent[], steps: readonly RunStepRow[], status: RunStatus) {
  const logged = events.flatMap(({ value }) => readTime(value['ts'] ?? value['timestamp']) ?? []);
  const started = [...steps.map(({ startedAt }) => startedAt), ...logged].filter((time) => time !== null).sort();
  const ended = [...steps.map(({ completedAt }) => completedAt), ...logged].filter((time) => time !== null).sort();
  const startedAt = readTime(meta['started_at']) ?? started[0] ?? null;
  const last = ended.at(-1) ?? null;
  return {
    createdAt: readTime(meta['created_at']) ?? startedAt,
    updatedAt: readTime(meta['updated_at']) ?? last,
    startedAt,
    completedAt: readTime(meta['completed_at']) ?? (hasEnded(status) ? last : null),
  };
}

function tokensOf(steps: readonly RunStepRow[]) {
  const sum = { prompt: 0, completion: 0, total: 0 };
  for (const { tokens } of steps) {
    sum.prompt += tokens?.prompt ?? 0;
    sum.completion += tokens?.completion ?? 0;
    sum.total += tokens?.total ?? 0;
  }
  return sum;
}
