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

export function RawDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { store } = useRowTools();
  const { data, error, reload } = useAnswer(`raw ${store.id} ${eventId}`, (signal) =>
    store.client.event(store.id, eventId, { raw: true, signal }),
  );
  return (
    <Dialog title="What stands behind this event" className="raw-dialog" onClose={onClose}>
      {error !== undefined && <Trouble error={error} onRetry={reload} />}
      {data && <Raw found={data} />}
    </Dialog>
  );
}

function Raw({ found: { event, raw } }: { found: SingleEvent }) {
  const [native, setNative] = useState(raw?.text !== undefined);
  const text = raw?.text ?? raw?.base64 ?? '';
  return (
    <>
      <p className="raw-tabs">
        <button
          type="button"
          className="button plain"
          aria-pressed={native}
          disabled={!raw}
          onClick={() => setNative(true)}
        >
          As the agent wrote it
        </button>
        <button type="button" className="button plain" aria-pressed={!native} onClick={() => setNative(false)}>
          As an event
        </button>
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
      {!raw && <p className="quiet">Nothing native stands behind this event.</p>}
    </>
  );
}
