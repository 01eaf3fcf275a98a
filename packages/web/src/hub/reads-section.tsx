/** Who read one's sessions: by day, and by key, since readers need not be known by name. */
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Trouble } from '../parts/trouble.tsx';
import { Link } from '../route/link.tsx';
import { sessionAddress } from '../route/pages.ts';
import { HubTable } from './hub-table.tsx';

const WHO: Readonly<Record<string, string>> = { guest: 'by a share link' };

export function ReadsSection() {
  const { data, error, reload } = useAnswer('hub reads', (signal) => api.hub.reads({ signal }));
  return (
    <section aria-label="Who read my sessions">
      <h2>Who read my sessions</h2>
      {error !== undefined && <Trouble error={error} onRetry={reload} />}
      <HubTable
        label="Reads of my sessions"
        heads={['Day', 'Session', 'Who', 'Times']}
        numbers={[3]}
        nothing="Nobody has read a session of yours."
        rows={data?.reads.map(({ day, transcript, keyId, role, reads }) => ({
          key: `${day} ${transcript} ${keyId}`,
          cells: [
            day,
            <Link key="session" href={sessionAddress(transcript)}>
              {transcript.slice(0, 8)}
            </Link>,
            <span key="who">
              <code>{keyId}</code> {WHO[role] ?? role}
            </span>,
            reads,
          ],
        }))}
      />
    </section>
  );
}
