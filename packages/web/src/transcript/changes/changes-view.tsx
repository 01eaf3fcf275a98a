/** What a session changed, by file: what became of each in the end, or edit by edit. Everything links to its event. */

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
import { clockTime, fullTime } from '../../words/times.ts';
import { diffLines } from '../content/diff-lines.ts';
import { DiffView } from '../content/diff-view.tsx';
import { ListController } from '../list/list-controller.ts';
import { RowList } from '../list/row-list.tsx';
import type { Reading } from '../use-reader.ts';
import { type ChangeRows, changeRowsOf } from './change-rows.ts';
import { CommitList } from './commit-list.tsx';
import { relativePath } from './file-tree.ts';
import { FileTreeView } from './file-tree-view.tsx';
import { useCommits } from './use-commits.ts';

const LINES = 60;
const MOST_LINES = 4000;
/** Links to edits of one file. */
const MOST_LINKS = 12;

export function ChangesView({ reading: { store } }: { reading: Reading }) {
  const { data, error, reload } = useAnswer(`changes ${store.id} ${store.lastSeq}`, (signal) =>
    api.changes(store.id, { signal }),
  );
  const [each] = useQueryValue('edits');
  const changes = useMemo(() => (data ? changeRowsOf(data, each === 'each') : undefined), [data, each]);
  const commits = useCommits(store);
  if (error !== undefined && !data) return <Trouble error={error} onRetry={reload} />;
  if (!changes) return <p className="nothing">Reading the changes…</p>;
  return (
    <div className="change-list">
      <CommitList found={commits} id={store.id} />
      {changes.list.length === 0 ? (
        <p className="nothing">According to its log, this session changed no files.</p>
      ) : (
        <Changes
          changes={changes}
          id={store.id}
          project={store.detail?.project ?? null}
          hasMore={data?.hasMore === true}
        />
      )}
    </div>
  );
}

interface ChangesProps {
  changes: ChangeRows;
  id: string;
  project: string | null;
  hasMore: boolean;
}

function Changes({ changes, id, project, hasMore }: ChangesProps) {
  const [controller] = useState(() => new ListController());
  const [each, setEach] = useQueryValue('edits');
  useLayoutEffect(
    () => controller.setRows(changes.rows, (row) => changes.list[row - 1]?.kind ?? '', `changes ${each}`),
    [controller, changes, each],
  );
  return (
    <>
      <div className="changes-head">
        <span>
          {counted(changes.edits, 'edit')} in {counted(changes.files.length, 'file')}
          {hasMore && ' and more that are not shown'}
        </span>
        <label>
          <input type="checkbox" checked={each === 'each'} onChange={() => setEach(each === 'each' ? null : 'each')} />
          Each edit
        </label>
      </div>
      <div className="changes-body">
        {changes.files.length > 1 && (
          <FileTreeView files={changes.files} project={project} onGo={(row) => controller.goTo(row)} />
        )}
        <RowList
          controller={controller}
          label="Changes by file"
          row={(row) => (
            <ChangeRowView key={row} row={row} changes={changes} id={id} project={project} controller={controller} />
          )}
        />
      </div>
    </>
  );
}

interface ChangeRowProps {
  row: number;
  changes: ChangeRows;
  id: string;
  project: string | null;
  controller: ListController;
}

function ChangeRowView({ row, changes, id, project, controller }: ChangeRowProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => (element.current ? controller.observe(element.current) : undefined), [controller]);
  const change = changes.list[row - 1];
  let content: ReactNode = null;
  if (change?.kind === 'file') content = <FileHead {...change} project={project} />;
  if (change?.kind === 'net') content = <NetBody file={change.file} diff={change.diff} id={id} />;
  if (change?.kind === 'edit') content = <EditBody edit={change.edit} path={change.path} id={id} />;
  return (
    <article ref={element} data-row={row} className={`change ${change?.kind}`}>
      {content}
    </article>
  );
}

interface FileHeadProps {
  file: ChangedFile;
  added: number;
  removed: number;
  project: string | null;
}

function FileHead({ file: { path, edits }, added, removed, project }: FileHeadProps) {
  return (
    <h2 className="change-file">
      <span title={neutraliseLine(path)}>{neutraliseLine(relativePath(path, project))}</span>
      <span className="change-counts">
        <span className="added-count">+{added}</span> <span className="removed-count">−{removed}</span>{' '}
        <span className="quiet">{counted(edits.length, 'edit')}</span>
      </span>
    </h2>
  );
}

/** What all edits together made of a file. */
function NetBody({ file, diff, id }: { file: ChangedFile; diff: string; id: string }) {
  const links = file.edits.slice(0, MOST_LINKS).map((edit, nth) => (
    <Link
      key={edit.logSeq}
      href={sessionAddress(id, edit.eventId)}
      title={edit.time === null ? undefined : fullTime(edit.time)}
    >
      {edit.time === null ? `edit ${nth + 1}` : clockTime(edit.time)}
    </Link>
  ));
  const more = file.edits.length - links.length;
  return (
    <DiffBody diff={diff} path={file.path} none="In the end nothing is different.">
      <span className="quiet">After all edits:</span>
      {links}
      {more > 0 && <span className="quiet">and {more} more</span>}
    </DiffBody>
  );
}

function EditBody({ edit, path, id }: { edit: FileEdit; path: string; id: string }) {
  return (
    <DiffBody diff={edit.diff ?? ''} path={path} none="The log does not tell what changed.">
      <Link href={sessionAddress(id, edit.eventId)}>{edit.time === null ? 'Event' : fullTime(edit.time)}</Link>
      <span className="quiet">{neutraliseLine([edit.kind, edit.note].filter(Boolean).join(' · '))}</span>
    </DiffBody>
  );
}

interface DiffBodyProps {
  diff: string;
  path: string;
  /** What is said where there is no diff. */
  none: string;
  children: ReactNode;
}

function DiffBody({ diff, path, none, children }: DiffBodyProps) {
  const [columns] = useQueryValue('diff');
  const [open, setOpen] = useState(false);
  const lines = useMemo(() => diffLines(diff), [diff]);
  const shown = useMemo(() => lines.slice(0, open ? MOST_LINES : LINES), [lines, open]);
  return (
    <>
      <p className="edit-head">
        {children}
        {lines.length > LINES && (
          <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : `Show all ${counted(lines.length, 'line')}`}
          </button>
        )}
      </p>
      {lines.length > 0 ? (
        <DiffView lines={shown} split={columns === 'split'} path={path} />
      ) : (
        <p className="quiet">{none}</p>
      )}
    </>
  );
}
