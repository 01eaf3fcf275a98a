/** Stars a session, or takes the star away; the list shows it at once. */
import type { SessionDetail } from '@hansard/client';
import { api } from '../api.ts';
import { Button } from '../parts/button.tsx';
import { sessionPages } from '../sessions/use-sessions.ts';

export function StarButton({ session, onChange }: { session: SessionDetail; onChange: () => void }) {
  const { id, starred } = session;
  const toggle = async () => {
    const answer = await (starred ? api.unstar(id) : api.star(id));
    sessionPages.update(id, answer);
    onChange();
  };
  return (
    <Button
      icon={starred ? 'star-filled' : 'star'}
      look="framed"
      className={starred ? 'starred' : ''}
      aria-pressed={starred}
      onClick={() => void toggle().catch(onChange)}
    >
      {starred ? 'Starred' : 'Star'}
    </Button>
  );
}
