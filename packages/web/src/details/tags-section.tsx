/** The tags of a session: taken away with a click, added by typing. */
import type { SessionDetail } from '@hansard/client';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../answers/problem.ts';
import { api } from '../api.ts';
import { Button } from '../parts/button.tsx';
import { filterText } from '../query/pieces.ts';
import { Link } from '../route/link.tsx';
import { addressOf } from '../route/place.ts';
import { sessionPages } from '../sessions/use-sessions.ts';

export function TagsSection({ session, onChange }: { session: SessionDetail; onChange: () => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const change = (answer: Promise<{ tags: string[] }>) =>
    answer.then(
      ({ tags }) => {
        setProblem(undefined);
        setTyped('');
        sessionPages.update(session.id, { tags });
        onChange();
      },
      (error: unknown) => setProblem(problemOf(error).detail),
    );
  const add = (event: FormEvent) => {
    event.preventDefault();
    const tag = typed.trim().toLowerCase();
    if (tag !== '') void change(api.addTag(session.id, tag));
  };
  return (
    <section className="details-section" aria-label="Tags">
      <h3>Tags</h3>
      <div className="tags">
        {session.tags.map((tag) => (
          <span key={tag} className="chip">
            <Link href={addressOf('/', { q: filterText('tag', tag) })}>{tag}</Link>
            <Button
              icon="close"
              label={`Remove tag ${tag}`}
              onClick={() => void change(api.removeTag(session.id, tag))}
            />
          </span>
        ))}
        <form onSubmit={add}>
          <input
            className="field"
            value={typed}
            aria-label="Add a tag"
            placeholder="Add a tag"
            maxLength={64}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
      </div>
      {problem && (
        <p className="bad note" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
