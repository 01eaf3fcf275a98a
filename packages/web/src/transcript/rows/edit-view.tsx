/** One changed file in a card: how much changed, and the diff. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { useMemo } from 'react';
import { counted } from '../../words/numbers.ts';
import { changeCounts, diffLines } from '../content/diff-lines.ts';
import { DiffView } from '../content/diff-view.tsx';
import { useOpen, useRowTools } from './row-context.ts';

/** More lines are not worth painting at once. */
const MOST = 4000;

interface EditViewProps {
  row: number;
  path: string;
  /** Whether the path is shown: the card may have said it. */
  named: boolean;
  diff: string;
  lines: number;
}

export function EditView({ row, path, named, diff, lines }: EditViewProps) {
  const { split } = useRowTools();
  const part = `diff ${path}`;
  const [open, setOpen] = useOpen(row, part);
  const all = useMemo(() => diffLines(diff), [diff]);
  const { added, removed } = changeCounts(all);
  const shown = useMemo(() => all.slice(0, open ? MOST : lines), [all, open, lines]);
  const more = all.length > lines;
  return (
    <>
      <p className="edit-head">
        {named && path !== '' && <b>{neutraliseLine(path)}</b>}
        <span className="added-count">+{added}</span>
        <span className="removed-count">−{removed}</span>
        {more && (
          <button type="button" className="link" aria-expanded={open === true} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : `Show all ${counted(all.length, 'line')}`}
          </button>
        )}
      </p>
      {all.length > 0 && <DiffView lines={shown} split={split} path={path} />}
    </>
  );
}
