/** What `hansard doctor` says: what needs attention first, what is fine behind a disclosure. */
import type { Doctor } from '@hansard/client';
import { useState } from 'react';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Button } from '../parts/button.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Trouble } from '../parts/trouble.tsx';

type Finding = Doctor['findings'][number];

export function HealthSection() {
  const [whole, setWhole] = useState(false);
  const answer = useAnswer(`doctor ${whole}`, (signal) => api.doctor(whole ? { whole: '1' } : {}, { signal }));
  const { data, error, loading } = answer;
  const fine = data?.findings.filter(({ level }) => level === 'fine') ?? [];
  const others = data?.findings.filter(({ level }) => level !== 'fine') ?? [];
  return (
    <section aria-label="Health">
      <h2>Health</h2>
      {error !== undefined && <Trouble error={error} onRetry={answer.reload} />}
      <p role="status">
        {loading && !data && (whole ? 'Checking all of the archive…' : 'Checking…')}
        {data && attentionWords(data)}
      </p>
      <ul className="findings">{others.map(finding)}</ul>
      {fine.length > 0 && (
        <details>
          <summary>{fine.length === 1 ? '1 check is fine' : `${fine.length} checks are fine`}</summary>
          <ul className="findings">{fine.map(finding)}</ul>
        </details>
      )}
      {data && !whole && (
        <Button look="framed" onClick={() => setWhole(true)}>
          Check all of the archive
        </Button>
      )}
    </section>
  );
}

function attentionWords({ attention, whole }: Doctor): string {
  const what = whole ? 'All of the archive was checked.' : 'A quick check.';
  if (attention === 0) return `${what} Nothing needs attention.`;
  return `${what} ${attention === 1 ? '1 thing needs' : `${attention} things need`} attention.`;
}

const ICONS: Readonly<Record<Finding['level'], IconName>> = { fine: 'check', note: 'note', attention: 'error' };

const finding = ({ check, level, message, remedy, details }: Finding) => (
  <li key={`${check} ${message}`} className={level}>
    <Icon name={ICONS[level]} />
    <div>
      <p>{message}</p>
      {details.map((detail) => (
        <p key={detail} className="quiet">
          {detail}
        </p>
      ))}
      {remedy && <p className="remedy">{remedy.replaceAll('`', '')}</p>}
    </div>
  </li>
);
