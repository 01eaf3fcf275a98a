/** An archive as the first version of the program left it: originals, and no events. */
import { createHash } from 'node:crypto';
import { MIGRATIONS } from '../database/schema.ts';
import { archiveFile } from '../home.ts';
import { loadSqlite, type SqliteConnection } from '../host/sqlite-module.ts';
import { packBlock } from '../originals/codec.ts';

export interface FirstInput {
  readonly agent: string;
  readonly path: string;
  readonly role?: string;
  readonly kind?: string;
  readonly missing?: boolean;
  /** Contents of each version, in blocks. */
  readonly versions: readonly (readonly string[])[];
}

export async function writeFirstVersion(home: string, inputs: readonly FirstInput[]): Promise<void> {
  const Sqlite = await loadSqlite();
  if (!Sqlite) throw new Error('no SQLite');
  const db = new Sqlite(archiveFile(home));
  try {
    db.exec(`PRAGMA journal_mode = WAL; ${MIGRATIONS[0]}; PRAGMA user_version = 1`);
    for (const input of inputs) writeInput(db, input);
  } finally {
    db.close();
  }
}

function writeInput(db: SqliteConnection, { agent, path, role, kind, missing, versions }: FirstInput): void {
  const bytes = versions.at(-1)?.join('').length ?? 0;
  const input = db
    .prepare(
      `INSERT INTO input (agent, path, role, kind, size, modified, first_seen, last_seen, missing_since)
       VALUES (?, ?, ?, ?, ?, '2025-12-01T00:00:00.000Z', '2025-12-02T00:00:00.000Z', '2025-12-03T00:00:00.000Z', ?)`,
    )
    .run(agent, path, role ?? 'session', kind ?? 'log', bytes, missing ? '2025-12-20T00:00:00.000Z' : null);
  for (const [n, blocks] of versions.entries()) {
    const version = db
      .prepare("INSERT INTO version (input_id, number, bytes, begun) VALUES (?, ?, ?, '2025-12-02T00:00:00.000Z')")
      .run(input.lastInsertRowid, n + 1, blocks.join('').length);
    let start = 0;
    for (const block of blocks) {
      db.prepare('INSERT INTO manifest (version_id, start, block_id) VALUES (?, ?, ?)').run(
        version.lastInsertRowid,
        start,
        blockId(db, Buffer.from(block)),
      );
      start += block.length;
    }
  }
}

function blockId(db: SqliteConnection, bytes: Buffer): number {
  const hash = createHash('sha256').update(bytes).digest();
  const known = db.prepare('UPDATE block SET uses = uses + 1 WHERE hash = ? RETURNING id').get(hash);
  if (known) return known['id'] as number;
  const { codec, data } = packBlock(bytes);
  const insert = db.prepare('INSERT INTO block (hash, codec, bytes, uses, data) VALUES (?, ?, ?, 1, ?)');
  return Number(insert.run(hash, codec, bytes.length, data).lastInsertRowid);
}
