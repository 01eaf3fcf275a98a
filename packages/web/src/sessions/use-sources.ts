/** The subagents of the sessions that are open in the list, asked for when they are opened. */
import type { SessionSource, SessionSummary } from '@hansard/client';
import { useEffect, useState } from 'react';
import { api } from '../api.ts';

type Sources = ReadonlyMap<string, readonly SessionSource[]>;

export function useSources(sessions: readonly SessionSummary[], toggled: ReadonlySet<string>): Sources {
  const [sources, setSources] = useState<Sources>(new Map());
  const missing = sessions.filter(({ id, subagents }) => toggled.has(id) && subagents > 0 && !sources.has(id));
  const names = missing.map(({ id }) => id).join(' ');
  useEffect(() => {
    for (const id of names.split(' ').filter((name) => name !== '')) {
      const know = (found: readonly SessionSource[]) => setSources((before) => new Map([...before, [id, found]]));
      api.session(id).then(
        (session) => know(session.sources),
        () => know([]),
      );
    }
  }, [names]);
  return sources;
}
