/** Where the files of a run lie: `<run>/<flow>/llm/<step>-<agent>-<engine>.jsonl` and `<run>/<flow>/receipts/<step>-<agent>.json`. */
import type { FolderFile } from '../contract.ts';

/** What is in one flow's folder. */
export interface FlowFiles {
  /** Path of the flow's folder, with a slash at the end. */
  readonly folder: string;
  readonly key: string;
  readonly transcripts: FolderFile[];
  readonly receipts: FolderFile[];
}

export interface RunFiles {
  /** Path of the run's folder, with a slash at the end; empty when it is the folder itself. */
  readonly folder: string;
  readonly flows: Map<string, FlowFiles>;
  events?: FolderFile;
  meta?: FolderFile;
}

const IN_FLOW = /^((?:.*\/)?)([^/]+)\/(llm\/[^/]+\.jsonl|receipts\/[^/]+\.json)$/s;
const AT_ROOT = /^((?:.*\/)?)(events\.jsonl|meta\.json)$/s;
/** Another kind of file in the folder of receipts: what the prompt was made of. */
const PROMPT_RECEIPT = /\/prompt_receipt_[^/]*$/;

export function runsIn(files: readonly FolderFile[]): RunFiles[] {
  const runs = new Map<string, RunFiles>();
  const run = (folder: string): RunFiles => {
    const found = runs.get(folder) ?? { folder, flows: new Map() };
    runs.set(folder, found);
    return found;
  };
  for (const file of files) {
    const [, folder = '', key, rest = ''] = IN_FLOW.exec(file.path) ?? [];
    if (key === undefined || PROMPT_RECEIPT.test(file.path)) continue;
    const { flows } = run(folder);
    const flow = flows.get(key) ?? { folder: `${folder}${key}/`, key, transcripts: [], receipts: [] };
    flows.set(key, flow);
    (rest.startsWith('llm/') ? flow.transcripts : flow.receipts).push(file);
  }
  for (const file of files) {
    const [, folder = '', name] = AT_ROOT.exec(file.path) ?? [];
    if (name === undefined || foldersAround(folder).some((around) => runs.has(around))) continue;
    if (name === 'events.jsonl') run(folder).events = file;
    else run(folder).meta = file;
  }
  return [...runs.values()].filter(({ flows, events }) => flows.size > 0 || events);
}

/** A log inside a run's folder is that of something else. */
function foldersAround(folder: string): string[] {
  const around: string[] = folder === '' ? [] : [''];
  for (let at = folder.indexOf('/'); at >= 0 && at < folder.length - 1; at = folder.indexOf('/', at + 1)) {
    around.push(folder.slice(0, at + 1));
  }
  return around;
}

/** 1 for transcripts or receipts at their place; less for a run that has only its events. */
export function looksLikeRun(paths: readonly string[]): number {
  if (paths.some((path) => IN_FLOW.test(path) && !PROMPT_RECEIPT.test(path))) return 1;
  return paths.some((path) => path.endsWith('events.jsonl')) && paths.some((path) => path.endsWith('meta.json'))
    ? 0.5
    : 0;
}

/** A name that is safe as a part of a path on every system. */
export function fileName(name: string): string {
  const safe = name.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '');
  return safe.slice(0, 80) || 'unnamed';
}

/** Everything before a hyphen of a name, the longest first: step, agent and engine may have hyphens themselves. */
export function beginningsOf(name: string): string[] {
  const beginnings: string[] = [];
  for (let at = name.lastIndexOf('-'); at > 0 && beginnings.length < 50; at = name.lastIndexOf('-', at - 1)) {
    beginnings.push(name.slice(0, at));
  }
  return beginnings;
}
