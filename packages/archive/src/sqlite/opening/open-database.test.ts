import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../database/schema.ts';
import { openArchiveDatabase } from './open-database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-database-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the database', () => {
  it('is brought to the current version, and opened again as it is', async () => {
    (await openArchiveDatabase(folder)).close();
    const db = await openArchiveDatabase(folder);
    expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: MIGRATIONS.length });
    db.close();
  });

  it.skipIf(process.platform === 'win32')('is for its owner only', async () => {
    const db = await openArchiveDatabase(folder);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    db.close();
  });

  it.skipIf(process.platform === 'win32')('that others could read is closed to them', async () => {
    (await openArchiveDatabase(folder)).close();
    chmodSync(join(folder, 'archive.db'), 0o644);
    (await openArchiveDatabase(folder)).close();
    expect(statSync(join(folder, 'archive.db')).mode & 0o777).toBe(0o600);
  });

  it('writes over what is deleted', async () => {
    const db = await openArchiveDatabase(folder);
    expect(db.prepare('PRAGMA secure_delete').get()).toEqual({ secure_delete: 1 });
    db.close();
  });

  it('of a newer program is refused and left as it is', async () => {
    const db = await openArchiveDatabase(folder);
    db.exec('PRAGMA user_version = 99');
    db.close();
    await expect(openArchiveDatabase(folder)).rejects.toMatchObject({ code: 'archive-newer' });
  });

  it('in a folder that is not there is reported', async () => {
    await expect(openArchiveDatabase(join(folder, 'gone'))).rejects.toMatchObject({ code: 'archive-unusable' });
  });
});
