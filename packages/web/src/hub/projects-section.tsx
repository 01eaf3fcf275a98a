/** Projects of a hub: who sees them, for how long they are kept. An admin changes that here. */
import type { HubProject, HubProjectChange } from '@hansard/client';
import { useState } from 'react';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Trouble } from '../parts/trouble.tsx';
import { shownName } from '../words/names.ts';
import { HubTable } from './hub-table.tsx';
import { useChange } from './use-change.ts';

const SEEN: Readonly<Record<HubProject['visibility'], string>> = {
  numbers: 'nobody: only in sums',
  readers: 'readers',
  team: 'readers and all who submit',
};

export function ProjectsSection({ isAdmin }: { isAdmin: boolean }) {
  const { data, error, reload } = useAnswer('hub projects', (signal) => api.hub.projects({ signal }));
  const { problem, change } = useChange(reload);
  const set = (name: string) => (rules: HubProjectChange) => void change(() => api.hub.changeProject(name, rules));
  return (
    <section aria-label="Projects">
      <h2>Projects</h2>
      {error !== undefined && <Trouble error={error} onRetry={reload} />}
      <HubTable
        label="Projects"
        heads={['Project', 'Seen by', 'Kept for', 'Legal hold']}
        nothing="There is no project that you see."
        rows={data?.projects.map((project) => ({
          key: project.name,
          cells: [shownName(project.name), ...(isAdmin ? edited(project, set(project.name)) : told(project))],
        }))}
      />
      {problem && (
        <p className="bad note" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

const told = ({ visibility, retentionDays, hold }: HubProject) => [
  SEEN[visibility],
  retentionDays === undefined ? 'ever' : `${retentionDays} days`,
  hold ? 'yes' : 'no',
];

function edited({ name, visibility, retentionDays, hold = false }: HubProject, set: (rules: HubProjectChange) => void) {
  const seen = Object.entries(SEEN) as [HubProject['visibility'], string][];
  return [
    <select
      key="seen"
      className="field"
      aria-label={`Who sees ${name}`}
      value={visibility}
      onChange={(event) => set({ visibility: event.target.value as HubProject['visibility'] })}
    >
      {seen.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>,
    <Days key={`kept ${retentionDays}`} name={name} days={retentionDays} onChange={set} />,
    <input
      key="hold"
      type="checkbox"
      aria-label={`Legal hold of ${name}`}
      checked={hold}
      onChange={(event) => set({ hold: event.target.checked ? true : null })}
    />,
  ];
}

interface DaysProps {
  readonly name: string;
  readonly days: number | undefined;
  readonly onChange: (rules: HubProjectChange) => void;
}

/** Nothing typed: for ever. */
function Days({ name, days, onChange }: DaysProps) {
  const [typed, setTyped] = useState(String(days ?? ''));
  const send = () => {
    if (typed === String(days ?? '')) return;
    onChange({ retentionDays: typed === '' ? null : Number(typed) });
  };
  return (
    <span className="hub-days">
      <input
        className="field"
        type="number"
        min={1}
        aria-label={`Days that ${name} is kept`}
        placeholder="ever"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={send}
        onKeyDown={(event) => event.key === 'Enter' && send()}
      />{' '}
      days
    </span>
  );
}
