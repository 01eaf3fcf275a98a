/** What a privacy profile would take out of the session, covered where it stands. Only the machine's own user sees it. */
import type { PreviewAnswer, ProfileList } from '@hansard/client';
import { useState } from 'react';
import { useAnswer } from '../../answers/use-answer.ts';
import { api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { useQueryValue } from '../../route/place.ts';
import { counted } from '../../words/numbers.ts';
import type { Reading } from '../use-reader.ts';
import { useCover } from './use-cover.ts';

const MOST = 2000;

/** In the address: which profile's, or the chosen one. */
export const REDACTIONS = 'redactions';
const CHOSEN = 'chosen';

export function RedactionsChoice() {
  const { data: status } = useAnswer('status', (signal) => api.status({ signal }));
  const [profile, setProfile] = useQueryValue(REDACTIONS);
  // Over the network, and on a hub, it is taken out already.
  if (!status || status.redacted || status.hub) return null;
  return (
    <label>
      <input type="checkbox" checked={profile !== null} onChange={() => setProfile(profile === null ? CHOSEN : null)} />
      Redactions, covered
    </label>
  );
}

export function RedactionsBar({ reading }: { reading: Reading }) {
  const [profile] = useQueryValue(REDACTIONS);
  return profile === null ? null : <Bar key={profile} reading={reading} profile={profile} />;
}

function Bar({ reading: { reader, store, start }, profile }: { reading: Reading; profile: string }) {
  const [, setProfile] = useQueryValue(REDACTIONS);
  const [revealed, setRevealed] = useState(false);
  const named = profile === CHOSEN ? undefined : profile;
  const { data: profiles } = useAnswer('profiles', (signal) => api.profiles({ signal }));
  // Looking through a long session takes the server seconds: the session itself comes first.
  const asks = start !== undefined;
  const { data, error } = useAnswer(asks ? `preview ${store.id} ${profile} ${MOST}` : null, (signal) =>
    api.preview(store.id, { profile: named, limit: MOST }, { signal }),
  );
  useCover(reader, data, revealed);
  return (
    <div className="redactions" role="status">
      <select
        className="field"
        aria-label="Privacy profile"
        value={named ?? profiles?.chosen ?? ''}
        onChange={({ target }) => setProfile(target.value)}
      >
        {profiles?.profiles.filter(takesOut).map(({ name, purpose }) => (
          <option key={name} value={name} title={purpose}>
            {name}
          </option>
        ))}
      </select>
      {error !== undefined && <Trouble error={error} />}
      <span className="quiet">{data ? wordsOf(data) : error === undefined && 'Looking through the session…'}</span>
      {data && data.changes.length > 0 && (
        <button type="button" className="button" aria-pressed={revealed} onClick={() => setRevealed(!revealed)}>
          {revealed ? 'Cover' : 'Reveal all'}
        </button>
      )}
      <Button icon="close" label="Close" onClick={() => setProfile(null)} />
    </div>
  );
}

const takesOut = ({ local }: ProfileList['profiles'][number]): boolean => !local;

function wordsOf({ counts, hasMore }: PreviewAnswer): string {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return 'It takes nothing out of this session.';
  const covered = hasMore ? `The first ${counted(MOST, 'piece')} of them` : 'Those in the transcript';
  return `${counted(all, 'piece')} would be taken out. ${covered} are covered; click one to see it.`;
}
