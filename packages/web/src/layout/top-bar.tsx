/** The bar at the top: where one is, search, and what belongs to the whole page. */
import type { ReactNode } from 'react';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { seesSessions, useHub } from '../hub/use-hub.ts';
import { useLiveState } from '../live/connection.ts';
import { Button } from '../parts/button.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { Link } from '../route/link.tsx';
import type { PageName } from '../route/pages.ts';
import { applyTheme, THEMES, type Theme, useTheme } from '../theme/theme.ts';
import { useDetails } from './use-details.ts';

const THEME_WORDS: Record<Theme, string> = {
  auto: 'As the system',
  light: 'Light',
  dark: 'Dark',
  contrast: 'High contrast',
};

const MOD = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl ';

interface TopBarProps {
  page: PageName | undefined;
  /** Address of the list, with its filter. */
  listAddress: string;
  onPalette: () => void;
  onHelp: () => void;
  /** More to press. */
  children?: ReactNode;
}

export function TopBar({ page, listAddress, onPalette, onHelp, children }: TopBarProps) {
  const item = (name: string, href: string, icon: IconName, words: string, active: boolean) => (
    <Link key={name} href={href} className="nav-item" aria-current={active ? 'page' : undefined}>
      <Icon name={icon} />
      <span className="nav-words">{words}</span>
    </Link>
  );
  const hub = useHub();
  const hasSessions = !hub || seesSessions(hub);
  const isRun = page?.name === 'runs' || page?.name === 'run';
  const hasRuns = useAnyRun();
  const isList = page?.name === 'sessions' || page?.name === 'session';
  return (
    <header className="top-bar">
      <Link href="/" className="wordmark">
        Hansard
      </Link>
      <nav aria-label="Pages">
        {hasSessions && item('sessions', listAddress, 'list', 'Sessions', isList)}
        {hasSessions && item('search', '/search', 'search', 'Search', page?.name === 'search')}
        {hasSessions && item('stats', '/stats', 'chart', 'Statistics', page?.name === 'stats')}
        {hub && hub.role !== 'guest' && item('hub', '/hub', 'agents', 'Hub', page?.name === 'hub' || !hasSessions)}
        {(hasRuns || isRun) && item('runs', '/runs', 'fork', 'Runs', isRun)}
      </nav>
      {hasSessions && (
        <button type="button" className="palette-button" onClick={onPalette}>
          <Icon name="search" />
          <span>Search everything</span>
          <kbd>{MOD}K</kbd>
        </button>
      )}
      {!hasSessions && <span className="palette-room" />}
      <GateNote />
      {children}
      <LiveLight />
      {page?.name === 'session' && <DetailsButton />}
      <ThemeMenu />
      {!hub && (
        <Link href="/settings" className="button plain" title="Settings and health" aria-label="Settings and health">
          <Icon name="settings" />
        </Link>
      )}
      <Button icon="help" label="Keyboard help" className="keyboard-help" onClick={onHelp} />
    </header>
  );
}

/** Most people have no runs of flows, and need no way to them; a hub keeps none. */
function useAnyRun(): boolean {
  const { data: status } = useAnswer('status', (signal) => api.status({ signal }));
  const asks = status !== undefined && !status.hub;
  const { data } = useAnswer(asks ? 'any run' : null, (signal) => api.runs({ limit: 1 }, { signal }));
  return (data?.runs.length ?? 0) > 0;
}

/** Over the network, sessions are shown as the privacy gate lets them out. */
function GateNote() {
  const { data: status } = useAnswer('status', (signal) => api.status({ signal }));
  if (!status?.redacted) return null;
  return (
    <span className="gate-note" title="Secrets and names are taken out before anything is sent to this page">
      Privacy: {status.profile ?? 'redacted'}
    </span>
  );
}

function DetailsButton() {
  const { shown, toggle } = useDetails();
  return <Button icon="details" label="Details of the session" aria-pressed={shown} onClick={toggle} />;
}

function LiveLight() {
  const state = useLiveState();
  if (state === 'connecting') return <span className="live-light" />;
  const words = state === 'connected' ? 'Live' : 'Not connected';
  const title =
    state === 'connected'
      ? 'New and growing sessions appear by themselves'
      : 'The server does not answer; trying again';
  return (
    <span className={`live-light ${state}`} role="status" title={title}>
      {words}
    </span>
  );
}

function ThemeMenu() {
  const theme = useTheme();
  return (
    <Menu icon="theme" label="Colours" align="end">
      {(close) =>
        THEMES.map((name) => (
          <button
            key={name}
            type="button"
            className="menu-item"
            aria-pressed={name === theme}
            onClick={() => {
              applyTheme(name);
              close();
            }}
          >
            <Icon name="check" />
            <span className="words">{THEME_WORDS[name]}</span>
          </button>
        ))
      }
    </Menu>
  );
}
