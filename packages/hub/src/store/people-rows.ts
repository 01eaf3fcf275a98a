/** People who chose to be known, apart from their sessions, and browsers in which they signed in. */
import type { PeopleStore } from './contract.ts';
import type { Database } from './database.ts';
import { dropStrangers, KEY_COLUMNS, toKey } from './key-rows.ts';

export function peopleRows(database: Database): PeopleStore {
  return {
    named: async (issuer, subject, name, at) => {
      const [row] = await database.all(
        `INSERT INTO person (issuer, subject, name, made) VALUES ($1, $2, $3, $4)
         ON CONFLICT (issuer, subject) DO UPDATE SET name = excluded.name RETURNING no`,
        issuer,
        subject,
        name,
        at,
      );
      return row?.['no'] as number;
    },
    name: async (person) => {
      const [row] = await database.all('SELECT name FROM person WHERE no = $1', person);
      return (row?.['name'] as string | null | undefined) ?? null;
    },
    keysOf: async (person) =>
      (await database.all(`SELECT ${KEY_COLUMNS} FROM access_key WHERE person = $1 ORDER BY no DESC`, person)).map(
        toKey,
      ),
    link: (key, person) =>
      database.transaction(async (queries) => {
        await queries.run('UPDATE access_key SET person = $2 WHERE no = $1', key, person);
        if (person !== null) return;
        await queries.run('DELETE FROM browser WHERE key = $1', key);
        await dropStrangers(queries);
      }),
    enter: async (hash, key, expires) => {
      await database.run('INSERT INTO browser (hash, key, expires) VALUES ($1, $2, $3)', hash, key, expires);
    },
    byBrowser: async (hash, now) => {
      const [row] = await database.all(
        `SELECT ${KEY_COLUMNS} FROM browser JOIN access_key ON access_key.no = browser.key
         WHERE browser.hash = $1 AND browser.expires > $2`,
        hash,
        now,
      );
      return row && toKey(row);
    },
    leave: async (hash) => {
      await database.run('DELETE FROM browser WHERE hash = $1', hash);
    },
  };
}
