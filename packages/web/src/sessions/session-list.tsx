/** The list of sessions: filters, families, virtual rows, and what is new without moving what is being looked at. */
import { useCallback, useMemo, useRef } from 'react';
import { problemOf } from '../answers/problem.ts';
import { useKeys } from '../keys/keys.ts';
import { useElementWidth } from '../layout/use-element-width.ts';
import { Trouble } from '../parts/trouble.tsx';
import { FilterBar } from '../query/filter-bar.tsx';
import { navigate, usePlace, withQuery } from '../route/place.ts';
import { counted } from '../words/numbers.ts';
import { ListHead } from './list-head.tsx';
import { type AddressFor, listQuery, useAddressFor } from './list-query.ts';
import { listRows } from './list-rows.ts';
import { OrderMenu } from './order-menu.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { ORDERS, type Order } from './session-pages.ts';
import { sessionPages, useSessions } from './use-sessions.ts';
import { useSources } from './use-sources.ts';
import { VirtualRows } from './virtual-rows.tsx';

/** From this width on a row is one line. */
const WIDE = 760;

export function SessionList({ current }: { current: string | undefined }) {
  const { path, query } = usePlace();
  const { q, sort, open, group } = listQuery(query);
  const byProject = group === 'project';
  const order: Order = ORDERS.find((name) => name === sort) ?? 'newest';
  const view = useSessions(q ?? '', order);
  const toggled = useMemo(() => new Set(open?.split(',')), [open]);
  const sources = useSources(view.sessions, toggled);
  const rows = useMemo(
    () => listRows(view.sessions, { byTime: order === 'newest', byProject, toggled, sources, now: new Date() }),
    [view.sessions, order, byProject, toggled, sources],
  );
  const onQuery = useCallback((next: string) => navigate(withQuery({ q: next || null }), { replace: true }), []);
  const toggle = (id: string) => {
    const next = toggled.has(id) ? [...toggled].filter((one) => one !== id) : [...toggled, id];
    navigate(withQuery({ open: next.filter((one) => one !== '').join(',') || null }), { replace: true });
  };
  const addressFor = useAddressFor();
  const element = useRef<HTMLDivElement>(null);
  const wide = useElementWidth(element) >= WIDE;
  useNeighbours(
    rows.flatMap((row) => (row.kind === 'session' ? [row.session.id] : [])),
    current,
    addressFor,
  );

  const problem = view.error === undefined ? undefined : problemOf(view.error);
  const isBadQuery = problem?.status === 400;
  return (
    <div className="session-list" ref={element}>
      <h1 className="visually-hidden">{path === '/' ? 'Sessions' : 'Other sessions'}</h1>
      <FilterBar
        query={q ?? ''}
        onQuery={onQuery}
        placeholder="Filter sessions"
        problem={isBadQuery ? problem : undefined}
      >
        <OrderMenu order={order} byProject={byProject} />
      </FilterBar>
      <ListHead total={problem ? undefined : view.total} filtered={!!q} loading={view.loading} wide={wide} />
      {current === undefined && view.sessions.length > 0 && <SelectionBar sessions={view.sessions} />}
      {problem && !isBadQuery && (
        <Trouble error={view.error} onRetry={() => void sessionPages.start({ q: q ?? '', sort: order })} />
      )}
      {!view.loading && !problem && rows.length === 0 && (
        <p className="nothing">{q ? 'No session fits this filter.' : 'There are no sessions yet.'}</p>
      )}
      <VirtualRows
        rows={rows}
        wide={wide}
        current={current}
        added={view.added}
        addressFor={addressFor}
        onToggle={toggle}
        onEnd={() => void sessionPages.more()}
        onSeen={() => sessionPages.seen()}
      />
      <p className="visually-hidden" role="status">
        {view.loading ? 'Loading sessions' : counted(view.total, 'session')}
      </p>
    </div>
  );
}

/** The keys for the session before and after this one in the list. */
function useNeighbours(ids: readonly string[], current: string | undefined, addressFor: AddressFor): void {
  const go = (by: number) => {
    const at = current === undefined ? -1 : ids.indexOf(current);
    const next = ids[at < 0 ? 0 : at + by];
    if (next !== undefined) navigate(addressFor(next));
  };
  useKeys([
    { key: '[', does: 'Session above in the list', group: 'Page', run: () => go(-1) },
    { key: ']', does: 'Session below in the list', group: 'Page', run: () => go(1) },
  ]);
}
