/** Whether the database is whole, and how large it is. */
import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Archive } from '../archive.ts';
import { archiveFile } from '../home.ts';
import { copiesBefore, erasedInCopies, knownCopies } from '../maintenance/copies.ts';
import { counterOf } from '../sqlite/counters.ts';
import { knownBackups } from '../sqlite/maintenance/backup-rows.ts';
import { damageFound, danglingReferences, miscountedBlocks } from '../sqlite/maintenance/health.ts';
import { fileSpace } from '../sqlite/maintenance/removable-sessions.ts';
import { isUnswept } from '../sqlite/maintenance/sweep.ts';
import { sizesOf } from '../sqlite/store-sessions.ts';
import { count, type Finding, MAX_DETAILS } from './finding.ts';

const MB = 1_000_000;
/** A log this long is not brought back into the database while somebody reads. */
const LONG_WAL_BYTES = 256 * MB;
const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_BACKUP_DAYS = 60;

const DAMAGED = 'Put a backup in its place (see docs/archive.md), or `hansard backup` what can still be read.';

export function checkDatabase({ sql, home }: Archive, quick: boolean): Finding[] {
  const findings: Finding[] = [];
  const problems = (name: string, check: () => string[], remedy: string) => {
    const found = attempt(check);
    if (found.length === 0) return;
    const message = `${name}: ${count(found.length, 'problem')}.`;
    findings.push({ check: 'database', level: 'attention', message, remedy, details: found.slice(0, MAX_DETAILS) });
  };
  if (!quick) {
    // One look at all pages, which takes the index's own check with it; the index can be written again.
    const found = attempt(() => damageFound(sql));
    problems('The database is damaged', () => found.filter((text) => !isOfIndex(text)), DAMAGED);
    const remedy = 'Run `hansard rebuild`, which writes it again.';
    problems('The search index is damaged', () => found.filter(isOfIndex), remedy);
  }
  problems(
    'References inside the database lead nowhere',
    () => danglingReferences(sql).map(({ table, parent }) => `${table} to ${parent}`),
    'Run `hansard rebuild`; if that does not help, put a backup in its place.',
  );
  problems('Blocks of originals are counted wrongly', () => miscountedBlocks(sql).map((id) => `block ${id}`), DAMAGED);
  if (findings.length === 0) findings.push({ check: 'database', level: 'fine', message: sizesText({ sql, home }) });
  return findings;
}

const isOfIndex = (text: string): boolean => text.includes('event_text');

function attempt(check: () => string[]): string[] {
  try {
    return check();
  } catch (error) {
    return [(error as Error).message];
  }
}

function sizesText({ sql, home }: Pick<Archive, 'sql' | 'home'>): string {
  const file = statSync(archiveFile(home)).size;
  const { sessions, events } = sizesOf(sql);
  const counts = `${count(sessions, 'session')}, ${count(events, 'event')}`;
  return `The database is whole: ${counts}, ${inMegabytes(file)}, of which ${inMegabytes(fileSpace(sql).free)} are free.`;
}

const inMegabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;

export function checkSpace({ home }: Archive): Finding[] {
  const findings: Finding[] = [];
  const file = statSync(archiveFile(home)).size;
  const wal = fileSize(`${archiveFile(home)}-wal`);
  if (wal > LONG_WAL_BYTES) {
    findings.push({
      check: 'wal',
      level: 'note',
      message: `The write-ahead log has ${inMegabytes(wal)}.`,
      remedy: 'It shrinks when no program reads the archive any more: end those that run for long.',
    });
  }
  const free = freeBytes(home);
  if (free !== undefined && free < 2 * file) {
    findings.push({
      check: 'space',
      level: free < file / 10 ? 'attention' : 'note',
      message: `${inMegabytes(free)} are free on the disk; erasing and upgrading need up to twice the archive’s ${inMegabytes(file)}.`,
      remedy: 'Make space, or move the archive to another disk and point HANSARD_HOME there.',
    });
  }
  const copies = copiesBefore(home);
  if (copies.length > 0) {
    findings.push({
      check: 'copies',
      level: 'note',
      message: `Copies from before an update take ${inMegabytes(copies.reduce((sum, path) => sum + fileSize(path), 0))}.`,
      remedy: 'Delete them when you have seen that everything is there.',
      details: copies,
    });
  }
  return findings;
}

const fileSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** Files that others can read. */
export function checkPermissions(archive: Archive): Finding {
  const { home } = archive;
  const files = [home, ...readdirSync(home).map((name) => join(home, name)), ...knownCopies(archive)];
  const open = [...new Set(files)].filter((path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0);
  if (process.platform === 'win32' || open.length === 0) {
    return { check: 'permissions', level: 'fine', message: 'Only you can read the archive.' };
  }
  return {
    check: 'permissions',
    level: 'attention',
    message: `${count(open.length, 'file')} of the archive can be read by others.`,
    remedy: `Run \`chmod go-rwx ${open
      .slice(0, MAX_DETAILS)
      .map((path) => `'${path}'`)
      .join(' ')}\`.`,
    count: open.length,
    details: open.slice(0, MAX_DETAILS),
  };
}

/** Work that was begun and not ended. */
export async function checkUnfinished(archive: Archive): Promise<Finding[]> {
  const findings: Finding[] = [];
  const finish = 'Run `hansard rm --finish`.';
  if (isUnswept(archive.sql)) {
    const message = 'Sessions were erased, but their remains may still be in the bytes of the file.';
    findings.push({ check: 'erased', level: 'attention', message, remedy: finish });
  }
  const copies = archive.erasures.any ? await erasedInCopies(archive) : [];
  for (const { path, outcome, message: why } of copies) {
    if (outcome === 'erased') {
      const message = `${path} still holds sessions that were erased.`;
      findings.push({ check: 'erased', level: 'attention', message, remedy: finish });
    } else if (outcome === 'failed') {
      const message = `${path} may hold sessions that were erased, and cannot be read: ${why}.`;
      findings.push({ check: 'erased', level: 'attention', message, remedy: 'Delete it, or put it right.' });
    }
  }
  if (counterOf(archive.sql, 'rebuilt') !== undefined) {
    const message = 'A rebuild was interrupted.';
    findings.push({
      check: 'rebuild',
      level: 'attention',
      message,
      remedy: 'Run `hansard rebuild`, which continues it.',
    });
  }
  return findings;
}

export function checkBackups({ sql }: Archive, now: string): Finding {
  const backups = knownBackups(sql);
  const there = backups.find(({ path }) => existsSync(path));
  const remedy = 'Run `hansard backup FILE`, best to another disk.';
  if (!there) {
    const message =
      backups.length === 0 ? 'There is no backup of the archive.' : 'No backup of the archive is in reach.';
    return { check: 'backup', level: 'note', message, remedy };
  }
  const days = Math.floor((Date.parse(now) - Date.parse(there.made)) / DAY_MS);
  const message = `The last backup was made ${count(days, 'day')} ago: ${there.path}.`;
  return days > OLD_BACKUP_DAYS
    ? { check: 'backup', level: 'note', message, remedy }
    : { check: 'backup', level: 'fine', message };
}
