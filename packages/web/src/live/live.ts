/** Sessions that are new or have grown, from one stream for the whole page. */

import type { SessionSummary } from '@hansard/client';
import { useEffect } from 'react';
import { api } from '../api.ts';
import { setLiveState } from './connection.ts';

type Listener = (session: SessionSummary) => void;

const sessionListeners = new Set<Listener>();

/** Lists, transcripts and answers that are held here may have what is gone: nothing of it stays. The address is the view. */
const onRemoval = (): void => location.reload();

export async function followArchive(): Promise<void> {
  try {
    for await (const session of api.watchSessions({ onConnection: setLiveState, onRemoval })) {
      for (const listener of sessionListeners) listener(session);
    }
  } catch {
    // A problem that stays, such as a token that is no longer valid: every other request says so, with its reason.
    setLiveState('lost');
  }
}

export function useLiveSessions(listener: Listener): void {
  useEffect(() => {
    sessionListeners.add(listener);
    return () => {
      sessionListeners.delete(listener);
    };
  }, [listener]);
}
