/** What stands behind a row: the event as Hansard reads it, and the bytes that the agent wrote. */

import type { SingleEvent } from '@hansard/client';
import { neutralise } from '@hansard/core/formats/neutralise.ts';
import { useState } from 'react';
import { useAnswer } from '../../answers/use-answer.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { JsonView } from '../content/json-view.tsx';
import { useRowTools } from './row-context.ts';

const LONGEST = 500_000;

interface RawDialogProps {
  eventId: string;
  /** Of a call. */
  resultId?: string | undefined;
  onClose: () => void;
}

export function RawDialog({ eventId, resultId, onClose }: RawDialogProps) {
  const { store } = useRowTools();
  const [shown, setShown] = useState(eventId);
  const { data, error, reload } = useAnswer(`raw ${store.id} ${shown}`, (signal) =>
    store.client.event(store.id, shown, { raw: true, signal }),
  );
  return (
    <Dialog title="What stands behind this event" className="raw-dialog" onClose={onClose}>
      {resultId !== undefined && (
        <p className="raw-tabs">
          <Tab words="Call" on={shown === eventId} onClick={() => setShown(eventId)} />
          <Tab words="Result" on={shown === resultId} onClick={() => setShown(resultId)} />
        </p>
      )}
      {error !== undefined && <Trouble error={error} onRetry={reload} />}
      {data && <Raw key={shown} found={data} />}
    </Dialog>
  );
}

interface TabProps {
  words: string;
  on: boolean;
  disabled?: boolean;
  onClick: () => void;
}

const Tab = ({ words, on, disabled, onClick }: TabProps) => (
  <button type="button" className="button plain" aria-pressed={on} disabled={disabled} onClick={onClick}>
    {words}
  </button>
);

function Raw({ found: { event, raw } }: { found: SingleEvent }) {
  const [native, setNative] = useState(raw?.text !== undefined);
  const text = raw?.text ?? raw?.base64 ?? '';
  return (
    <>
      <p className="raw-tabs">
        <Tab words="As the agent wrote it" on={native} disabled={!raw} onClick={() => setNative(true)} />
        <Tab words="As an event" on={!native} onClick={() => setNative(false)} />
        <CopyButton text={native ? text : JSON.stringify(event, null, 2)} label="Copy it" />
      </p>
      {native && raw && (
        <>
          <p className="quiet raw-place">
            {neutralise(raw.path)}, bytes {raw.start}–{raw.end}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard */}
          <pre className="output raw-text" tabIndex={0}>
            {neutralise(text.slice(0, LONGEST))}
          </pre>
        </>
      )}
      {!native && <JsonView value={event} label="The event" />}
      {!raw && <p className="quiet">This event has no native record.</p>}
    </>
  );
}
