/** What a profile would take out of a session, in plain words; counts by rule and places before and after on request. */
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
    <section className="export-preview" aria-label="What is redacted">
      <h3>What is redacted</h3>
      {error !== undefined && <Trouble error={error} />}
      {!data && error === undefined && <p className="quiet">Looking through the session…</p>}
      {data && <Taken preview={data} />}
    </section>
  );
}

function Taken({ preview }: { preview: PreviewAnswer }) {
  const { events, leftOut, changes } = preview;
  const { content, replaced } = leftOut;
  const placeholders = events.dropped > 0 ? `, ${wholeNumber(events.dropped)} of them as placeholders` : '';
  return (
    <>
      <ul className="left-out">
        {content.length > 0 && <li>Left out: {listed(content)}.</li>}
        {replaced.length > 0 && <li>Replaced: {listed(replaced)}.</li>}
        {content.length + replaced.length === 0 && <li>Nothing is redacted.</li>}
        <li>
          {counted(events.all, 'event')} exported{placeholders}.
        </li>
      </ul>
      {changes.length > 0 && <Fields preview={preview} />}
    </>
  );
}

/** Every place, for those who want to look. */
function Fields({ preview: { session, counts, changes, hasMore } }: { preview: PreviewAnswer }) {
  return (
    <details className="taken-fields">
      <summary>Every field, before and after</summary>
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
                <Link href={sessionAddress(session, change.event)}>
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
    </details>
  );
}

const LIST = new Intl.ListFormat('en');
const listed = (words: readonly string[]): string => LIST.format(words);
