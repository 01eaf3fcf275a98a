/** The session that an input tells of: of several, the one of a native id, else the first. */
import type { Archive } from '../../archive.ts';
import { rowReader, text } from '../../database/row-shape.ts';

const readUuid = rowReader({ uuid: text });

export function sessionOfInput({ sql }: Archive, path: string, nativeId?: string): string | undefined {
  const row = sql.get(
    `SELECT s.uuid FROM input i JOIN thread t ON t.input_id = i.id JOIN session s ON s.id = t.session_id
     WHERE i.path = ? AND i.machine_id = 1 ORDER BY s.native_id IS ? DESC, t.id LIMIT 1`,
    path,
    nativeId ?? null,
  );
  return row && readUuid(row).uuid;
}
