/** What the list of runs is asked for: typed, or by the buttons for what is asked most. */
import { useEffect, useRef, useState } from 'react';
import { useKeys } from '../keys/keys.ts';

const TYPING_MS = 350;
const COMMON = ['is:error', 'is:stub', '-is:stub', 'is:starred'] as const;
const WORDS: Readonly<Record<(typeof COMMON)[number], string>> = {
  'is:error': 'Failed',
  'is:stub': 'Stubs',
  '-is:stub': 'No stubs',
  'is:starred': 'Examples',
};

interface RunFilterProps {
  query: string;
  onQuery: (query: string) => void;
  problem: string | undefined;
}

export function RunFilter({ query, onQuery, problem }: RunFilterProps) {
  const [typed, setTyped] = useState(query);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(query), [query]);
  useEffect(() => {
    if (typed.trim() === query.trim()) return;
    const timer = setTimeout(() => onQuery(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, query, onQuery]);
  useKeys([{ key: '/', does: 'Filter the runs', group: 'Page', run: () => input.current?.focus() }]);
  const pieces = query.split(/\s+/).filter(Boolean);
  const toggle = (piece: string) =>
    onQuery((pieces.includes(piece) ? pieces.filter((one) => one !== piece) : [...pieces, piece]).join(' '));
  return (
    <search className="run-filter">
      <input
        ref={input}
        type="search"
        aria-label="Filter the runs"
        aria-invalid={problem !== undefined}
        placeholder="flow:build step:plan engine:claude run:NAME, or words of a title"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {COMMON.map((piece) => (
        <button
          key={piece}
          type="button"
          className="button framed"
          aria-pressed={pieces.includes(piece)}
          onClick={() => toggle(piece)}
        >
          {WORDS[piece]}
        </button>
      ))}
      {problem !== undefined && (
        <p className="failed" role="alert">
          {problem}
        </p>
      )}
    </search>
  );
}
