/** All changes of a session as rows of one list: a file, then its edits in order. */
import type { ChangedFile, FileEdit, SessionChanges } from '@hansard/client';
import type { Rows } from '../model/row-order.ts';

export type ChangeRow =
  | { readonly kind: 'file'; readonly file: ChangedFile }
  | { readonly kind: 'edit'; readonly edit: FileEdit; readonly path: string };

/** Rows are numbered from 1; `list[row - 1]` is what a row is of. */
export interface ChangeRows {
  readonly list: readonly ChangeRow[];
  readonly rows: Rows;
  /** The row of each file. */
  readonly files: readonly { readonly path: string; readonly row: number }[];
}

export function changeRowsOf({ files }: SessionChanges): ChangeRows {
  const list: ChangeRow[] = [];
  const places: { path: string; row: number }[] = [];
  for (const file of files) {
    list.push({ kind: 'file', file });
    places.push({ path: file.path, row: list.length });
    for (const edit of file.edits) list.push({ kind: 'edit', edit, path: file.path });
  }
  const ids = Int32Array.from(list, (_row, index) => index + 1);
  return { list, rows: { ids, depths: new Uint8Array(ids.length) }, files: places };
}
