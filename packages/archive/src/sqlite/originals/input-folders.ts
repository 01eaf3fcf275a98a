/**
 * Folders as the paths of inputs tell of them. Each entry takes one look into the index, however many inputs there are
 * and however many of them lie below it.
 */
import { columnOf, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

export interface FolderEntry {
  readonly name: string;
  readonly folder: boolean;
}

const pathOf = columnOf('path', text);

/** `folder` ends with its separator. Entries come in the order of the index. */
export function* entriesBelow(sql: Sql, machine: number, folder: string): Iterable<FolderEntry> {
  const end = behind(folder);
  let after = folder;
  for (;;) {
    const row = sql.get(
      `SELECT path FROM input WHERE machine_id = ? AND path > ? AND path < ? AND part = '' ORDER BY path LIMIT 1`,
      machine,
      after,
      end,
    );
    if (!row) return;
    const path = pathOf(row);
    const rest = path.slice(folder.length);
    const cut = rest.search(folder.endsWith('\\') ? /[\\/]/ : /\//);
    if (cut < 0) {
      yield { name: rest, folder: false };
      after = path;
    } else {
      yield { name: rest.slice(0, cut), folder: true };
      after = behind(path.slice(0, folder.length + cut + 1));
    }
  }
}

/** Behind everything that begins with this text. */
function behind(beginning: string): string {
  return `${beginning.slice(0, -1)}${String.fromCharCode(beginning.charCodeAt(beginning.length - 1) + 1)}`;
}
