/** Above the transcript: what it is, how it stands, and how much of it is shown. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import type { ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { navigate, useQueryValue, withQuery } from '../../route/place.ts';
import { sourceText } from '../../words/names.ts';
import { LEVEL_LABELS, LEVELS } from '../model/groups.ts';
import type { Panels } from '../panels.ts';
import { endReplay, startReplay } from '../replay/use-replay.ts';
import type { TranscriptTab } from '../tabs.ts';
import type { Reading } from '../use-reader.ts';
import { LaneMenu } from './lane-menu.tsx';
import { liveState } from './live-state.ts';
import { ViewMenu } from './view-menu.tsx';

interface TranscriptBarProps {
  reading: Reading;
  panels: Panels;
  tabs: readonly TranscriptTab[];
  /** The one that is shown; undefined for the events. */
  current: TranscriptTab | undefined;
  onTab: (tab: string | null) => void;
  head?: ReactNode;
  /** More to choose from in the menu of what is shown. */
  choices?: ReactNode;
  children?: ReactNode;
}

export function TranscriptBar({ reading, panels, tabs, current, onTab, head, ...more }: TranscriptBarProps) {
  const { store, view } = reading;
  const { choices, children } = more;
  return (
    <header className="bar">
      {head ?? <Heading store={store} />}
      <div className="bar-line">
        <Tabs tabs={tabs} current={current} onTab={onTab} />
        {!current && <Controls reading={reading} panels={panels} choices={choices} />}
        {current?.hasDiffs && <SplitButton />}
        {children}
      </div>
      {view.source !== null && <OnlySource source={view.source} reading={reading} />}
    </header>
  );
}

function Heading({ store }: Pick<Reading, 'store'>) {
  const state = liveState(store);
  const title = neutraliseLine(store.detail?.title ?? 'Session');
  return (
    <>
      <h1 className="bar-title" dir="auto" title={title}>
        {title}
      </h1>
      {state && <span className={`state ${state.look}`}>{state.words}</span>}
    </>
  );
}

/** With the events alone there is nothing to choose. */
function Tabs({ tabs, current, onTab }: Pick<TranscriptBarProps, 'tabs' | 'current' | 'onTab'>) {
  if (tabs.length === 0) return null;
  const all = [{ name: null, label: 'Transcript' }, ...tabs];
  return (
    <nav className="tabs" aria-label="Views of the session">
      {all.map(({ name, label }) => (
        <button
          type="button"
          key={label}
          className="tab"
          aria-current={(current?.name ?? null) === name ? 'page' : undefined}
          onClick={() => onTab(name)}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}

function Controls({ reading, panels, choices }: Pick<TranscriptBarProps, 'reading' | 'panels' | 'choices'>) {
  const { view, store } = reading;
  const [, setLevel] = useQueryValue('level');
  return (
    <>
      <select
        className="field"
        aria-label="Level of detail"
        value={view.level}
        onChange={({ target }) => setLevel(target.value)}
      >
        {LEVELS.map((level) => (
          <option key={level} value={level}>
            {LEVEL_LABELS[level]}
          </option>
        ))}
      </select>
      <ViewMenu view={view}>{choices}</ViewMenu>
      {store.skeleton.sources.length > 1 && <LaneMenu reading={reading} />}
      <SplitButton />
      <ReplayButton reading={reading} />
      <Button
        icon="search"
        label="Find in this session"
        aria-pressed={panels.finding}
        onClick={() => panels.setFinding(!panels.finding)}
      />
      <Button
        icon="outline"
        label="Prompts"
        aria-pressed={panels.outline}
        onClick={() => panels.setOutline(!panels.outline)}
      />
    </>
  );
}

function ReplayButton({ reading: { reader } }: { reading: Reading }) {
  const [replay] = useQueryValue('replay');
  const isOn = replay !== null;
  return (
    <Button icon="play" label="Replay" aria-pressed={isOn} onClick={() => (isOn ? endReplay() : startReplay(reader))} />
  );
}

function SplitButton() {
  const [diff, setDiff] = useQueryValue('diff');
  const isSplit = diff === 'split';
  const label = isSplit ? 'Diffs in one column' : 'Diffs side by side';
  return <Button icon="split" label={label} aria-pressed={isSplit} onClick={() => setDiff(isSplit ? null : 'split')} />;
}

function OnlySource({ source, reading: { store } }: { source: string; reading: Reading }) {
  const known = store.detail?.sources.find((one) => one.source === source);
  const title = source === 'primary' ? 'Main agent' : sourceText(known ?? { source, title: null, type: null });
  return (
    <p className="only-source">
      <Icon name="agents" /> Only {title}
      <button type="button" className="link" onClick={() => navigate(withQuery({ source: null }))}>
        Show all agents
      </button>
    </p>
  );
}
