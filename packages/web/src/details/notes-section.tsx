/** Notes of the reader on a session and its events. They stay on this machine, and survive everything. */
import type { SessionDetail } from '@hansard/client';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../answers/problem.ts';
import { api } from '../api.ts';
import { Button } from '../parts/button.tsx';
import { Link } from '../route/link.tsx';
import { useAddressFor } from '../sessions/list-query.ts';
import { STAR } from '../transcript/rows/event-notes.tsx';
import { fullTime, shortTime } from '../words/times.ts';

export function NotesSection({ session, onChange }: { session: SessionDetail; onChange: () => void }) {
  const addressFor = useAddressFor();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const change = (answer: Promise<unknown>) =>
    answer.then(
      () => {
        setProblem(undefined);
        onChange();
      },
      (error: unknown) => setProblem(problemOf(error).detail),
    );
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') void change(api.addNote(session.id, { text: typed.trim() }).then(() => setTyped('')));
  };
  return (
    <section className="details-section" aria-label="Notes">
      <h3>Notes</h3>
      <ul className="notes">
        {session.notes.map((note) => (
          <li key={note.id}>
            <p dir="auto">{note.text === STAR ? `${STAR} Starred event` : note.text}</p>
            <footer>
              <time dateTime={note.written} title={fullTime(note.written)}>
                {shortTime(note.written)}
              </time>
              {note.eventId && <Link href={addressFor(session.id, { e: note.eventId })}>at an event</Link>}
              <Button
                icon="close"
                label="Remove this note"
                onClick={() => void change(api.removeNote(session.id, note.id))}
              />
            </footer>
          </li>
        ))}
      </ul>
      <form className="note-form" onSubmit={add}>
        <textarea
          className="field"
          rows={2}
          value={typed}
          aria-label="Write a note"
          placeholder="Write a note"
          onChange={(event) => setTyped(event.target.value)}
        />
        {typed.trim() !== '' && (
          <Button look="framed" type="submit">
            Keep note
          </Button>
        )}
      </form>
      {problem && (
        <p className="bad note" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
