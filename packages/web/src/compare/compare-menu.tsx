/** Chooses the session that another is compared with: those of the same project first, or what is typed. */

import type { SessionDetail } from '@hansard/client';
import { useState } from 'react';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Menu } from '../parts/menu.tsx';
import { filterText } from '../query/pieces.ts';
import { Link } from '../route/link.tsx';
import { titleText } from '../words/names.ts';
import { shortTime } from '../words/times.ts';

interface CompareMenuProps {
  session: SessionDetail;
  words: string;
  label: string;
  /** Where choosing a session leads. */
  address: (id: string) => string;
}

const MOST = 12;

export function CompareMenu({ session, words, label, address }: CompareMenuProps) {
  return (
    <Menu words={words} icon="compare" label={label} arrow={false} className="compare-menu framed-menu">
      {(close) => <Choices session={session} address={address} onChosen={close} />}
    </Menu>
  );
}

interface ChoicesProps extends Pick<CompareMenuProps, 'session' | 'address'> {
  onChosen: () => void;
}

function Choices({ session, address, onChosen }: ChoicesProps) {
  const [typed, setTyped] = useState('');
  const usual = session.project === null ? '' : filterText('project', session.project);
  const q = typed.trim() === '' ? usual : typed.trim();
  const { data, error } = useAnswer(`compare ${q}`, (signal) => api.sessions({ q, limit: MOST + 1 }, { signal }));
  const others = data?.sessions.filter(({ id }) => id !== session.id).slice(0, MOST);
  return (
    <>
      <input
        className="field"
        type="search"
        aria-label="Find the other session"
        placeholder="Words, agent:…, project:…"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {others?.map(({ id, title, agentLabel, endedAt }) => (
        <Link key={id} className="menu-item" href={address(id)} onClick={onChosen}>
          <span className="words" dir="auto">
            {titleText({ title })}
          </span>
          <span className="quiet">{[agentLabel, endedAt && shortTime(endedAt)].filter(Boolean).join(' · ')}</span>
        </Link>
      ))}
      {others?.length === 0 && <p className="quiet note">No other session. Type to look for one.</p>}
      {error !== undefined && !data && <p className="quiet note">This query is not valid.</p>}
    </>
  );
}
