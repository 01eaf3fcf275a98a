/** Keys and invites. Secrets are kept as hashes: they are random and long, so that a plain hash is enough. */
import type { Key, KeyStore, NewKey, Quota, Role } from './contract.ts';
import type { Database, Queries, Row } from './database.ts';

const NAMES = ['no', 'key_id', 'role', 'project', 'pseudonym', 'name', 'made', 'expires', 'revoked', 'last_used'];
export const KEY_COLUMNS = [...NAMES, 'person', 'transcript', 'made_by', 'quota']
  .map((name) => `access_key.${name}`)
  .join(', ');
/** Last use is noted once in a while: it is no log. */
const NOTED_MS = 60_000;

export function keyRows(database: Database): KeyStore {
  const noted = new Map<number, number>();
  const one = async (condition: string, value: string | number) => {
    const [row] = await database.all(`SELECT ${KEY_COLUMNS} FROM access_key WHERE ${condition}`, value);
    return row && toKey(row);
  };
  return {
    make: (key) => database.transaction((queries) => insert(queries, key)),
    byId: async (keyId) => {
      const [row] = await database.all(`SELECT ${KEY_COLUMNS}, secret_hash FROM access_key WHERE key_id = $1`, keyId);
      return row && { ...toKey(row), secretHash: row['secret_hash'] as string };
    },
    byCookie: (hash) => one('cookie_hash = $1', hash),
    byNo: (no) => one('no = $1', no),
    list: async () => (await database.all(`SELECT ${KEY_COLUMNS} FROM access_key ORDER BY no`)).map(toKey),
    revoke: async (keyId, at) =>
      (await database.run('UPDATE access_key SET revoked = $2 WHERE key_id = $1 AND revoked IS NULL', keyId, at)) > 0,
    rotate: async (keyId, secretHash, cookieHash) =>
      (await database.run(
        'UPDATE access_key SET secret_hash = $2, cookie_hash = $3 WHERE key_id = $1 AND revoked IS NULL',
        keyId,
        secretHash,
        cookieHash,
      )) > 0,
    used: async (no, at) => {
      if (at - (noted.get(no) ?? 0) < NOTED_MS) return;
      noted.set(no, at);
      await database.run(
        'UPDATE access_key SET last_used = $2 WHERE no = $1 AND (last_used IS NULL OR last_used < $3)',
        no,
        at,
        at - NOTED_MS,
      );
    },
    limit: async (keyId, quota) =>
      (await database.run(
        'UPDATE access_key SET quota = $2 WHERE key_id = $1',
        keyId,
        quota && JSON.stringify(quota),
      )) > 0,
    shares: async (madeBy) => {
      const rows = await database.all(
        `SELECT ${KEY_COLUMNS}, t.id AS transcript_id FROM access_key JOIN transcript t ON t.no = access_key.transcript
         WHERE made_by = $1 AND role = 'guest' ORDER BY access_key.no`,
        madeBy,
      );
      return rows.map((row) => ({ ...toKey(row), transcriptId: row['transcript_id'] as string }));
    },
    clear: (no) =>
      database.transaction(async (queries) => {
        await queries.run('DELETE FROM staged WHERE key = $1', no);
        await queries.run('DELETE FROM browser WHERE key = $1', no);
        await queries.run('UPDATE access_key SET person = NULL, name = NULL WHERE no = $1', no);
        await dropStrangers(queries);
      }),
    invite: async (hash, role, project, expires) => {
      await database.run(
        'INSERT INTO invite (hash, role, project, expires) VALUES ($1, $2, $3, $4)',
        hash,
        role,
        project,
        expires,
      );
    },
    redeem: (hash, now, key) =>
      database.transaction(async (queries) => {
        const [invite] = await queries.all('DELETE FROM invite WHERE hash = $1 RETURNING role, project, expires', hash);
        if (!invite || (invite['expires'] as number) <= now) return undefined;
        const { role, project } = invite as { role: Role; project: number | null };
        return insert(queries, { ...key, role, project });
      }),
  };
}

/** People whose last key is theirs no longer. */
export async function dropStrangers(queries: Queries): Promise<void> {
  await queries.run(
    'DELETE FROM person WHERE NOT EXISTS (SELECT 1 FROM access_key WHERE access_key.person = person.no)',
  );
}

async function insert(queries: Queries, key: NewKey): Promise<Key> {
  const [row] = await queries.all(
    `INSERT INTO access_key (key_id, secret_hash, cookie_hash, role, project, pseudonym, name, made, expires, person,
     transcript, made_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING ${KEY_COLUMNS}`,
    key.keyId,
    key.secretHash,
    key.cookieHash,
    key.role,
    key.project,
    key.pseudonym,
    key.name,
    key.made,
    key.expires,
    key.person ?? null,
    key.transcript ?? null,
    key.madeBy ?? null,
  );
  return toKey(row as Row);
}

export function toKey(row: Row): Key {
  return {
    no: row['no'] as number,
    keyId: row['key_id'] as string,
    role: row['role'] as Role,
    project: row['project'] as number | null,
    pseudonym: row['pseudonym'] as string,
    name: row['name'] as string | null,
    made: row['made'] as number,
    expires: row['expires'] as number | null,
    revoked: row['revoked'] as number | null,
    lastUsed: row['last_used'] as number | null,
    person: row['person'] as number | null,
    transcript: row['transcript'] as number | null,
    madeBy: row['made_by'] as number | null,
    quota: row['quota'] === null ? null : (JSON.parse(row['quota'] as string) as Quota),
  };
}
