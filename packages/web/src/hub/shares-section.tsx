/** Share links that one has made, and their end. A link itself is shown when it is made, and never again. */
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Button } from '../parts/button.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { Link } from '../route/link.tsx';
import { sessionAddress } from '../route/pages.ts';
import { HubTable } from './hub-table.tsx';
import { useChange } from './use-change.ts';

export function SharesSection() {
  const { data, error, reload } = useAnswer('hub shares', (signal) => api.hub.shares({ signal }));
  const { problem, change } = useChange(reload);
  return (
    <section aria-label="Share links">
      <h2>Share links</h2>
      {error !== undefined && <Trouble error={error} onRetry={reload} />}
      <HubTable
        label="Share links"
        heads={['Session', 'Until', 'Last used', '']}
        nothing="No session of yours is shared by a link. Its details have a button for that."
        rows={data?.shares.map(({ shareId, transcriptId, expires, ended, lastUsed }) => ({
          key: shareId,
          cells: [
            <Link key="session" href={sessionAddress(transcriptId)}>
              {transcriptId.slice(0, 8)}
            </Link>,
            ended ? 'ended' : expires.slice(0, 10),
            lastUsed?.slice(0, 10) ?? 'never',
            !ended && (
              <Button key="end" look="framed" onClick={() => void change(() => api.hub.endShare(shareId))}>
                End
              </Button>
            ),
          ],
        }))}
      />
      {problem && (
        <p className="bad note" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
