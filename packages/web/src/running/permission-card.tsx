/**
 * What an agent wants to do, whole, and the buttons that decide it. Nothing here takes the focus by itself and no key of the page
 * allows anything: a person who is typing must not allow a command by it.
 */
import type { PendingItem } from '@hansard/client';
import { neutralise, neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { useState } from 'react';
import { api } from '../api.ts';
import { Button } from '../parts/button.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { useDoing } from './use-doing.ts';

export interface CardProps {
  item: PendingItem;
  /** The reader may answer it. */
  may: boolean;
  onDone: () => void;
}

export function PermissionCard({ item, may, onDone }: CardProps) {
  const { sessionId, requestId, options = [] } = item;
  const { busy, error, run } = useDoing();
  const [why, setWhy] = useState<string>();
  const reply = (answer: 'once' | 'always' | 'reject', more: { message?: string; option?: string } = {}) =>
    void run(() => api.replyPermission(sessionId, requestId, { reply: answer, ...more })).then(onDone);
  const disabled = busy || !may;
  return (
    <section className="ask-card" aria-label="Permission" data-request={requestId}>
      <Wanted item={item} />
      <div className="ask-buttons">
        <Button look="main" disabled={disabled} onClick={() => reply('once')}>
          Allow once
        </Button>
        <Button
          look="framed"
          disabled={disabled}
          title="Hansard allows the very same for the rest of this session, and records each use"
          onClick={() => reply('always')}
        >
          Always in this session
        </Button>
        <Button look="framed" disabled={disabled} onClick={() => reply('reject', why ? { message: why } : {})}>
          Reject
        </Button>
        {why === undefined && may && (
          <Button disabled={disabled} onClick={() => setWhy('')}>
            Say why…
          </Button>
        )}
      </div>
      {why !== undefined && (
        <input
          className="field wide"
          aria-label="What the agent is told with the rejection"
          placeholder="What the agent is told with the rejection"
          value={why}
          maxLength={2000}
          onChange={({ target }) => setWhy(target.value)}
        />
      )}
      {options.length > 0 && (
        <details className="ask-more">
          <summary>The agent’s own wider permissions</summary>
          {options.map(({ id, name }) => (
            <Button key={id} look="framed" disabled={disabled} onClick={() => reply('once', { option: id })}>
              {neutraliseLine(name)}
            </Button>
          ))}
        </details>
      )}
      {!may && <p className="quiet">This token may not answer: it needs the scope answer.</p>}
      {error !== undefined && <Trouble error={error} />}
    </section>
  );
}

function Wanted({ item: { tool, action, command, path, subagent } }: Pick<CardProps, 'item'>) {
  const name = neutraliseLine(tool ?? action ?? 'The agent');
  const what = command ?? path ?? (action === tool ? undefined : action);
  return (
    <>
      <p className="ask-head">
        <b>{command === undefined ? 'Permission' : 'Run this command?'}</b> <code>{name}</code>
        {subagent !== undefined && <span className="quiet">asked by subagent {neutraliseLine(subagent)}</span>}
      </p>
      {what !== undefined && (
        // Long commands scroll: none of it may be out of reach.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        <pre className="ask-what" tabIndex={0}>
          {neutralise(what)}
        </pre>
      )}
    </>
  );
}
