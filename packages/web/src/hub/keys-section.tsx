/** Keys and invites, for an admin. Whoever redeems an invite gets a key, and nothing links the two. */
import { type FormEvent, useState } from 'react';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { shownName } from '../words/names.ts';
import { HubTable } from './hub-table.tsx';
import { useChange } from './use-change.ts';

const ROLES = ['submitter', 'reader', 'analyst', 'auditor', 'admin'];
const MOST = 50;

export function KeysSection() {
  const { data, error, reload } = useAnswer('hub keys', (signal) => api.hub.keys({ signal }));
  const { problem, change } = useChange(reload);
  return (
    <section aria-label="Keys">
      <h2>Keys</h2>
      <Invites />
      {error !== undefined && <Trouble error={error} onRetry={reload} />}
      <HubTable
        label="Keys"
        heads={['Key', 'Role', 'Name', 'Last used', '']}
        nothing="There are no keys."
        rows={data?.keys.map(({ keyId, role, name, lastUsed, revoked, expires }) => ({
          key: keyId,
          cells: [
            <code key="id">{keyId}</code>,
            role,
            shownName(name ?? ''),
            lastUsed?.slice(0, 10) ?? 'never',
            revoked ? (
              'revoked'
            ) : expires !== null && Date.parse(expires) < Date.now() ? (
              'over'
            ) : (
              <Button key="revoke" look="framed" onClick={() => void change(() => api.hub.revokeKey(keyId))}>
                Revoke
              </Button>
            ),
          ],
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

function Invites() {
  const [role, setRole] = useState('submitter');
  const [count, setCount] = useState(1);
  const [made, setMade] = useState<readonly string[]>([]);
  const { problem, change } = useChange();
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await change(() => api.hub.invite(role, count));
    if (answer) setMade(answer.invites);
  };
  return (
    <form className="hub-invites" onSubmit={(event) => void make(event)}>
      <label>
        Invite{' '}
        <input
          className="field"
          type="number"
          min={1}
          max={MOST}
          value={count}
          onChange={(event) => setCount(Number(event.target.value))}
        />
      </label>
      <label>
        as{' '}
        <select className="field" value={role} onChange={(event) => setRole(event.target.value)}>
          {ROLES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <Button type="submit" look="framed">
        Make invites
      </Button>
      {problem && <span className="bad">{problem}</span>}
      {made.length > 0 && (
        <p role="status" className="hub-once">
          Shown once, for fourteen days. <code>hansard login</code> redeems one.{' '}
          <CopyButton text={made.join('\n')} label="Copy the invites" />
          <code>{made.join('\n')}</code>
        </p>
      )}
    </form>
  );
}
