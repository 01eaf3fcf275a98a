/** The transcript of a session: its events, and the other views that there are of it. */
import './transcript.css';
import type { SessionDetail } from '@hansard/client';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import type { ReactNode } from 'react';
import { problemOf } from '../answers/problem.ts';
import type { Answer } from '../answers/use-answer.ts';
import { Trouble } from '../parts/trouble.tsx';
import { Link } from '../route/link.tsx';
import { useQueryValue } from '../route/place.ts';
import { TranscriptBar } from './bar/transcript-bar.tsx';
import { EventsView } from './events-view.tsx';
import { usePanels } from './panels.ts';
import type { TranscriptClient } from './store/transcript-client.ts';
import type { TranscriptTab } from './tabs.ts';
import { type Reading, useReader } from './use-reader.ts';

/** With the list and the details beside it. */
const WIDE = 1700;

interface TranscriptPageProps {
  id: string;
  session: Answer<SessionDetail>;
  client: TranscriptClient;
  tabs: readonly TranscriptTab[];
  /** In place of title and state. */
  head?: ReactNode;
  /** From which width of the window on there is room for the prompts beside the events. */
  wide?: number;
  /** More to press, behind the rest. */
  controls?: ReactNode;
  /** More to choose from in the menu of what is shown. */
  choices?: ReactNode;
  /** Above the events. */
  above?: (reading: Reading) => ReactNode;
  /** Below the events. */
  foot?: ReactNode;
}

export function TranscriptPage({ id, session, client, tabs, head, wide = WIDE, ...more }: TranscriptPageProps) {
  const { controls, choices, above, foot } = more;
  const reading = useReader(id, client, session);
  const [tab, setTab] = useQueryValue('tab');
  const panels = usePanels(wide);
  const other = tabs.find(({ name }) => name === tab);
  const { error, store, start, retry } = reading;
  if (error !== undefined && problemOf(error).code === 'unknown-session') return <Unknown id={id} />;
  if (error !== undefined && !store.detail) return <Trouble error={error} onRetry={retry} />;
  return (
    <section className="transcript" aria-label="Transcript">
      <TranscriptBar
        reading={reading}
        panels={panels}
        tabs={tabs}
        current={other}
        onTab={setTab}
        head={head}
        choices={choices}
      >
        {controls}
      </TranscriptBar>
      {error !== undefined && start === undefined && <Trouble error={error} onRetry={retry} />}
      {error === undefined && start === undefined && <p className="nothing late">Reading the session…</p>}
      {!other && above?.(reading)}
      {other ? <other.View reading={reading} /> : <EventsView reading={reading} panels={panels} />}
      {foot}
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
