/** All edits of a session as one diff by file. Every edit links to the event that made it. */

import type { ChangedFile, FileEdit } from '@hansard/client';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useAnswer } from '../../answers/use-answer.ts';
import { api } from '../../api.ts';
import { Trouble } from '../../parts/trouble.tsx';
import { Link } from '../../route/link.tsx';
import { sessionAddress } from '../../route/pages.ts';
import { useQueryValue } from '../../route/place.ts';
import { counted } from '../../words/numbers.ts';
import { fullTime } from '../../words/times.ts';
import { diffLines } from '../content/diff-lines.ts';
import { DiffView } from '../content/diff-view.tsx';
import { ListController } from '../list/list-controller.ts';
import { RowList } from '../list/row-list.tsx';
import type { Reading } from '../use-reader.ts';
import { type ChangeRows, changeRowsOf } from './change-rows.ts';
import { CommitList } from './commit-list.tsx';
import { useCommits } from './use-commits.ts';

const LINES = 60;
const MOST_LINES = 4000;
const MOST_FILES = 500;

export function ChangesView({ reading: { store } }: { reading: Reading }) {
  const { data, error, reload } = useAnswer(`changes ${store.id} ${store.lastSeq}`, (signal) =>
    api.changes(store.id, { signal }),
  );
  const changes = useMemo(() => (data ? changeRowsOf(data) : undefined), [data]);
  const commits = useCommits(store);
  if (error !== undefined && !data) return <Trouble error={error} onRetry={reload} />;
  if (!changes) return <p className="nothing">Reading the changes…</p>;
  return (
    <div className="change-list">
      <CommitList found={commits} id={store.id} />
      {changes.list.length === 0 ? (
        <p className="nothing">This session changed no file, as far as its log tells.</p>
      ) : (
        <Changes changes={changes} id={store.id} hasMore={data?.hasMore === true} />
      )}
    </div>
  );
}

function Changes({ changes, id, hasMore }: { changes: ChangeRows; id: string; hasMore: boolean }) {
  const [controller] = useState(() => new ListController());
  useLayoutEffect(
    () => controller.setRows(changes.rows, (row) => changes.list[row - 1]?.kind ?? '', 'changes'),
    [controller, changes],
  );
  const edits = changes.list.length - changes.files.length;
  return (
    <>
      <p className="changes-head">
        {counted(edits, 'edit')} in {counted(changes.files.length, 'file')}
        {hasMore && ' and more that are not shown'}
        <select
          className="field"
          aria-label="Go to a file"
          value=""
          onChange={({ target }) => controller.goTo(Number(target.value))}
        >
          <option value="">Go to a file…</option>
          {changes.files.slice(0, MOST_FILES).map(({ path, row }) => (
            <option key={row} value={row}>
              {neutraliseLine(path)}
            </option>
          ))}
        </select>
      </p>
      <RowList
        controller={controller}
        label="Changes by file"
        row={(row) => <ChangeRowView key={row} row={row} changes={changes} id={id} controller={controller} />}
      />
    </>
  );
}

interface ChangeRowProps {
  row: number;
  changes: ChangeRows;
  id: string;
  controller: ListController;
}

function ChangeRowView({ row, changes, id, controller }: ChangeRowProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => (element.current ? controller.observe(element.current) : undefined), [controller]);
  const change = changes.list[row - 1];
  let content: ReactNode = null;
  if (change?.kind === 'file') content = <FileHead file={change.file} />;
  if (change?.kind === 'edit') content = <EditBody edit={change.edit} path={change.path} id={id} />;
  return (
    <article ref={element} data-row={row} className={`change ${change?.kind}`}>
      {content}
    </article>
  );
}

function FileHead({ file: { path, added, removed, edits } }: { file: ChangedFile }) {
  return (
    <h2 className="change-file">
      <span>{neutraliseLine(path)}</span>
      <span className="added-count">+{added}</span>
      <span className="removed-count">−{removed}</span>
      <span className="quiet">{counted(edits.length, 'edit')}</span>
    </h2>
  );
}

function EditBody({ edit, path, id }: { edit: FileEdit; path: string; id: string }) {
  const [diff] = useQueryValue('diff');
  const [open, setOpen] = useState(false);
  const lines = useMemo(() => diffLines(edit.diff ?? ''), [edit.diff]);
  const shown = useMemo(() => lines.slice(0, open ? MOST_LINES : LINES), [lines, open]);
  return (
    <>
      <p className="edit-head">
        <Link href={sessionAddress(id, edit.eventId)}>{edit.time === null ? 'Event' : fullTime(edit.time)}</Link>
        <span className="quiet">{neutraliseLine([edit.kind, edit.note].filter(Boolean).join(' · '))}</span>
        {lines.length > LINES && (
          <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : `Show all ${counted(lines.length, 'line')}`}
          </button>
        )}
      </p>
      {lines.length > 0 ? (
        <DiffView lines={shown} split={diff === 'split'} path={path} />
      ) : (
        <p className="quiet">The log does not tell what changed.</p>
      )}
    </>
  );
}
