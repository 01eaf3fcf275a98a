/** ⌘K: search over everything and commands of the page, by keyboard: the arrows choose, Enter opens. */

import type { SavedView, SessionSummary } from '@hansard/client';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { problemOf } from '../answers/problem.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { AgentBadge } from '../parts/agent-badge.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { sessionAddress } from '../route/pages.ts';
import { addressOf, navigate } from '../route/place.ts';
import { HitKind, Snippet } from '../search/snippet.tsx';
import { type Found, useSearch } from '../search/use-search.ts';
import { hitWords } from '../transcript/quote/hit.ts';
import { useViews } from '../views/views-menu.tsx';
import { titleText } from '../words/names.ts';
import { shortTime } from '../words/times.ts';
import { commandsFor } from './commands.ts';

interface Option {
  readonly key: string;
  readonly run: () => void;
  readonly content: ReactNode;
}

interface Group {
  readonly key: string;
  readonly head: ReactNode;
  readonly options: readonly Option[];
}

/** Sessions that are offered before anything is typed. */
const RECENT = 6;
const LIMITS = { limit: 8, hits: 3, waitMs: 120 };

export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const found = useSearch(typed.trim(), LIMITS);
  const { data } = useViews();
  const recent = useAnswer('recent sessions', (signal) => api.sessions({ limit: RECENT }, { signal })).data;
  const groups = [
    ...searchGroups(found),
    ...(typed.trim() === '' ? recentGroup(recent?.sessions ?? []) : []),
    ...commandGroup(typed, data?.views ?? []),
  ];
  const options = groups.flatMap((group) => group.options);
  const at = Math.min(chosen, options.length - 1);
  const run = (option: Option | undefined) => {
    if (!option) return;
    onClose();
    option.run();
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      setChosen((at + by + options.length) % Math.max(1, options.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (event.metaKey || event.ctrlKey) run(allResults(typed));
      else run(options[at]);
    }
  };
  return (
    <Dialog title="Search everything" bare className="palette" onClose={onClose}>
      <div className="palette-input">
        <Icon name="search" />
        <input
          autoFocus
          role="combobox"
          aria-label="Search everything"
          aria-expanded={true}
          aria-controls={list}
          aria-activedescendant={options[at] && `${list}-${at}`}
          placeholder="Search all sessions, or type a command"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
        <kbd>Esc</kbd>
      </div>
      <Groups groups={groups} list={list} at={at} onRun={run} />
      <p className="palette-foot" role="status">
        {statusWords(found, typed)}
      </p>
    </Dialog>
  );
}

function statusWords({ error, loading, sessions }: Found, typed: string): string {
  if (typed.trim() === '') return 'Words, "phrases", agent:… project:… is:error after:7d, /patterns/';
  if (error !== undefined) return problemOf(error).detail;
  if (loading) return 'Searching…';
  return sessions.length === 0 ? 'No matches.' : '↑↓ choose · ⏎ open · Ctrl ⏎ all results';
}

const allResults = (typed: string): Option => ({
  key: 'all',
  run: () => navigate(addressOf('/search', { q: typed.trim() })),
  content: 'All results',
});

interface GroupsProps {
  groups: readonly Group[];
  list: string;
  at: number;
  onRun: (option: Option) => void;
}

function Groups({ groups, list, at, onRun }: GroupsProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.querySelector(`[id="${list}-${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [list, at]);
  let number = -1;
  return (
    <div ref={element} id={list} className="palette-list" role="listbox" aria-label="Results">
      {groups.map(({ key, head, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups of options, not fieldsets
        <div key={key} role="group" aria-labelledby={`${list}-${key}`}>
          <div className="palette-head" id={`${list}-${key}`}>
            {head}
          </div>
          {options.map((option) => {
            const own = ++number;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field that has the focus
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen option
              <div
                key={option.key}
                id={`${list}-${own}`}
                role="option"
                aria-selected={own === at}
                className="palette-option"
                onClick={() => onRun(option)}
              >
                {option.content}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function searchGroups({ sessions }: Found): Group[] {
  return sessions.map(({ session, hits }) => ({
    key: session.id,
    head: (
      <>
        <AgentBadge agent={session.agent} label={session.agentLabel} />
        <span className="title-words" dir="auto">
          {titleText(session)}
        </span>
        <span className="quiet">{session.endedAt ? shortTime(session.endedAt) : ''}</span>
      </>
    ),
    options: hits.map((hit) => ({
      key: hit.eventId,
      run: () => navigate(sessionAddress(session.id, hit.eventId, hitWords(hit.snippet))),
      content: (
        <>
          <span className="hit-kind">
            <HitKind hit={hit} />
          </span>
          <Snippet snippet={hit.snippet} />
        </>
      ),
    })),
  }));
}

function recentGroup(sessions: readonly SessionSummary[]): Group[] {
  if (sessions.length === 0) return [];
  const options = sessions.map((session) => ({
    key: session.id,
    run: () => navigate(sessionAddress(session.id)),
    content: (
      <>
        <AgentBadge agent={session.agent} label={session.agentLabel} />
        <span className="title-words" dir="auto">
          {titleText(session)}
        </span>
        <span className="quiet">{session.endedAt ? shortTime(session.endedAt) : ''}</span>
      </>
    ),
  }));
  return [{ key: 'recent', head: 'Recent sessions', options }];
}

function commandGroup(typed: string, views: readonly SavedView[]): Group[] {
  const commands = commandsFor(typed, views).map(({ words, run }) => ({ key: words, run, content: words }));
  const all = typed.trim() === '' ? [] : [{ ...allResults(typed), content: `All results for ${typed.trim()}` }];
  const options = [...all, ...commands];
  return options.length === 0 ? [] : [{ key: 'commands', head: 'Commands', options }];
}
