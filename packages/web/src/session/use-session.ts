/** All that is known of a session, asked for again as it grows. */
import type { SessionDetail, SessionSummary } from '@hansard/client';
import { useCallback, useEffect, useRef } from 'react';
import { type Answer, useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { useLiveSessions } from '../live/live.ts';

const WAIT_MS = 1500;

/** Without an id nothing is asked. */
export function useSession(id: string | undefined): Answer<SessionDetail> {
  const answer = useAnswer(id === undefined ? null : `session ${id}`, (signal) =>
    api.session(id as string, { signal }),
  );
  const { data, reload } = answer;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const grown = useCallback(
    (session: SessionSummary) => {
      if (session.id !== data?.id || timer.current !== undefined) return;
      timer.current = setTimeout(() => {
        timer.current = undefined;
        reload();
      }, WAIT_MS);
    },
    [data?.id, reload],
  );
  useLiveSessions(grown);
  useEffect(() => () => clearTimeout(timer.current), []);
  return answer;
}
