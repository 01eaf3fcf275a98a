/** The reader's notes and star on an event, below it. They are of the session's notes: a star is a note of that one sign. */
import type { SessionDetail } from '@hansard/client';
import { neutralise } from '@hansard/core/formats/neutralise.ts';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { problemOf } from '../../answers/problem.ts';
import { Button } from '../../parts/button.tsx';
import { fullTime } from '../../words/times.ts';
import { useOpen, useRowTools } from './row-context.ts';

export const STAR = '★';

type Note = SessionDetail['notes'][number];

const NONE: readonly Note[] = [];

/** Notes on an event or on its result. */
export function useEventNotes(ids: readonly (string | undefined)[]): readonly Note[] {
  const { store } = useRowTools();
  const all = useSyncExternalStore(store.subscribe, () => store.detail?.notes ?? NONE);
  return all.length === 0 ? NONE : all.filter(({ eventId }) => eventId !== null && ids.includes(eventId));
}

export function EventNotes({ row, ids }: { row: number; ids: readonly (string | undefined)[] }) {
  const notes = useEventNotes(ids);
  const [writing, setWriting] = useOpen(row, 'markdown note');
  const [eventId] = ids;
  if (notes.length === 0 && !writing) return null;
  return (
    <div className="event-notes">
      {notes.map((note) => (
        <NoteLine key={note.id} note={note} />
      ))}
      {writing && eventId !== undefined && <NoteForm eventId={eventId} onDone={() => setWriting(false)} />}
    </div>
  );
}

function NoteLine({ note: { id, text, written } }: { note: Note }) {
  const { annotate } = useRowTools();
  const isStar = text === STAR;
  return (
    <p className={isStar ? 'event-note is-star' : 'event-note'} title={fullTime(written)} dir="auto">
      {isStar ? `${STAR} Starred` : neutralise(text)}
      {annotate && (
        <Button
          icon="close"
          label={isStar ? 'Take the star away' : 'Remove this note'}
          onClick={() => void annotate.remove(id)}
        />
      )}
    </p>
  );
}

function NoteForm({ eventId, onDone }: { eventId: string; onDone: () => void }) {
  const { annotate } = useRowTools();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '' || !annotate) return;
    annotate.add(eventId, typed.trim()).then(onDone, (error: unknown) => setProblem(problemOf(error).detail));
  };
  return (
    <form className="note-form" onSubmit={keep}>
      <textarea
        ref={(field) => field?.focus()}
        className="field"
        rows={2}
        value={typed}
        aria-label="Write a note on this event"
        placeholder="Write a note on this event"
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) keep(event);
        }}
      />
      <Button look="framed" type="submit">
        Keep note
      </Button>
      <Button look="framed" onClick={onDone}>
        Cancel
      </Button>
      {problem && (
        <p className="bad note" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
