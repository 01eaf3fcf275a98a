/** Sessions that Hansard or another program wrote in one of the formats: shown and converted like native ones. */
import type { SessionSource } from '@hansard/archive/streaming/spooled-source.ts';
import { writtenSources } from '@hansard/archive/streaming/written-sources.ts';
import { Failure, type Host, headOf, type Transcript } from '@hansard/core';
import {
  collectTranscripts,
  type FileFormat,
  type FolderFile,
  type FormatProblem,
  type ReadPiece,
} from '@hansard/core/formats/contract.ts';
import { HEAD_BYTES } from '@hansard/core/reading/head.ts';

interface Written {
  readonly transcripts: Transcript[];
}

/** Undefined when the bytes do not begin like any of the formats. */
export async function readWritten(
  { digest }: Pick<Host, 'digest'>,
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): Promise<Written | undefined> {
  const found = await writtenPieces(digest, chunks);
  return found && read(found.pieces, name, found.format.label);
}

/** The sessions of a file that is too large to be held; undefined when it is in none of the formats. */
export async function longWritten(
  { digest }: Pick<Host, 'digest'>,
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  folder: string,
): Promise<AsyncGenerator<SessionSource> | undefined> {
  const found = await writtenPieces(digest, chunks);
  return found && sourcesIn(found.pieces, name, found.format.label, folder);
}

async function* sourcesIn(
  pieces: AsyncIterable<ReadPiece>,
  name: string,
  label: string,
  folder: string,
): AsyncGenerator<SessionSource> {
  const lost: FormatProblem[] = [];
  let found = false;
  for await (const { problems, header, ...source } of writtenSources(pieces, folder, lost)) {
    found = true;
    yield { ...source, header: withProblems(header, problems, name) };
  }
  if (!found) throw nothingRead(lost, name, label);
}

async function writtenPieces(digest: Host['digest'], chunks: AsyncIterable<Uint8Array>) {
  const rest = copied(chunks)[Symbol.asyncIterator]();
  const head = await headFrom(rest);
  const format = head.length === 0 ? undefined : await formatLike(Buffer.concat(head));
  async function* all() {
    yield* head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  }
  return format?.read && { format, pieces: format.read(all(), { digest }) };
}

/** Runs below a folder; undefined when there are none. */
export async function readWrittenFolder(host: Host, folder: string): Promise<Written | undefined> {
  const { formats } = await import('@hansard/core/formats/index.ts');
  const files = await filesBelow(host, folder, '');
  for (const format of formats) {
    if (format.layout !== 'folder' || !format.readFolder) continue;
    if ((format.detectFolder?.(files.map(({ path }) => path)) ?? 0) < 1) continue;
    return read(format.readFolder(files, { digest: host.digest }), folder, format.label);
  }
  return undefined;
}

/** What is wrong in it travels with it; what cannot be read at all is a failure that says where. */
async function read(pieces: AsyncIterable<ReadPiece>, name: string, label: string): Promise<Written> {
  const { transcripts, problems } = await collectTranscripts(pieces);
  const [first, ...others] = transcripts;
  if (!first) throw nothingRead(problems, name, label);
  return { transcripts: [withProblems(first, problems, name), ...others] };
}

function nothingRead(problems: readonly FormatProblem[], name: string, label: string): Failure {
  const [problem] = problems.toSorted(byPlace);
  const why = problem ? `${placed(name, problem)}: ${problem.message}` : `${name}: there is no session in it`;
  return new Failure('not-recognised', `${why}. It begins like a file of the format ${label}.`);
}

function withProblems<T extends Pick<Transcript, 'session'>>(
  transcript: T,
  problems: readonly FormatProblem[],
  name: string,
): T {
  const own = transcript.session.problems ?? [];
  const told = new Set(own.map(({ message, line }) => `${line ?? 1} ${message}`));
  const more = problems
    .filter(({ message, line }) => !told.has(`${line} ${message}`))
    .map(({ path = name, ...problem }) => ({ kind: 'invalid-document', ...problem, path }));
  if (more.length === 0) return transcript;
  return { ...transcript, session: { ...transcript.session, problems: [...own, ...more] } };
}

const byPlace = (a: FormatProblem, b: FormatProblem): number => a.line - b.line || a.column - b.column;

const placed = (name: string, { path, line, column, pointer }: FormatProblem): string =>
  `${path ?? name}:${line}:${column}${pointer === '' ? '' : ` ${pointer}`}`;

async function formatLike(bytes: Uint8Array): Promise<FileFormat | undefined> {
  const { formats } = await import('@hansard/core/formats/index.ts');
  const head = headOf(bytes);
  return formats.find(
    (format): format is FileFormat =>
      format.layout === 'file' && format.read !== undefined && (format.detect?.(head) ?? 0) >= 1,
  );
}

async function headFrom(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array[]> {
  const head: Uint8Array[] = [];
  for (let bytes = 0; bytes < HEAD_BYTES; ) {
    const next = await chunks.next();
    if (next.done) break;
    head.push(next.value);
    bytes += next.value.length;
  }
  return head;
}

/** A chunk of the host is only valid until the next one. */
async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) yield Uint8Array.prototype.slice.call(chunk);
}

async function filesBelow(host: Host, folder: string, prefix: string): Promise<FolderFile[]> {
  const files: FolderFile[] = [];
  for (const entry of await host.list(folder)) {
    const path = `${prefix}${entry.name}`;
    if (entry.folder) files.push(...(await filesBelow(host, entry.path, `${path}/`)));
    else files.push({ path, pieces: () => host.read(entry.path) });
  }
  return files;
}
