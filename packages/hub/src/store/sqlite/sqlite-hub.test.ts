/** A hub on SQLite passes both suites: that of stores, and that of hubs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeContract } from '@hansard/core/testing/store-contract/index.ts';
import { afterAll } from 'vitest';
import { hubStoreContract } from '../../testing/hub-store-contract.ts';
import { readingHarness } from '../../testing/reading-harness.ts';
import { SqlHubStore } from '../sql-hub-store.ts';
import { openSqlite } from './open-sqlite.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const open = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hansard-hub-'));
  folders.push(folder);
  return new SqlHubStore(await openSqlite(folder));
};

storeContract('a hub on SQLite', async () => readingHarness(await open()));
hubStoreContract('SQLite', open);
