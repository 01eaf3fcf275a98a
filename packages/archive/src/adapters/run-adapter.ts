/**
 * Runs of pipelines, found in the folders that the settings name. Each transcript is a session with its receipt; so is
 * a receipt that has no transcript. Receipts and the run's own log are inputs of these sessions, too: whichever of
 * them changes, the session is read again.
 */
import type {
  Adapter,
  Host,
  LocatedInput,
  ProblemDraft,
  ProblemKind,
  Transcript,
  TranscriptFile,
  TranscriptsFound,
} from '@hansard/core';
import type { FolderFile, FormatProblem } from '@hansard/core/formats/contract.ts';
import { problemDraft, transcriptsOnly } from './imported-adapter.ts';

export const RUNS = 'run';

/** Folders between a base and its runs, and inside them, are few. */
const MAX_DEPTH = 6;

const FILE =
  /^(.*?)[\\/](?:[^\\/]+[\\/](?:llm[\\/][^\\/]+\.jsonl|receipts[\\/][^\\/]+\.json)|events\.jsonl|meta\.json)$/s;

export function runAdapter(bases: readonly string[] = []): Adapter {
  return {
    id: RUNS,
    label: 'Runs',
    version: '1.0.0',
    homepage: '',
    evidence: 'recorded',
    versionsSeen: '',
    keeps: 'the folders in the setting `runs`',
    variables: [],
    coverage: {},
    dialects: [{ ...transcriptsOnly(RUNS), detect: () => 1, transcripts: readStep }],
    async *locate(host) {
      for (const base of bases) yield* runsBelow(host, base, MAX_DEPTH);
    },
    inputsOf: async (host, path) => {
      const folder = runOf(path);
      return folder === undefined ? [] : inputsIn(folder, await filesIn(host, folder, 2));
    },
  };
}

/** A folder with files of a run is one, and nothing below it is another. */
async function* runsBelow(host: Host, folder: string, depth: number): AsyncIterable<LocatedInput> {
  const inputs = inputsIn(folder, await filesIn(host, folder, 2));
  if (inputs.length > 0) yield* inputs;
  else if (depth > 0) {
    for (const entry of await host.list(folder)) if (entry.folder) yield* runsBelow(host, entry.path, depth - 1);
  }
}

/** Steps make a run, and so does a log with a description. */
function inputsIn(folder: string, files: readonly string[]): LocatedInput[] {
  const own = files.filter((path) => runOf(path) === folder);
  const hasSteps = own.some((path) => !isMeta(path) && !isLog(path));
  if (!hasSteps && !(own.some(isLog) && own.some(isMeta))) return [];
  return own.map((path) => ({
    path,
    kind: isMeta(path) ? 'side' : 'document',
    role: isMeta(path) ? 'side' : 'session',
  }));
}

const isLog = (path: string): boolean => /[\\/]events\.jsonl$/.test(path);
const isMeta = (path: string): boolean => /[\\/](?:meta\.json|prompt_receipt_[^\\/]*)$/.test(path);

function runOf(path: string): string | undefined {
  return FILE.exec(path)?.[1];
}

async function filesIn(host: Host, folder: string, depth: number): Promise<string[]> {
  const files: string[] = [];
  for (const { path, folder: isFolder } of await host.list(folder)) {
    if (!isFolder) files.push(path);
    else if (depth > 0) files.push(...(await filesIn(host, path, depth - 1)));
  }
  return files;
}

/** The steps that a file of a run is about: a transcript's or receipt's own, or all of them. */
async function readStep({ path = '', host, read, digest }: TranscriptFile): Promise<TranscriptsFound> {
  const { readRunSteps } = await import('@hansard/core/formats/run/read.ts');
  const { collectTranscripts } = await import('@hansard/core/formats/contract.ts');
  const folder = runOf(path) ?? '';
  const paths = host ? await filesIn(host, folder, 2) : [path];
  const files = paths.map(
    (one): FolderFile => ({
      path: named(one, folder),
      pieces: () => (one === path ? read() : (host as Host).read(one)),
    }),
  );
  const only = isLog(path) ? undefined : named(path, folder);
  const { transcripts, problems } = await collectTranscripts(readRunSteps(files, { digest }, only));
  const base = folder.slice(0, folder.length - named(folder, folder).length);
  const keyOf = ({ session }: Transcript) => session.inputs?.[0] && `${base}${session.inputs[0].key}`;
  return { transcripts, problems: problemsOf(transcripts, problems), keyOf };
}

/** What the steps say by themselves has a kind. */
function problemsOf(transcripts: readonly Transcript[], problems: readonly FormatProblem[]): ProblemDraft[] {
  const own = transcripts.flatMap(({ session }) => session.problems ?? []);
  const told = new Set(own.map(({ message, line }) => `${line ?? 1} ${message}`));
  return [
    ...own.map(({ kind, message, line, pointer }) => ({ kind: kind as ProblemKind, message, line, pointer })),
    ...problems.filter(({ message, line }) => !told.has(`${line} ${message}`)).map(problemDraft),
  ];
}

/** As the format knows it: below the folder that runs lie in. */
function named(path: string, folder: string): string {
  const name = folder.slice(Math.max(folder.lastIndexOf('/'), folder.lastIndexOf('\\')) + 1);
  return `${name}${path.slice(folder.length)}`.replaceAll('\\', '/');
}
