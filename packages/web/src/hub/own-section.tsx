/** The key that asks: what it is, what it may do, another secret for it, logging out, and taking everything back. */
import { useState } from 'react';
import { api } from '../api.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { shownName } from '../words/names.ts';
import { useChange } from './use-change.ts';
import type { HubUser } from './use-hub.ts';

const MAY: Readonly<Record<string, string>> = {
  submitter:
    'You send sessions, see your own and those of projects that the whole team sees, and take yours back at any time.',
  reader: 'You read sessions of the projects below. Each read is noted, and their submitters see it.',
  analyst: 'You see sums of at least five people. No sessions, no titles and no names are shown to you.',
  admin: 'You look after keys and projects. No session is shown to you.',
  auditor: 'You check receipts and the log. No session is shown to you.',
};

export function OwnSection({ user }: { user: HubUser }) {
  const [secret, setSecret] = useState<string>();
  const { problem, change } = useChange();
  const rotate = async () => {
    const made = await change(() => api.hub.rotateKey(user.keyId));
    if (made) setSecret(made.key);
  };
  const unlink = async () => {
    const made = await change(() => api.hub.unlink());
    if (made) setSecret(made.key);
  };
  const logout = async () => {
    await change(() => api.hub.logout());
    location.assign('/');
  };
  return (
    <section aria-label="Your key">
      <h2>Your key</h2>
      <p>{MAY[user.role]}</p>
      <dl className="hub-facts">
        <dt>Key</dt>
        <dd>
          <code>{user.keyId}</code>
        </dd>
        <dt>Role</dt>
        <dd>{user.role}</dd>
        <dt>Others see</dt>
        <dd>
          <code>{user.pseudonym}</code>
        </dd>
        {user.name !== null && <dt>The hub knows</dt>}
        {user.name !== null && <dd>{shownName(user.name)}: told with sessions whose profile links identity</dd>}
      </dl>
      {secret !== undefined && (
        <p role="status" className="hub-once">
          This is shown once. The secret before no longer works, and this browser has to log in with the new one:{' '}
          <code>{secret}</code> <CopyButton text={secret} label="Copy the key" />
        </p>
      )}
      <p className="hub-buttons">
        <Button look="framed" onClick={() => void rotate()}>
          New secret
        </Button>
        {user.signIn && user.name === null && (
          <a className="button framed" href="/sign-in?link=1">
            Be known by name…
          </a>
        )}
        {user.name !== null && (
          <Button look="framed" onClick={() => void unlink()}>
            Be unnamed again
          </Button>
        )}
        <Button look="framed" onClick={() => void logout()}>
          Log out
        </Button>
        {user.role === 'submitter' && (
          <a className="button framed" href="/v1/me/export" download="hansard-export.ndjson">
            Export everything
          </a>
        )}
        {user.role === 'submitter' && <TakeBack />}
      </p>
      {problem && (
        <p className="bad note" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

/** Asks once more: it cannot be undone. */
function TakeBack() {
  const [asking, setAsking] = useState(false);
  const [told, setTold] = useState<string>();
  const { problem, change } = useChange();
  const forget = async () => {
    const done = await change(() => api.hub.forgetMe());
    if (!done) return;
    const held = done.held > 0 ? ` ${done.held} are under a legal hold and stay.` : '';
    setTold(`${done.retracted} taken back. Backups hold them until ${done.inBackupsUntil}.${held}`);
  };
  if (told !== undefined) return <span role="status">{told}</span>;
  if (!asking) {
    return (
      <Button look="framed" onClick={() => setAsking(true)}>
        Take everything back…
      </Button>
    );
  }
  return (
    <>
      <Button look="framed" className="bad" onClick={() => void forget()}>
        Take back all my sessions and end this key
      </Button>
      <Button look="framed" onClick={() => setAsking(false)}>
        Keep them
      </Button>
      {problem && <span className="bad">{problem}</span>}
    </>
  );
}
