/** Sessions that Hansard or another program wrote in one of the formats: shown and converted like native ones. */
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
  const rest = copied(chunks)[Symbol.asyncIterator]();
  const head = await headFrom(rest);
  const format = head.length === 0 ? undefined : await formatLike(Buffer.concat(head));
  if (!format?.read) return undefined;
  async function* pieces() {
    yield* head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  }
  return read(format.read(pieces(), { digest }), name, format.label);
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
  const [problem] = problems.toSorted(byPlace);
  const [first, ...others] = transcripts;
  if (!first) {
    const why = problem ? `${placed(name, problem)}: ${problem.message}` : `${name}: there is no session in it`;
    throw new Failure('not-recognised', `${why}. It begins like a file of the format ${label}.`);
  }
  return { transcripts: [withProblems(first, problems, name), ...others] };
}

function withProblems(transcript: Transcript, problems: readonly FormatProblem[], name: string): Transcript {
  const own = transcript.session.problems ?? [];
  const told = new Set(own.map(({ message, line }) => `${line ?? 1} ${message}`));
  const more = problems
    .filter(({ message, line }) => !told.has(`${line} ${message}`))
    .map(({ message, line, pointer, path = name }) => ({ kind: 'invalid-document', message, line, path, pointer }));
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
