/** The transcript of a session: its events, what it changed, and when what happened. */
import './transcript.css';
import { Trouble } from '../parts/trouble.tsx';
import { useQueryValue } from '../route/place.ts';
import { TranscriptBar } from './bar/transcript-bar.tsx';
import { ChangesView } from './changes/changes-view.tsx';
import { EventsView } from './events-view.tsx';
import { usePanels } from './panels.ts';
import { TimelineView } from './timeline/timeline-view.tsx';
import { useReader } from './use-reader.ts';

export function TranscriptPage({ id }: { id: string }) {
  const reading = useReader(id);
  const [tab, setTab] = useQueryValue('tab');
  const panels = usePanels();
  const { error, store, start, retry } = reading;
  if (error !== undefined && !store.detail) return <Trouble error={error} onRetry={retry} />;
  return (
    <section className="transcript" aria-label="Transcript">
      <TranscriptBar reading={reading} panels={panels} tab={tab} onTab={setTab} />
      {error !== undefined && start === undefined && <Trouble error={error} onRetry={retry} />}
      {tab === 'changes' && <ChangesView reading={reading} />}
      {tab === 'timeline' && <TimelineView reading={reading} />}
      {tab !== 'changes' && tab !== 'timeline' && <EventsView reading={reading} panels={panels} />}
    </section>
  );
}
