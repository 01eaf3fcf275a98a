/**
 * All changes of a session as rows of one list: a file, then what became of it in the end, or its edits in order where that
 * is wanted, or where they do not tell it.
 */
import type { ChangedFile, FileEdit, SessionChanges } from '@hansard/client';
import type { Rows } from '../model/row-order.ts';
import { netDiff } from './net-diff.ts';

export type ChangeRow =
  | { readonly kind: 'file'; readonly file: ChangedFile; readonly added: number; readonly removed: number }
  | { readonly kind: 'net'; readonly file: ChangedFile; readonly diff: string }
  | { readonly kind: 'edit'; readonly edit: FileEdit; readonly path: string };

/** A file, where its row is, and how much of it changed. */
export interface ChangedPath {
  readonly path: string;
  readonly row: number;
  readonly added: number;
  readonly removed: number;
}

/** Rows are numbered from 1; `list[row - 1]` is what a row is of. */
export interface ChangeRows {
  readonly list: readonly ChangeRow[];
  readonly rows: Rows;
  readonly files: readonly ChangedPath[];
  readonly edits: number;
}

export function changeRowsOf({ files }: SessionChanges, each: boolean): ChangeRows {
  const list: ChangeRow[] = [];
  const places: ChangedPath[] = [];
  for (const file of files) {
    const net = each || file.edits.length < 2 ? undefined : netDiff(file.edits.map(({ diff }) => diff));
    const counts = net === undefined ? file : countsOf(net);
    const { added, removed } = counts;
    list.push({ kind: 'file', file, added, removed });
    places.push({ path: file.path, row: list.length, added, removed });
    if (net !== undefined) list.push({ kind: 'net', file, diff: net });
    else for (const edit of file.edits) list.push({ kind: 'edit', edit, path: file.path });
  }
  const ids = Int32Array.from(list, (_row, index) => index + 1);
  const edits = files.reduce((sum, file) => sum + file.edits.length, 0);
  return { list, rows: { ids, depths: new Uint8Array(ids.length) }, files: places, edits };
}

function countsOf(diff: string): { added: number; removed: number } {
  let [added, removed] = [0, 0];
  for (const line of diff.split('\n')) {
    if (line.startsWith('+')) added++;
    if (line.startsWith('-')) removed++;
  }
  return { added, removed };
}
