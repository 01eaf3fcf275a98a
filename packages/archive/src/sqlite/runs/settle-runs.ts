/**
 * Describes the runs whose files have changed, from what the archive keeps of them: of a run that has not changed nothing is
 * read. What is written here can be made again at any time.
 */
import { createHash } from 'node:crypto';
import type { DescribedRun } from '@hansard/core/runs/describe-run.ts';
import { runFileKind } from '@hansard/core/runs/run-files.ts';
import { runOf } from '../../adapters/run-adapter.ts';
import type { Sql } from '../../database/sql.ts';
import type { Originals } from '../originals/originals.ts';
import {
  folderAround,
  forgetUnread,
  hasUnread,
  inputsBelow,
  type RunInput,
  type UnreadInput,
  unreadInputs,
} from './run-inputs.ts';
import { forgetRun, type RunPlace, type WrittenFile, writeRun } from './run-writer.ts';

interface Stores {
  readonly sql: Sql;
  readonly originals: Originals;
}

interface Folder {
  readonly machine: number;
  readonly folder: string;
  readonly separator: string;
  readonly unread: UnreadInput[];
}

interface Described extends Folder {
  readonly place: RunPlace;
  readonly run: DescribedRun | undefined;
  readonly files: readonly WrittenFile[];
}

/** Runs that go into one transaction. */
const BATCH = 200;

/** Gives how many runs were described. */
export async function settleRuns(archive: Stores): Promise<number> {
  const { sql } = archive;
  if (!hasUnread(sql)) return 0;
  const { folders, ofNobody } = foldersOf(sql, unreadInputs(sql));
  sql.transaction(() => forgetUnread(sql, ofNobody));
  for (let at = 0; at < folders.length; at += BATCH) {
    const batch: Described[] = [];
    for (const folder of folders.slice(at, at + BATCH)) batch.push(await describe(archive, folder));
    sql.transaction(() => {
      for (const described of batch) write(sql, described);
    });
  }
  return folders.length;
}

/** A file that a run left behind is its run's, once that is known. */
function foldersOf(sql: Sql, inputs: readonly UnreadInput[]): { folders: Folder[]; ofNobody: UnreadInput[] } {
  const folders = new Map<string, Folder>();
  const beside: UnreadInput[] = [];
  for (const input of inputs) {
    const folder = runOf(input.path);
    if (folder === undefined) beside.push(input);
    else take(folders, folder, input);
  }
  const ofNobody: UnreadInput[] = [];
  for (const input of beside) {
    const folder = around(folders, input) ?? folderAround(sql, input.machine, input.path);
    if (folder === undefined) ofNobody.push(input);
    else take(folders, folder, input);
  }
  return { folders: [...folders.values()], ofNobody };
}

function take(folders: Map<string, Folder>, folder: string, input: UnreadInput): void {
  const key = `${input.machine} ${folder}`;
  const separator = input.path[folder.length] as string;
  const found = folders.get(key) ?? { machine: input.machine, folder, separator, unread: [] };
  found.unread.push(input);
  folders.set(key, found);
}

function around(folders: ReadonlyMap<string, Folder>, { machine, path }: UnreadInput): string | undefined {
  for (let at = path.length; at > 0; at = Math.max(path.lastIndexOf('/', at - 1), path.lastIndexOf('\\', at - 1))) {
    const found = folders.get(`${machine} ${path.slice(0, at)}`);
    if (found) return found.folder;
  }
  return undefined;
}

async function describe({ sql, originals }: Stores, folder: Folder): Promise<Described> {
  const inputs = inputsBelow(sql, folder.machine, folder.folder, folder.separator);
  const name = folder.folder.split(folder.separator).at(-1) || 'run';
  const below = ({ path }: RunInput) => path.slice(folder.folder.length + 1).replaceAll('\\', '/');
  const kept = inputs.filter(({ version_id: version }) => version !== null);
  // Loads schemas, which a sync without runs does not need.
  const { describeRun } = await import('@hansard/core/runs/describe-run.ts');
  const run = await describeRun(
    name,
    kept
      .filter((input) => runFileKind(below(input)) !== 'artefact' || below(input) === 'spec.json')
      .map((input) => ({
        path: `${name}/${below(input)}`,
        pieces: () => originals.read({ id: input.version_id as number }),
      })),
  );
  const files = inputs.map((input) => fileOf(originals, input, below(input)));
  const key = keyOf(sql, folder);
  return { ...folder, place: { key, machine: folder.machine, folder: folder.folder }, run, files };
}

/** The same on every machine that has a copy of the archive. */
function keyOf(sql: Sql, { machine, folder }: Folder): string {
  const row = sql.get('SELECT key FROM machine WHERE id = ?', machine);
  return createHash('sha256')
    .update(JSON.stringify([row?.['key'], folder]))
    .digest('hex')
    .slice(0, 24);
}

function fileOf(originals: Originals, input: RunInput, path: string): WrittenFile {
  const { id, version_id: version, versions, hash, known, size } = input;
  const session = input.session_id;
  const base = { path, kind: runFileKind(path), input: id, version, versions, session };
  if (version === null) return { ...base, bytes: size ?? 0, hash: null };
  // A version that grows keeps its number: its size tells that it is another.
  if (hash !== null && known === version && input.bytes === input.now)
    return { ...base, bytes: input.bytes ?? 0, hash };
  const sum = createHash('sha256');
  let bytes = 0;
  for (const piece of originals.read({ id: version })) {
    sum.update(piece);
    bytes += piece.length;
  }
  return { ...base, bytes, hash: sum.digest('hex') };
}

function write(sql: Sql, { machine, folder, place, run, files, unread }: Described): void {
  if (run) writeRun(sql, place, run, files);
  else forgetRun(sql, { machine, folder });
  forgetUnread(sql, unread);
}
