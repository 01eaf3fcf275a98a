/** A run, and what changes of it while it is looked at. */
import type { RunAnswer, RunEventEntry } from '@hansard/client';
import { useEffect } from 'react';
import { type Answer, useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';

export interface FollowedRun {
  readonly run: Answer<RunAnswer>;
  readonly events: readonly RunEventEntry[];
}

const ENDED = new Set(['succeeded', 'failed', 'canceled', 'partial', 'stopped']);

export const hasEnded = ({ status }: Pick<RunAnswer, 'status'>): boolean => ENDED.has(status);

/** What comes within this time is asked for once. */
const SETTLE_MS = 150;

export function useRun(id: string): FollowedRun {
  const run = useAnswer(`run ${id}`, (signal) => api.run(id, { signal }));
  const log = useAnswer(`run events ${id}`, (signal) => api.runEvents(id, {}, { signal }));
  const isThere = run.data !== undefined;
  const { reload } = run;
  const reloadLog = log.reload;
  useEffect(() => {
    if (!isThere) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      timer = undefined;
      reload();
      reloadLog();
    };
    const read = async () => {
      for await (const { event } of api.followRun(id, { signal: controller.signal })) {
        if (event !== 'connected') timer ??= setTimeout(again, SETTLE_MS);
      }
    };
    // What cannot be followed is shown as it was.
    read().catch(() => {});
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [id, isThere, reload, reloadLog]);
  return { run, events: log.data?.events ?? [] };
}
