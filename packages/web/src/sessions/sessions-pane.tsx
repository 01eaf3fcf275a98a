/** The pane of the list. Without a session it is the page's content, and an empty archive is welcomed there. */
import type { ReactNode } from 'react';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Welcome } from '../welcome/welcome.tsx';
import { SessionList } from './session-list.tsx';

export function SessionsPane({ id, children }: { id: string | undefined; children: ReactNode }) {
  const { data: status, reload } = useAnswer('status', (signal) => api.status({ signal }));
  const isMain = id === undefined;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it always has a role; one element, so that the list stays as it is
    <div
      className="pane list-pane"
      id={isMain ? 'main' : undefined}
      role={isMain ? 'main' : 'complementary'}
      aria-label={isMain ? undefined : 'Sessions'}
      tabIndex={-1}
    >
      {isMain && status?.empty && !status.hub ? (
        <Welcome status={status} onSession={reload} />
      ) : (
        <SessionList current={id} />
      )}
      {!isMain && children}
    </div>
  );
}
