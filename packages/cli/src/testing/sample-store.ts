/** A database with two sessions as an agent keeps them, for tests of commands. */
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const SQL = `
PRAGMA journal_mode = WAL;
CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT,
  time_created INTEGER, time_updated INTEGER);
CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER,
  data TEXT);
${session(1, 'First session', 'first question')}
${session(2, 'Second session', 'second question')}
`;

function session(n: number, title: string, ask: string): string {
  const time = 1_772_000_000_000 + n * 1000;
  const message = JSON.stringify({ role: 'user', time: { created: time } });
  const part = JSON.stringify({ type: 'text', text: ask });
  return `
INSERT INTO session VALUES ('ses_${n}', 'p', NULL, '/home/dev/demo', '${title}', '1.3.0', ${time}, ${time});
INSERT INTO message VALUES ('msg_${n}', 'ses_${n}', ${time}, ${time}, '${message}');
INSERT INTO part VALUES ('prt_${n}', 'msg_${n}', 'ses_${n}', ${time}, ${time}, '${part}');`;
}

/** Puts the store where the agent keeps it and gives its path. */
export function addStore(home: string): string {
  const path = join(home, '.local', 'share', 'opencode', 'opencode.db');
  mkdirSync(dirname(path), { recursive: true });
  const { DatabaseSync } = sqlite();
  const database = new DatabaseSync(path);
  database.exec(SQL);
  database.close();
  return path;
}

function sqlite(): { DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void } } {
  return process.getBuiltinModule('node:sqlite') ?? createRequire(import.meta.url)('@photostructure/sqlite');
}
