/**
 * What a run has beside its steps: a description and a log. They are made for a session that is a run by itself; of a
 * run that was read they are kept with its first step, as they were.
 */
import { isObject } from '../../reading/native-values.ts';
import type { FolderFile, TranscriptHeader } from '../contract.ts';
import { textOf } from '../text-pieces.ts';
import type { RunFiles } from './layout.ts';
import { microTime } from './micro-time.ts';
import { logLine, metaDocument } from './run-log.ts';
import type { RunNames } from './run-names.ts';
import { documentText } from './run-text.ts';

export const META = 'meta.json';
export const LOG = 'events.jsonl';
const INITIATOR = 'hansard';

/** Nobody's log of a run is longer, unless it is no log of a run. */
const MAX_KEPT = 1_000_000;

export async function keptFiles({ meta, events }: RunFiles): Promise<Record<string, string> | undefined> {
  const kept: Record<string, string> = {};
  for (const [name, file] of [
    [META, meta],
    [LOG, events],
  ] as const) {
    const text = file && (await textOf(file.pieces(), MAX_KEPT));
    if (text !== undefined) kept[name] = text;
  }
  return Object.keys(kept).length > 0 ? kept : undefined;
}

/** The files of the run that a session was read from, where it has them. */
export function* filesAgain({ session }: TranscriptHeader, folder: string): Iterable<FolderFile> {
  const kept = session.extra?.['runFiles'];
  if (!isObject(kept)) return;
  for (const name of [META, LOG]) {
    const text = kept[name];
    if (typeof text === 'string') yield { path: `${folder}/${name}`, pieces: () => [text] };
  }
}

/** A run that was read and had no files of steps: its log is all that there is of it. */
export function isLogAlone({ session: { run, extra } }: TranscriptHeader): boolean {
  const kept = extra?.['runFiles'];
  return run?.runId !== undefined && run.stepId === undefined && isObject(kept) && typeof kept[LOG] === 'string';
}

/** A receipt that was written, as far as the log tells of it. */
export type ToldReceipt = Readonly<Record<string, unknown>>;

export function* filesOfRun(
  header: TranscriptHeader,
  names: RunNames,
  folder: string,
  receipts: readonly ToldReceipt[],
): Iterable<FolderFile> {
  const meta = documentText(metaOf(header, names, receipts));
  yield { path: `${folder}/${META}`, pieces: () => [meta] };
  yield { path: `${folder}/${LOG}`, pieces: () => logOf(header, names, receipts) };
}

const hasFailed = (receipts: readonly ToldReceipt[]): boolean => receipts.at(-1)?.['status'] === 'failed';

function metaOf({ session, source }: TranscriptHeader, names: RunNames, receipts: readonly ToldReceipt[]) {
  const { started, completed } = timesOf(session);
  const params = {};
  const own = { profile_id: null, backend: source.agent, initiator: INITIATOR, params };
  return metaDocument({
    id: names.runId,
    spec: { flow_keys: [names.flowKey], ...own },
    status: hasFailed(receipts) ? 'failed' : session.state === 'interrupted' ? 'stopped' : 'succeeded',
    createdAt: started,
    updatedAt: completed,
    startedAt: started,
    completedAt: completed,
    title: session.title,
  });
}

function timesOf({ startedAt, endedAt }: TranscriptHeader['session']) {
  return { started: microTime(startedAt), completed: microTime(endedAt ?? startedAt) };
}

function* logOf({ session }: TranscriptHeader, names: RunNames, receipts: readonly ToldReceipt[]): Iterable<string> {
  const { runId, flowKey } = names;
  const { started, completed } = timesOf(session);
  let seq = 0;
  const line = (ts: unknown, kind: string, payload: object, receipt: ToldReceipt = {}): string => {
    const { step_id: stepId, agent_key: agentKey } = receipt;
    return logLine({ runId, ts, kind, flowKey, seq: ++seq, stepId, agentKey, payload });
  };
  yield line(started, 'run_created', { flows: [flowKey], initiator: INITIATOR });
  yield line(started, 'run_started', {});
  for (const receipt of receipts) {
    const { started_at, completed_at, engine, status, duration_ms } = receipt;
    yield line(started_at, 'step_start', { engine }, receipt);
    yield line(completed_at, 'step_end', { status, duration_ms }, receipt);
  }
  yield line(completed, 'run_completed', { status: hasFailed(receipts) ? 'failed' : 'succeeded' });
}
