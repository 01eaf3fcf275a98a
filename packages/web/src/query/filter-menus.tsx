/** The chips that add filters: what there is to choose from comes from the archive. */

import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { shownName } from '../words/names.ts';
import { shortNumber } from '../words/numbers.ts';
import { folderName } from '../words/paths.ts';
import { hasFilter, withFilter, withoutFilter } from './pieces.ts';

interface FilterMenusProps {
  query: string;
  onQuery: (query: string) => void;
}

interface Choice {
  readonly value: string;
  readonly words: string;
  readonly title?: string;
  readonly count?: number;
}

export function FilterMenus({ query, onQuery }: FilterMenusProps) {
  const menu = (name: string, words: string, choices: () => Promise<Choice[]> | Choice[]) => (
    <Menu words={words} label={`Filter by ${words.toLowerCase()}`} arrow={false} className="add-filter">
      {() => <Choices name={name} choices={choices} query={query} onQuery={onQuery} />}
    </Menu>
  );
  return (
    <>
      {menu('agent', 'Agent', agents)}
      {menu('project', 'Project', projects)}
      {menu('after', 'Time', () => TIMES)}
      {menu('is', 'State', () => STATES)}
      {menu('tag', 'Tag', tags)}
    </>
  );
}

const TIMES: Choice[] = [
  { value: 'today', words: 'Today' },
  { value: '7d', words: 'Last 7 days' },
  { value: '30d', words: 'Last 30 days' },
  { value: '90d', words: 'Last 90 days' },
  { value: '1y', words: 'Last year' },
];

const STATES: Choice[] = [
  { value: 'error', words: 'With errors' },
  { value: 'starred', words: 'Starred' },
  { value: 'edit', words: 'Edited files' },
  { value: 'subagent', words: 'Used subagents' },
  { value: 'missing', words: 'Removed by the agent' },
  { value: 'unparsed', words: 'Not fully understood' },
  { value: 'any', words: 'With system prompts and bookkeeping' },
];

async function agents(): Promise<Choice[]> {
  const answer = await api.agents();
  return answer.agents
    .filter(({ sessions }) => sessions > 0)
    .map(({ id, label, sessions }) => ({ value: id, words: label, count: sessions }));
}

async function projects(): Promise<Choice[]> {
  const { groups } = await api.numbers({ by: 'project', tools: true });
  return groups
    .flatMap(({ project, sessions = 0 }) => (project ? [{ project, sessions }] : []))
    .sort((a, b) => b.sessions - a.sessions)
    .map(({ project, sessions }) => ({
      value: project,
      words: folderName(project),
      title: shownName(project),
      count: sessions,
    }));
}

async function tags(): Promise<Choice[]> {
  const answer = await api.tags();
  return answer.tags.map(({ tag, sessions }) => ({ value: tag, words: shownName(tag), count: sessions }));
}

interface ChoicesProps extends FilterMenusProps {
  name: string;
  choices: () => Promise<Choice[]> | Choice[];
}

function Choices({ name, choices, query, onQuery }: ChoicesProps) {
  const { data, error, loading } = useAnswer(`choices ${name}`, async () => choices());
  if (error) return <p className="nothing">The choices could not be loaded.</p>;
  if (!data) return <p className="nothing">{loading ? 'Loading…' : ''}</p>;
  if (data.length === 0) return <p className="nothing">There are no choices yet.</p>;
  return data.map(({ value, words, title, count }) => {
    const chosen = hasFilter(query, name, value);
    const next = chosen ? withoutFilter(query, name, value) : withFilter(query, name, value);
    return (
      <button
        key={value}
        type="button"
        className="menu-item"
        aria-pressed={chosen}
        title={title}
        onClick={() => onQuery(next)}
      >
        <Icon name="check" />
        <span className="words">{words}</span>
        {count !== undefined && <span className="quiet">{shortNumber(count)}</span>}
      </button>
    );
  });
}
