/** What a profile would take out of a session: counts by rule, and places before and after. */
import type { PreviewAnswer } from '@hansard/client';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Trouble } from '../parts/trouble.tsx';
import { Link } from '../route/link.tsx';
import { sessionAddress } from '../route/pages.ts';
import { counted, wholeNumber } from '../words/numbers.ts';

const SHOWN = 40;

export function ExportPreview({ id, profile }: { id: string; profile: string }) {
  const { data, error } = useAnswer(`preview ${id} ${profile}`, (signal) =>
    api.preview(id, { profile, limit: SHOWN }, { signal }),
  );
  return (
    <section className="export-preview" aria-label="What is taken out">
      <h3>What is taken out</h3>
      {error !== undefined && <Trouble error={error} />}
      {!data && error === undefined && <p className="quiet">Looking through the session…</p>}
      {data && <Taken preview={data} />}
    </section>
  );
}

function Taken({ preview }: { preview: PreviewAnswer }) {
  const { events, counts, changes, hasMore } = preview;
  const dropped = events.dropped > 0 ? `, and notes in place of ${counted(events.dropped, 'other')}` : '';
  return (
    <>
      <p>
        {counted(events.all - events.dropped, 'event')} leave{events.all - events.dropped === 1 ? 's' : ''}
        {dropped}. {counts.length === 0 && 'Nothing is taken out of them.'}
      </p>
      <ul className="rule-counts">
        {counts.map(({ ruleId, type, count }) => (
          <li key={ruleId} title={type}>
            <strong>{wholeNumber(count)}</strong> {ruleId}
          </li>
        ))}
      </ul>
      <ol className="changes">
        {changes.map((change, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one field may have several of a rule, and none moves
          <li key={at}>
            <p className="quiet">
              {change.event ? (
                <Link href={sessionAddress(preview.session, change.event)}>
                  #{change.seq} {change.eventType?.replaceAll('_', ' ')}
                </Link>
              ) : (
                'Session'
              )}{' '}
              {change.field} · {change.ruleId}
            </p>
            <del>{change.before ?? 'all of it'}</del>
            <ins>{change.placeholder}</ins>
          </li>
        ))}
      </ol>
      {hasMore && <p className="quiet">and more</p>}
    </>
  );
}
