/** What can be done with an event: link to it, copy its words, see what stands behind it. */
import type { Event } from '@hansard/core/transcript.ts';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { sessionAddress } from '../../route/pages.ts';
import { addressOf, fullAddress } from '../../route/place.ts';
import { quoteQuery } from '../quote/quote.ts';
import { useSelectedQuote } from '../quote/use-selected-quote.ts';
import { STAR, useEventNotes } from './event-notes.tsx';
import { RawDialog } from './raw-dialog.tsx';
import { useOpen, useRowTools } from './row-context.ts';

const WRITTEN: ReadonlySet<string> = new Set(['user_message', 'assistant_message']);

interface RowActionsProps {
  row: number;
  event: Event;
  /** Of a call. */
  result: Event | undefined;
  words: string | undefined;
}

export function RowActions({ row, event, result, words }: RowActionsProps) {
  const { store, annotate } = useRowTools();
  const [, setWriting] = useOpen(row, 'markdown note');
  const star = useEventNotes([event.id, result?.id]).find(({ text }) => text === STAR);
  const [plain, setPlain] = useOpen(row, 'markdown');
  const [raw, setRaw] = useState(false);
  const quote = useSelectedQuote(row);
  return (
    <div className="row-actions">
      {WRITTEN.has(event.type) && (
        <button type="button" className="button plain" aria-pressed={plain === true} onClick={() => setPlain(!plain)}>
          Markdown
        </button>
      )}
      {words !== undefined && words !== '' && <CopyButton text={words} label="Copy the text" />}
      {quote && (
        // biome-ignore lint/a11y/noStaticElementInteractions: pressing the button must not undo the selection
        <span onMouseDown={(pressed) => pressed.preventDefault()}>
          <CopyButton
            text={fullAddress(addressOf(sessionAddress(store.id), { e: event.id, ...quoteQuery(quote) }))}
            label="Copy the link to what is selected"
            icon="quote"
          />
        </span>
      )}
      <CopyButton
        text={fullAddress(sessionAddress(store.id, event.id))}
        label="Copy the link to this event"
        icon="link"
      />
      {annotate && (
        <>
          <Button
            icon={star ? 'star-filled' : 'star'}
            label={star ? 'Take the star away' : 'Star this event'}
            aria-pressed={star !== undefined}
            onClick={() => void (star ? annotate.remove(star.id) : annotate.add(event.id, STAR)).catch(() => {})}
          />
          <Button icon="note" label="Write a note on this event" onClick={() => setWriting(true)} />
        </>
      )}
      {store.client.hasRaw && (
        <button type="button" className="button plain" title="What the agent wrote" onClick={() => setRaw(true)}>
          Raw
        </button>
      )}
      {raw && <RawDialog eventId={event.id} resultId={result?.id} onClose={() => setRaw(false)} />}
    </div>
  );
}
