/** The transcript of a session: its events, what it changed, and when what happened. */
import './transcript.css';
import type { SessionDetail } from '@hansard/client';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { problemOf } from '../answers/problem.ts';
import type { Answer } from '../answers/use-answer.ts';
import { Trouble } from '../parts/trouble.tsx';
import { Link } from '../route/link.tsx';
import { useQueryValue } from '../route/place.ts';
import { TranscriptBar } from './bar/transcript-bar.tsx';
import { ChangesView } from './changes/changes-view.tsx';
import { EventsView } from './events-view.tsx';
import { usePanels } from './panels.ts';
import { TimelineView } from './timeline/timeline-view.tsx';
import { useReader } from './use-reader.ts';

export function TranscriptPage({ id, session }: { id: string; session: Answer<SessionDetail> }) {
  const reading = useReader(id, session);
  const [tab, setTab] = useQueryValue('tab');
  const panels = usePanels();
  const { error, store, start, retry } = reading;
  if (error !== undefined && problemOf(error).code === 'unknown-session') return <Unknown id={id} />;
  if (error !== undefined && !store.detail) return <Trouble error={error} onRetry={retry} />;
  return (
    <section className="transcript" aria-label="Transcript">
      <TranscriptBar reading={reading} panels={panels} tab={tab} onTab={setTab} />
      {error !== undefined && start === undefined && <Trouble error={error} onRetry={retry} />}
      {error === undefined && start === undefined && <p className="nothing late">Reading the session…</p>}
      {tab === 'changes' && <ChangesView reading={reading} />}
      {tab === 'timeline' && <TimelineView reading={reading} />}
      {tab !== 'changes' && tab !== 'timeline' && <EventsView reading={reading} panels={panels} />}
    </section>
  );
}

function Unknown({ id }: { id: string }) {
  return (
    <div className="nothing" role="alert">
      <p>No session has the id {neutraliseLine(id).slice(0, 80)}. It may have been erased.</p>
      <Link href="/">All sessions</Link>
    </div>
  );
}
