/**
 * `node scripts/hub-faults.mjs [DOCUMENTS]`: sends so many documents (400) to two hubs on one PostgreSQL, and to one on SQLite,
 * while they are killed, cut off, out of space, and their bucket fails. The tests run the same with a few.
 */
import { ensurePostgres, ensureS3 } from './lib/hub-engines.mjs';
import { show, tool } from './lib/run.mjs';

const documents = process.argv[2] ?? '400';
for (const lacking of [ensurePostgres(process.env), ensureS3(process.env)]) if (lacking) console.error(lacking);
const args = [tool('vitest', 'vitest.mjs'), 'run', '--update=none', 'packages/cli/src/hub/faults.test.ts'];
process.exitCode = show(process.execPath, args, { ...process.env, HANSARD_FAULTS: documents }) ? 0 : 1;
