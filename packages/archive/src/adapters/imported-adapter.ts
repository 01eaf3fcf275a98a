/**
 * Files in the formats that Hansard reads, as inputs of the archive. Nobody keeps such files in a place of their own:
 * they come when the user imports them. The formats are loaded when one of them is read.
 */
import type { Adapter, DocumentDialect, TranscriptFile, TranscriptsFound } from '@hansard/core';
import type { FileFormat, FormatProblem } from '@hansard/core/formats/contract.ts';

export const IMPORTED = 'import';

/** Every format of one file that can be read; a test compares them with the list of formats. */
export const IMPORTED_FORMATS = [
  'transcript',
  'transcript-lines',
  'universal',
  'entries',
  'trace-record',
  'atif',
  'otlp',
] as const;

/** Formats that have no ids of events. */
export const UNNAMED: ReadonlySet<string> = new Set(['trace-record', 'atif', 'otlp']);

export const importedAdapter: Adapter = {
  id: IMPORTED,
  label: 'Imported',
  version: '1.0.0',
  homepage: '',
  evidence: 'recorded',
  versionsSeen: '',
  keeps: 'wherever the user has them',
  variables: [],
  coverage: {},
  dialects: IMPORTED_FORMATS.map(dialectOf),
  async *locate() {},
  inputsOf: async (_host, path) => [{ path, kind: 'document', role: 'session' }],
};

/** The adapter as it is for one file, whose format is known. */
export function importedAs(formatId: string): Adapter {
  const dialects = importedAdapter.dialects.filter(({ id }) => id === formatId).map(sure);
  return { ...importedAdapter, dialects };
}

const sure = (dialect: Adapter['dialects'][number]) => ({ ...dialect, detect: () => 1 });

function dialectOf(id: string): DocumentDialect {
  return { ...transcriptsOnly(id), transcripts: (file) => readImported(id, file) };
}

/** A dialect that reads transcripts, and nothing record by record. */
export function transcriptsOnly(id: string): DocumentDialect {
  return { id, kind: 'document', live: false, detect: () => 0, begin: () => ({}), read() {}, records: () => [] };
}

async function readImported(formatId: string, { read, digest, facts }: TranscriptFile): Promise<TranscriptsFound> {
  const { formatOf } = await import('@hansard/core/formats/index.ts');
  const { collectTranscripts } = await import('@hansard/core/formats/contract.ts');
  const pieces = (formatOf(formatId) as FileFormat).read?.(copied(read()), { digest });
  if (!pieces) return { transcripts: [], problems: [] };
  const { transcripts, problems } = await collectTranscripts(pieces);
  const without = leftOut(facts?.extra?.['leftOut']);
  return {
    transcripts: transcripts.filter(({ transcriptId }) => !without.has(transcriptId)),
    problems: problems.map(problemDraft),
    unnamed: UNNAMED.has(formatId),
  };
}

export const problemDraft = ({ message, line, pointer }: FormatProblem) =>
  ({ kind: 'invalid-document', message, line, ...(pointer === '' ? {} : { pointer }) }) as const;

/** Sessions of the file that were in the archive already when it was imported. */
const leftOut = (ids: unknown): Set<unknown> => new Set(Array.isArray(ids) ? ids : []);

/** A chunk of the host is only valid until the next one. */
async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) yield Uint8Array.prototype.slice.call(chunk);
}
