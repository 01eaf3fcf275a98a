/** The page: what is shown follows from the address. */

import { useEffect, useRef, useState } from 'react';
import { problemOf } from './answers/problem.ts';
import { api } from './api.ts';
import { ComparePage } from './compare/compare-page.tsx';
import { DetailsPane } from './details/details-pane.tsx';
import { HubPage } from './hub/hub-page.tsx';
import { seesSessions, useHub } from './hub/use-hub.ts';
import { useKeptNumber } from './kept/kept-number.ts';
import { HelpDialog } from './keys/help-dialog.tsx';
import { useKeys } from './keys/keys.ts';
import { Resizer } from './layout/resizer.tsx';
import { TopBar } from './layout/top-bar.tsx';
import { useDetails } from './layout/use-details.ts';
import { useKeptScroll } from './layout/use-kept-scroll.ts';
import { useCommands } from './palette/commands.ts';
import { Palette } from './palette/palette.tsx';
import { SessionCommands } from './palette/session-commands.tsx';
import { Button } from './parts/button.tsx';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { Link } from './route/link.tsx';
import { type PageName, pageAt } from './route/pages.ts';
import { addressOf, usePlace } from './route/place.ts';
import { RunPanel } from './running/run-panel.tsx';
import { StartDialog } from './running/start-dialog.tsx';
import { useMay } from './running/use-may.ts';
import { useWaiting } from './running/waiting.ts';
import { WaitingMenu } from './running/waiting-menu.tsx';
import { CompareRunsPage } from './runs/compare-runs-page.tsx';
import { RunPage } from './runs/run-page.tsx';
import { RunsPage } from './runs/runs-page.tsx';
import { SearchPage } from './search/search-page.tsx';
import { useSession } from './session/use-session.ts';
import { listQuery } from './sessions/list-query.ts';
import { SessionsPane } from './sessions/sessions-pane.tsx';
import { SettingsPage } from './settings/settings-page.tsx';
import { StatsPage } from './stats/stats-page.tsx';
import { TranscriptPage } from './transcript/index.tsx';
import { RedactionsBar, RedactionsChoice } from './transcript/redactions/redactions-bar.tsx';
import { SERVED_TABS } from './transcript/served-tabs.ts';
import { servedTranscripts } from './transcript/store/transcript-client.ts';
import { shownName } from './words/names.ts';

export function App() {
  const { path, query } = usePlace();
  const page = pageAt(path);
  const [dialog, setDialog] = useState<'palette' | 'help' | 'start'>();
  const close = () => setDialog(undefined);
  const { runs, run } = useMay();
  const start = () => setDialog('start');
  useKeys(runs ? [{ key: 'n', does: 'Start a session', group: 'Running', run: start }] : []);
  useCommands([{ words: 'Start a session', run: start }]);
  useKeys([
    { key: 'Mod+k', does: 'Search everything', group: 'Page', run: () => setDialog('palette') },
    { key: '?', does: 'This help', group: 'Page', run: () => setDialog('help') },
  ]);
  return (
    <div className="app">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <TopBar
        page={page}
        listAddress={addressOf('/', listQuery(query))}
        onPalette={() => setDialog('palette')}
        onHelp={() => setDialog('help')}
      >
        <WaitingMenu />
        {run && <Button icon="plus" label="Start a session" onClick={start} />}
      </TopBar>
      <ErrorBoundary key={page?.name === 'session' ? 'sessions' : page?.name}>
        <Page page={page} />
      </ErrorBoundary>
      {dialog === 'palette' && <Palette onClose={close} />}
      {dialog === 'help' && <HelpDialog onClose={close} />}
      {dialog === 'start' && <StartDialog onClose={close} />}
    </div>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  search: 'Search',
  stats: 'Statistics',
  compare: 'Compare',
  settings: 'Settings',
  hub: 'Hub',
  runs: 'Runs',
  run: 'Run',
  'compare-runs': 'Compare runs',
};

/** The name of the tab, behind how much waits for the reader. */
function useTitle(name: string | null | undefined): void {
  const { length: waiting } = useWaiting();
  useEffect(() => {
    const words = name ? `${shownName(name)} · Hansard` : 'Hansard';
    document.title = waiting > 0 ? `(${waiting}) ${words}` : words;
  }, [name, waiting]);
}

function Page({ page }: { page: PageName | undefined }) {
  const hub = useHub();
  // Whoever sees no session starts with what they do see.
  if (hub && !seesSessions(hub) && page !== undefined) return <OtherPage page={{ name: 'hub' }} />;
  if (page?.name === 'sessions') return <SessionsPage id={undefined} />;
  if (page?.name === 'session') return <SessionsPage id={page.id} />;
  return <OtherPage page={page} />;
}

function OtherPage({ page }: { page: PageName | undefined }) {
  useTitle(page && NAMES[page.name]);
  const element = useRef<HTMLElement>(null);
  useKeptScroll(element);
  return (
    <main id="main" className="pane scrolls" tabIndex={-1} ref={element}>
      {page?.name === 'search' && <SearchPage />}
      {page?.name === 'stats' && <StatsPage />}
      {page?.name === 'compare' && <ComparePage />}
      {page?.name === 'settings' && <SettingsPage />}
      {page?.name === 'hub' && <HubPage />}
      {page?.name === 'runs' && <RunsPage />}
      {page?.name === 'run' && <RunPage key={page.id} id={page.id} />}
      {page?.name === 'compare-runs' && <CompareRunsPage />}
      {page === undefined && (
        <>
          <h1 className="visually-hidden">No such page</h1>
          <p className="nothing">
            There is no such page. <Link href="/">All sessions</Link>
          </p>
        </>
      )}
    </main>
  );
}

const CLIENT = servedTranscripts(api);

const LIST = { least: 240, usual: 340, most: 640 };
const DETAILS = { least: 240, usual: 320, most: 600 };

/** List, transcript and details. Without a session the list has the whole width. */
function SessionsPage({ id }: { id: string | undefined }) {
  const [listWidth, setListWidth] = useKeptNumber('list-width', LIST.usual);
  const [detailsWidth, setDetailsWidth] = useKeptNumber('details-width', DETAILS.usual);
  const { shown, toggle } = useDetails();
  const keys = [{ key: 'd', does: 'Show or hide the details', group: 'Page', run: toggle }];
  useKeys(id === undefined ? [] : keys);
  const session = useSession(id);
  useTitle(session.data?.title);
  const isUnknown = session.error !== undefined && problemOf(session.error).code === 'unknown-session';
  const withDetails = id !== undefined && shown && !isUnknown;
  const widths = { '--list-width': `${listWidth}px`, '--details-width': `${detailsWidth}px` } as React.CSSProperties;
  return (
    <div className={`panes ${id === undefined ? '' : 'session'} ${withDetails ? 'with-details' : ''}`} style={widths}>
      {/* The address may have a shorter id of it, or the agent's own. */}
      <SessionsPane id={session.data?.id ?? id}>
        <Resizer label="Width of the list" width={listWidth} {...LIST} pane="before" onWidth={setListWidth} />
      </SessionsPane>
      {session.data && !isUnknown && (
        <SessionCommands session={session.data} onDetails={toggle} onChange={session.reload} />
      )}
      {id !== undefined && (
        <main id="main" className="pane main-pane" tabIndex={-1}>
          <TranscriptPage
            id={id}
            key={id}
            session={session}
            client={CLIENT}
            tabs={SERVED_TABS}
            choices={<RedactionsChoice />}
            above={(reading) => <RedactionsBar reading={reading} />}
            foot={<RunPanel id={session.data?.id ?? id} />}
          />
        </main>
      )}
      {withDetails && (
        <DetailsPane key={id} session={session}>
          <Resizer
            label="Width of the details"
            width={detailsWidth}
            {...DETAILS}
            pane="after"
            onWidth={setDetailsWidth}
          />
        </DetailsPane>
      )}
    </div>
  );
}
