/**
 * Adds sessions that somebody wrote in one of the formats that Hansard reads. The file is kept as it is, under the hash
 * of what is in it: the same file again changes nothing wherever it lies, and a later one with more of a session adds
 * that. Of a session that the archive has from the agent itself it is one more input, which changes nothing that is there.
 */
import { createHash } from 'node:crypto';
import type { Host } from '@hansard/core';
import type { FileFormat, FormatProblem, ReadPiece, TranscriptHeader } from '@hansard/core/formats/contract.ts';
import { HEAD_BYTES, headOf } from '@hansard/core/reading/head.ts';
import { firstBytes } from '@hansard/core/reading/read-input.ts';
import type { Archive } from '../archive.ts';
import { joinTold } from '../ingest/join-told.ts';
import { OWN_INPUT } from '../sqlite/sessions/own-input.ts';
import { sync } from '../sync/sync.ts';
import { importedAs } from './imported-adapter.ts';
import { RUNS, runAdapter } from './run-adapter.ts';

/** `new`: not here before. `more`: it has events that were not. `same`: it has none. `here`: none either, and it is here from its agent. */
export type Outcome = 'new' | 'more' | 'same' | 'here' | 'erased';

export interface ImportedSession {
  readonly id: string;
  readonly number?: number;
  readonly agent: string;
  readonly events: number;
  readonly outcome: Outcome;
}

export interface ImportedFile {
  readonly format: string;
  readonly sessions: readonly ImportedSession[];
  readonly problems: readonly FormatProblem[];
}

export interface ImportFileOptions {
  readonly archive: Archive;
  readonly host: Host;
  /** RFC 3339. */
  readonly now: string;
  /** Where it comes from, as the user calls it. */
  readonly origin?: string;
}

/** Undefined when it is in none of the formats. */
export async function importFile(options: ImportFileOptions, path: string): Promise<ImportedFile | undefined> {
  const { host } = options;
  const file = await host.stat(path);
  if (file?.folder) return importRuns(options, path);
  const format = await formatOf(host, path);
  if (!format?.read) return undefined;
  const { told, problems } = await outlineOf(format.read(copied(host.read(path)), { digest: host.digest }));
  return { format: format.id, sessions: await keepFile(options, path, format, told), problems };
}

/** Which sessions a file tells of. */
type Told = Pick<TranscriptHeader, 'transcriptId' | 'source' | 'session'> & { readonly events: number };

/** Keeping the file reads it again: nothing of its events is held meanwhile. */
async function outlineOf(pieces: AsyncIterable<ReadPiece>): Promise<{ told: Told[]; problems: FormatProblem[] }> {
  const told: Told[] = [];
  const problems: FormatProblem[] = [];
  let events = 0;
  for await (const piece of pieces) {
    if (piece.kind === 'event') events++;
    else if (piece.kind === 'problem') problems.push(piece.problem);
    else {
      const { transcriptId, source, session } = piece.header ?? {};
      if (transcriptId !== undefined && source && session) told.push({ transcriptId, source, session, events });
      events = 0;
    }
  }
  return { told, problems };
}

async function formatOf(host: Host, path: string): Promise<FileFormat | undefined> {
  const head = headOf(await firstBytes(host.read(path, 0, HEAD_BYTES), HEAD_BYTES));
  const { formats } = await import('@hansard/core/formats/index.ts');
  const readable = formats.filter((format): format is FileFormat => format.layout === 'file' && !!format.read);
  return readable.find((format) => (format.detect?.(head) ?? 0) >= 1);
}

async function keepFile(
  { archive, host, now, origin }: ImportFileOptions,
  path: string,
  format: FileFormat,
  told: readonly Told[],
): Promise<ImportedSession[]> {
  const before = sessionsIn(archive);
  const kept = `imported/${(await hashOf(host, path)).slice(0, 16)}/${host.basename(path)}`;
  const file = (await host.stat(path)) ?? { bytes: 0, modifiedAt: now, folder: false };
  const keeper = archive.keeper({ host: renamed(host, path, kept), now, elsewhere: true, origin });
  const { handle } = await keeper.keep(importedAs(format.id), { path: kept, kind: 'document', role: 'session' }, file);
  keeper.flush();
  await joinTold(archive);
  if (handle?.erased) return told.map(erased);
  return changesIn(archive, before, [kept]);
}

const erased = ({ transcriptId, source, events }: Told): ImportedSession => ({
  id: transcriptId,
  agent: source.agent,
  events,
  outcome: 'erased',
});

/** A folder of runs is looked through once, as sync does for those in the settings. */
async function importRuns(options: ImportFileOptions, folder: string): Promise<ImportedFile | undefined> {
  const { archive, host } = options;
  const adapter = runAdapter([folder]);
  const paths: string[] = [];
  for await (const { path, role } of adapter.locate(host)) if (role === 'session') paths.push(path);
  if (paths.length === 0) return undefined;
  const before = sessionsIn(archive);
  const { problems } = await sync({ ...options, adapters: [adapter] });
  const told = problems.map(({ path, message }) => ({ path, message, pointer: '', line: 1, column: 1 }));
  return {
    format: RUNS,
    sessions: changesIn(archive, before, paths),
    problems: [...told, ...problemsOf(archive, paths)],
  };
}

function problemsOf({ sql }: Archive, paths: readonly string[]): FormatProblem[] {
  const rows = sql.all(
    `SELECT i.path, p.message, p.pointer, p.line FROM problem p JOIN input i ON i.id = p.input_id
     WHERE i.machine_id = 1 AND i.path IN (SELECT value FROM json_each(?)) ORDER BY p.id`,
    JSON.stringify(paths),
  );
  return rows.map(({ path, message, pointer, line }) => ({
    path: path as string,
    message: message as string,
    pointer: (pointer as string | null) ?? '',
    line: (line as number | null) ?? 1,
    column: 1,
  }));
}

/** What each session had, by number. */
export function sessionsIn({ sql }: Archive): Map<number, number> {
  return new Map(sql.all('SELECT id, events FROM session').map(({ id, events }) => [id as number, events as number]));
}

/** What has become of the sessions that these inputs tell of. */
export function changesIn(archive: Archive, before: Map<number, number>, paths: readonly string[]): ImportedSession[] {
  const rows = archive.sql.all(
    `SELECT DISTINCT s.id, s.uuid, s.agent, s.events, EXISTS (
         SELECT 1 FROM thread o JOIN input j ON j.id = o.input_id WHERE o.session_id = s.id AND ${OWN_INPUT('o', 'j')}) AS own
     FROM input i JOIN thread t ON t.input_id = i.id JOIN session s ON s.id = t.session_id
     WHERE i.machine_id = 1 AND i.path IN (SELECT value FROM json_each(?)) ORDER BY s.id`,
    JSON.stringify(paths),
  );
  return rows.map(({ id, uuid, agent, events, own }) => {
    const known = before.get(id as number);
    const unchanged = own === 1 ? 'here' : 'same';
    const outcome = known === undefined ? 'new' : known < (events as number) ? 'more' : unchanged;
    return { id: uuid as string, number: id as number, agent: agent as string, events: events as number, outcome };
  });
}

async function hashOf(host: Host, path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of host.read(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** The host with one more name for a file. */
function renamed(host: Host, path: string, name: string): Host {
  const real = (given: string) => (given === name ? path : given);
  return {
    ...host,
    stat: (given) => host.stat(real(given)),
    read: (given, start, end) => host.read(real(given), start, end),
  };
}

/** A chunk of the host is only valid until the next one. */
async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) yield Uint8Array.prototype.slice.call(chunk);
}
