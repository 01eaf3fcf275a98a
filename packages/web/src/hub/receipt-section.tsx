/** In the details of a session on a hub: its receipt, and for its submitter a share link and taking it back. */
import type { SessionDetail } from '@hansard/client';
import { useState } from 'react';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { navigate } from '../route/place.ts';
import { shownName } from '../words/names.ts';
import { counted } from '../words/numbers.ts';
import { fullTime } from '../words/times.ts';
import { useChange } from './use-change.ts';
import { type HubUser, useHub } from './use-hub.ts';

export function ReceiptSection({ session }: { session: SessionDetail }) {
  const user = useHub();
  const key = user ? `hub receipt ${session.id}` : null;
  const { data } = useAnswer(key, (signal) => api.hub.receipt(session.id, { signal }));
  if (!user || !data) return null;
  const from = data.name ? shownName(data.name) : <code>{data.receipt.submitter.pseudonym}</code>;
  const { root, at, submitter, privacy, log, generation } = data.receipt;
  return (
    <section className="details-section" aria-label="Receipt">
      <h3>Receipt</h3>
      <dl className="hub-facts">
        <dt>Received</dt>
        <dd>{fullTime(at)}</dd>
        <dt>From</dt>
        <dd>{submitter.keyId === user.keyId ? 'you' : from}</dd>
        <dt>Redacted</dt>
        <dd>
          {privacy.profile}, {counted(privacy.redactionCount, 'redaction')}
        </dd>
        <dt>Log</dt>
        <dd>
          place {log.index}, generation {generation}
        </dd>
        <dt>Root</dt>
        <dd>
          <code>{root.slice(0, 23)}…</code>{' '}
          <CopyButton text={JSON.stringify(data.receipt)} label="Copy the signed receipt" />
        </dd>
      </dl>
      {submitter.keyId === user.keyId && user.role === 'submitter' && <OwnActions session={session} user={user} />}
    </section>
  );
}

function OwnActions({ session: { id } }: { session: SessionDetail; user: HubUser }) {
  const [days, setDays] = useState(7);
  const [link, setLink] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const { problem, change } = useChange();
  const share = async () => {
    const made = await change(() => api.hub.share(id, days));
    if (made) setLink(`${location.origin}${made.link}`);
  };
  const takeBack = async () => {
    const done = await change(() => api.hub.retract(id));
    if (done) navigate('/');
  };
  return (
    <>
      <p className="hub-buttons">
        <label>
          Days{' '}
          <input
            className="field"
            type="number"
            min={1}
            max={365}
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
          />
        </label>
        <Button icon="link" look="framed" onClick={() => void share()}>
          Make a share link
        </Button>
      </p>
      {link !== undefined && (
        <p role="status" className="hub-once">
          Whoever has this link sees this session. It is shown once: <code>{link}</code>{' '}
          <CopyButton text={link} label="Copy the share link" />
        </p>
      )}
      <p className="hub-buttons">
        {isAsking ? (
          <>
            <Button look="framed" className="bad" onClick={() => void takeBack()}>
              Take it back for good
            </Button>
            <Button look="framed" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <Button look="framed" onClick={() => setAsking(true)}>
            Take back…
          </Button>
        )}
      </p>
      {problem && (
        <p className="bad note" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
