/**
 * Adds sessions that somebody wrote in one of the formats that Hansard reads. The file is kept as it is, under the hash
 * of what is in it: the same file again changes nothing wherever it lies, and a later one with more of a session adds
 * that. Of a session that the archive has from the agent itself it is one more input, which changes nothing that is there.
 */
import type { Host } from '@hansard/core';
import type { FileFormat, FormatProblem, ReadPiece, TranscriptHeader } from '@hansard/core/formats/contract.ts';
import { HEAD_BYTES, headOf } from '@hansard/core/reading/head.ts';
import { firstBytes } from '@hansard/core/reading/read-input.ts';
import { importedAs } from '../adapters/imported-adapter.ts';
import { joinTold } from '../ingest/join-told.ts';
import { eventCounts } from '../sqlite/sessions/imported-sessions.ts';
import { broughtHost, broughtName } from './brought-host.ts';
import { hashOfFile } from './hash-of-file.ts';
import type { ImportFileOptions } from './import-file.ts';
import { changesIn, type ImportedFile, type ImportedSession } from './imported-file.ts';

/** Undefined when it is in none of the formats. */
export async function importWritten(options: ImportFileOptions, path: string): Promise<ImportedFile | undefined> {
  const { host } = options;
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
  const before = eventCounts(archive.sql);
  const kept = broughtName(host, await hashOfFile(host, path), `/${host.basename(path)}`);
  const file = (await host.stat(path)) ?? { bytes: 0, modifiedAt: now, folder: false };
  const keeper = archive.keeper({ host: broughtHost(host, host.dirname(path)), now, elsewhere: true, origin });
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

/** A chunk of the host is only valid until the next one. */
async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) yield Uint8Array.prototype.slice.call(chunk);
}
