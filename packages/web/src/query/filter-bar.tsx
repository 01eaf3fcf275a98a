/** The query of a view: typed as in the terminal, or put together from chips. Both change the same text in the URL. */

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Problem } from '../answers/problem.ts';
import { useKeys } from '../keys/keys.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { ViewsMenu } from '../views/views-menu.tsx';
import { shownName } from '../words/names.ts';
import { FilterMenus } from './filter-menus.tsx';
import { filtersOf, type Piece } from './pieces.ts';

interface FilterBarProps {
  query: string;
  onQuery: (query: string) => void;
  placeholder: string;
  /** What is wrong with the query, in the server's words. */
  problem?: Problem | undefined;
  /** What the key that leads here does, for the help. */
  does?: string;
  /** Whether it has the focus when it is shown. */
  focused?: boolean;
  /** What else stands in the row of chips. */
  children?: ReactNode;
}

const TYPING_MS = 350;

export function FilterBar({
  query,
  onQuery,
  placeholder,
  problem,
  does = 'Filter the list',
  focused = false,
  children,
}: FilterBarProps) {
  const [typed, setTyped] = useState(query);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(query), [query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is shown
  useEffect(() => {
    if (focused) input.current?.focus();
  }, []);
  useEffect(() => {
    if (typed.trim() === query.trim()) return;
    const timer = setTimeout(() => onQuery(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, query, onQuery]);
  useKeys([{ key: '/', does, group: 'Page', run: () => input.current?.focus() }]);
  return (
    <search className="filter-bar">
      <div className="filter-input">
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          value={typed}
          placeholder={placeholder}
          aria-label={placeholder}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : 'filter-problem'}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onQuery(typed.trim());
            if (event.key === 'Escape') input.current?.blur();
          }}
        />
      </div>
      {problem !== undefined && (
        <div id="filter-problem" className="filter-problem" role="alert">
          <QueryProblem problem={problem} />
        </div>
      )}
      <div className="filter-chips">
        {filtersOf(query).map((piece) => (
          <Chip key={piece.at} piece={piece} onRemove={() => onQuery(without(query, piece))} />
        ))}
        <FilterMenus query={query} onQuery={onQuery} />
        <ViewsMenu />
        {children}
      </div>
    </search>
  );
}

/** The server shows where in the query it is, with marks below it: they fit where every letter is as wide. */
function QueryProblem({ problem: { detail, action } }: { problem: Problem }) {
  const [first, ...place] = detail.split('\n');
  return (
    <>
      <p>{first}</p>
      {place.length > 0 && <pre>{place.map((line) => line.replace(/^ {2}/, '')).join('\n')}</pre>}
      {action && <p>{action}</p>}
    </>
  );
}

const without = (query: string, { at, end }: Piece): string =>
  `${query.slice(0, at).trimEnd()} ${query.slice(end).trimStart()}`.trim();

function Chip({ piece, onRemove }: { piece: Piece; onRemove: () => void }) {
  const value = shownName(piece.values.join(', '));
  const source = shownName(piece.source);
  return (
    <span className={`chip ${piece.excluded ? 'excluded' : ''}`}>
      <span className="chip-words" title={source}>
        <span className="chip-name">{piece.excluded ? `not ${piece.name}` : piece.name}</span> {value}
      </span>
      <Button icon="close" label={`Remove filter ${source}`} onClick={onRemove} />
    </span>
  );
}
