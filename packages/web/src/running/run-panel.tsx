/** Below the transcript of a session that is run here: how it stands, what it asks, what waits, and where one writes to it. */
import type { AgentList, LiveSession } from '@hansard/client';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { api } from '../api.ts';
import { useKeys } from '../keys/keys.ts';
import { Button } from '../parts/button.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { Composer } from './composer.tsx';
import { goOnInCopy } from './new-session.ts';
import { Requests } from './requests.tsx';
import { RunMenu } from './run-menu.tsx';
import { type Doing, useDoing } from './use-doing.ts';
import { type May, useMay, useRunnable } from './use-may.ts';
import { useRun } from './use-run.ts';
import { askWaiting } from './waiting.ts';
import { stateText } from './words.ts';

export function RunPanel({ id }: { id: string | undefined }) {
  const may = useMay();
  const { session, reload } = useRun(id);
  if (!session) return null;
  return <Panel key={session.sessionId} session={session} may={may} reload={reload} />;
}

export interface PanelProps {
  session: LiveSession;
  may: May;
  reload: () => void;
}

type Can = NonNullable<AgentList['agents'][number]['capabilities']>;

function Panel({ session, may, reload }: PanelProps) {
  const { agents = [] } = useRunnable();
  const agent = agents.find((one) => one.id === session.agent);
  const doing = useDoing();
  const act = (work: () => Promise<unknown>) => void doing.run(work).then(reload);
  const canStop = may.run && (session.status === 'running' || session.status === 'waiting');
  const stop = () => act(() => api.interrupt(session.sessionId));
  useKeys(canStop ? [{ key: 'Mod+.', does: 'Stop the turn', group: 'Running', run: stop }] : []);
  return (
    <section className="run-panel" aria-label="Running session">
      <Requests session={session} may={may.answer} onDone={reload} />
      <Queue session={session} may={may.run} act={act} />
      <div className="run-line">
        <span className={`state run-state ${session.status}`} role="status">
          {stateText(session)}
        </span>
        <span className="run-facts quiet" title={neutraliseLine(session.directory)}>
          {[agent?.label ?? session.agent, session.model, neutraliseLine(session.directory)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {canStop && agent?.capabilities?.interrupt && (
          <Button look="framed" className="stop" disabled={doing.busy} onClick={stop}>
            Stop
          </Button>
        )}
        {may.run && <RunMenu {...{ session, may, reload, agent, act }} />}
      </div>
      {doing.error !== undefined && <Trouble error={doing.error} />}
      {may.run ? (
        <Writing session={session} can={agent?.capabilities} doing={doing} reload={reload} />
      ) : (
        <p className="quiet run-note">This token may not send messages: it needs the scope run.</p>
      )}
    </section>
  );
}

interface WritingProps {
  session: LiveSession;
  can: Can | undefined;
  doing: Doing;
  reload: () => void;
}

function Writing({ session, can, doing, reload }: WritingProps) {
  const { sessionId, status, ended } = session;
  if (ended) return <Ended session={session} can={can} doing={doing} reload={reload} />;
  const isBusy = status !== 'idle';
  return (
    <Composer
      draft={sessionId}
      label="Message to the agent"
      placeholder={isBusy ? 'The next message; it waits for the end of the turn' : 'Message to the agent'}
      action={isBusy ? 'Queue' : 'Send'}
      steers={isBusy && can?.steer === true}
      onSend={async (written) => {
        await api.sendMessage(sessionId, written);
        reload();
      }}
    />
  );
}

function Ended({ session, can, doing, reload }: WritingProps) {
  const { sessionId, nativeSessionId } = session;
  const known = nativeSessionId !== null;
  return (
    <div className="run-ended">
      <span className="quiet">The session has ended.</span>
      {known && can?.resume && (
        <Button
          look="main"
          disabled={doing.busy}
          onClick={() => void doing.run(() => api.resumeSession(sessionId)).then(reload)}
        >
          Resume
        </Button>
      )}
      {known && can?.fork && (
        <Button look="framed" disabled={doing.busy} onClick={() => void doing.run(() => goOnInCopy(sessionId))}>
          Go on in a copy
        </Button>
      )}
      {can && !can.resume && <span className="quiet">This agent cannot continue it.</span>}
    </div>
  );
}

interface QueueProps {
  session: LiveSession;
  may: boolean;
  act: (work: () => Promise<unknown>) => void;
}

/** Messages that wait for the end of the turn. */
function Queue({ session: { sessionId, queue }, may, act }: QueueProps) {
  if (queue.length === 0) return null;
  return (
    <ol className="queue" aria-label="Messages that wait">
      {queue.map(({ id, text }) => (
        <li key={id} className="queued">
          <span className="quiet">waits</span>
          <span className="queued-words">{neutraliseLine(text)}</span>
          {may && (
            <Button
              icon="close"
              label="Take this message back"
              onClick={() => {
                act(() => api.cancelMessage(sessionId, id));
                askWaiting();
              }}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
