/** The run of a session, where it is run here: asked for again whenever the session has grown, or something was done. */
import type { LiveSession, SessionSummary } from '@hansard/client';
import { useCallback, useEffect } from 'react';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { useLiveReturns } from '../live/connection.ts';
import { useLiveSessions } from '../live/live.ts';
import { useMay } from './use-may.ts';

export interface Run {
  /** Undefined for a session that is not run here. */
  readonly session: LiveSession | undefined;
  readonly reload: () => void;
}

export function useRun(id: string | undefined): Run {
  const { runs } = useMay();
  const key = runs && id !== undefined ? `run ${id}` : null;
  const { data, reload } = useAnswer(key, async (signal) => {
    const { sessions } = await api.liveSessions({ session: id }, { signal });
    return sessions[0] ?? null;
  });
  const stored = data?.id;
  const grown = useCallback(
    (session: SessionSummary) => {
      if (session.id === stored || session.id === id) reload();
    },
    [stored, id, reload],
  );
  useLiveSessions(grown);
  const returns = useLiveReturns();
  useEffect(() => {
    if (returns > 0) reload();
  }, [returns, reload]);
  return { session: data ?? undefined, reload };
}
