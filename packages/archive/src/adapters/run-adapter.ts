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

/** Folders inside a run. */
const IN_RUN = 6;

/** What a step leaves behind, beyond this, is listed and not kept. */
export const LARGEST_ARTEFACT = 256 * 1024 * 1024;

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
      const list = listOnce(host);
      for (const base of bases) yield* runsBelow(list, base, MAX_DEPTH);
    },
    inputsOf: async (host, path) => {
      const folder = runOf(path);
      return folder === undefined ? [] : inputsIn(folder, await filesIn((one) => host.list(one), folder, IN_RUN));
    },
  };
}

/** A folder with files of a run is one, and nothing below it is another. */
async function* runsBelow(list: List, folder: string, depth: number): AsyncIterable<LocatedInput> {
  if (await isRun(list, folder)) yield* inputsIn(folder, await filesIn(list, folder, IN_RUN));
  else if (depth > 0) {
    for (const entry of await list(folder)) if (entry.folder) yield* runsBelow(list, entry.path, depth - 1);
  }
}

/** Where whoever runs a flow says so. */
const LOCK = '.lock';
/** A document that is being written: it gets its name when it is whole. */
const UNFINISHED = /\.json\.tmp$/;

type List = Host['list'];

/** What was listed is not listed again: whether a folder is a run is told by what is below it. */
function listOnce(host: Host): List {
  const listed = new Map<string, ReturnType<List>>();
  return (folder) => {
    const known = listed.get(folder) ?? host.list(folder);
    listed.set(folder, known);
    return known;
  };
}

async function isRun(list: List, folder: string): Promise<boolean> {
  const entries = await list(folder);
  const has = (name: string) => entries.some((entry) => entry.name === name && !entry.folder);
  if (has('events.jsonl') && has('meta.json')) return true;
  for (const flow of entries) {
    if (!flow.folder) continue;
    for (const { name, path, folder: isFolder } of await list(flow.path)) {
      if (!isFolder || (name !== 'llm' && name !== 'receipts')) continue;
      if ((await list(path)).some((file) => !file.folder && !isMeta(file.path) && isOfRun(folder, file.path)))
        return true;
    }
  }
  return false;
}

/** Steps make a run, and so does a log with a description. Everything else in its folder is kept beside them. */
function inputsIn(folder: string, files: readonly string[]): LocatedInput[] {
  if (!hasRun(folder, files)) return [];
  return files.map((path) =>
    isOfRun(folder, path)
      ? { path, kind: isMeta(path) ? 'side' : 'document', role: isMeta(path) ? 'side' : 'session' }
      : { path, kind: 'side', role: 'side', most: LARGEST_ARTEFACT },
  );
}

const isOfRun = (folder: string, path: string): boolean => runOf(path) === folder;

function hasRun(folder: string, files: readonly string[]): boolean {
  const own = files.filter((path) => isOfRun(folder, path));
  return own.some((path) => !isMeta(path) && !isLog(path)) || (own.some(isLog) && own.some(isMeta));
}

const isLog = (path: string): boolean => /[\\/]events\.jsonl$/.test(path);
const isMeta = (path: string): boolean => /[\\/](?:meta\.json|prompt_receipt_[^\\/]*)$/.test(path);

/** The folder of the run that a transcript, a receipt, a log or a description is of. */
export function runOf(path: string): string | undefined {
  return FILE.exec(path)?.[1];
}

async function filesIn(list: List, folder: string, depth: number): Promise<string[]> {
  const files: string[] = [];
  for (const { path, name, folder: isFolder } of await list(folder)) {
    // Who writes the run is no part of it, nor is what is to take a file's place.
    if (name === LOCK || UNFINISHED.test(name)) continue;
    if (!isFolder) files.push(path);
    else if (depth > 0) files.push(...(await filesIn(list, path, depth - 1)));
  }
  return files;
}

/** The steps that a file of a run is about: a transcript's or receipt's own, or all of them. */
async function readStep({ path = '', host, read, digest }: TranscriptFile): Promise<TranscriptsFound> {
  const { readRunSteps } = await import('@hansard/core/formats/run/read.ts');
  const { collectTranscripts } = await import('@hansard/core/formats/contract.ts');
  const folder = runOf(path) ?? '';
  const paths = host ? await filesIn((one) => host.list(one), folder, 2) : [path];
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
