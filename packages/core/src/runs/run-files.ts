/** What a file in a run's folder is, by its path; and the order in which runs are listed. */
import type { RunFileKind, RunRow } from '../store/runs.ts';

const IN_FLOW = /^[^/]+\/(?:(llm)\/[^/]+\.jsonl|receipts\/(?!prompt_receipt_)[^/]+\.json)$/s;

/** `path`: below the run's folder. */
export function runFileKind(path: string): RunFileKind {
  if (path === 'events.jsonl') return 'events';
  if (path === 'meta.json') return 'meta';
  const found = IN_FLOW.exec(path);
  if (!found) return 'artefact';
  return found[1] === 'llm' ? 'transcript' : 'receipt';
}

/** When it began, as far as that is known, to the millisecond, so that these compare as texts; empty when it is not. */
export function runTime({
  startedAt,
  createdAt,
  updatedAt,
}: Pick<RunRow, 'startedAt' | 'createdAt' | 'updatedAt'>): string {
  const time = Date.parse(startedAt ?? createdAt ?? updatedAt ?? '');
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}

/** Newest first; of two at one time the later name. */
export function compareRuns(a: RunRow, b: RunRow): number {
  const [one, other] = [runTime(a), runTime(b)];
  if (one !== other) return one < other ? 1 : -1;
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
}
