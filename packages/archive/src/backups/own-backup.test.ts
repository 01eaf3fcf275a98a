/** A backup that comes back to the machine that it was made on, whole or not. */
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { openBackup } from '../sqlite/opening/open-backup.ts';
import { listSessions } from '../sqlite/sessions/session-rows.ts';
import { sync } from '../sync/sync.ts';
import { logOf, SampleMachine, sampleAgent } from '../testing/sample-agent.ts';
import { backup } from './backup.ts';
import { importBackup } from './import-backup.ts';

const now = '2026-02-01T00:00:00.000Z';
const adapters = [sampleAgent()];
const record = (session: string) => ({ session, id: `${session}-0`, text: 'words', at: 0 });
const FILES = {
  'logs/log.jsonl': logOf([record('log')]),
  'logs/log.jsonl.d/helper.jsonl': logOf([record('helper')]),
};

let folder: string;
let path: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-own-backup-'));
  path = join(folder, 'copy.db');
  const host = new SampleMachine(join(folder, 'before'), FILES);
  const archive = await Archive.open(host, adapters);
  await sync({ archive, adapters, host, now });
  await backup(archive, path, { now });
  archive.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('does not make two subagents of one when the agent still has the files', async () => {
  const host = new SampleMachine(join(folder, 'after'), FILES);
  const archive = await Archive.open(host, adapters);
  const opened = await openBackup(path);
  if (!opened) throw new Error('no backup');
  await importBackup(archive, opened, { host, adapters, now });
  opened.close();
  const imported = listSessions(archive);
  await sync({ archive, adapters, host, now });
  const both = listSessions(archive);
  archive.close();
  expect(imported.map(({ subagents }) => subagents)).toEqual([1]);
  expect(both.map(({ subagents }) => subagents)).toEqual([1]);
});

it.each([0.05, 0.5, 0.95])('is told from a file of another kind when %d of it is left', async (part) => {
  truncateSync(path, Math.floor(statSync(path).size * part));
  await expect(openBackup(path)).rejects.toMatchObject({
    code: 'not-importable',
    message: expect.stringContaining('cut off or damaged'),
  });
});
