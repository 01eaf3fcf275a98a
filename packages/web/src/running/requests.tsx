/** What the session asks now; and, of what was shown here, who has decided it meanwhile. */
import type { LiveSession, PendingItem } from '@hansard/client';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { PermissionCard } from './permission-card.tsx';
import { QuestionCard } from './question-card.tsx';
import { askWaiting, useWaiting } from './waiting.ts';
import { askedFor, decisionText } from './words.ts';

interface RequestsProps {
  session: LiveSession;
  may: boolean;
  onDone: () => void;
}

export function Requests({ session, may, onDone }: RequestsProps) {
  const waiting = useWaiting().filter(({ sessionId }) => sessionId === session.sessionId);
  const [seen, setSeen] = useState<ReadonlyMap<string, PendingItem>>(new Map());
  const fresh = waiting.filter(({ requestId }) => !seen.has(requestId));
  if (fresh.length > 0) setSeen(new Map([...seen, ...fresh.map((item) => [item.requestId, item] as const)]));
  const done = () => {
    askWaiting();
    onDone();
  };
  const forget = (requestId: string) => setSeen(new Map([...seen].filter(([id]) => id !== requestId)));
  const open = new Set(waiting.map(({ requestId }) => requestId));
  const gone = [...seen.values()].filter(({ requestId }) => !open.has(requestId));
  return (
    <div className="requests" aria-live="polite">
      {gone.slice(-LAST).map((item) => (
        <Decided key={item.requestId} item={item} session={session} onClose={() => forget(item.requestId)} />
      ))}
      {waiting.map((item) =>
        item.kind === 'permission' ? (
          <PermissionCard key={item.requestId} item={item} may={may} onDone={done} />
        ) : (
          <QuestionCard key={item.requestId} item={item} may={may} onDone={done} />
        ),
      )}
    </div>
  );
}

/** Of earlier ones the transcript tells. */
const LAST = 1;

function Decided({ item, session, onClose }: { item: PendingItem; session: LiveSession; onClose: () => void }) {
  const decision = session.decided.find(({ requestId }) => requestId === item.requestId);
  return (
    <p className="decided">
      <span className="quiet decided-what">{askedFor(item)}</span>
      <span>{decision ? decisionText(decision) : 'No longer asked'}</span>
      <Button icon="close" label="Close" onClick={onClose} />
    </p>
  );
}
