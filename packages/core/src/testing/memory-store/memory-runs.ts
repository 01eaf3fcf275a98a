/** Runs in memory: the files of their folders as texts, each with what it was before. */

import { describeRun } from '../../runs/describe-run.ts';
import { compareRuns, runFileKind } from '../../runs/run-files.ts';
import { checkRunQuery, runFits } from '../../runs/run-fits.ts';
import { readRunLog } from '../../runs/run-log.ts';
import { sha256 } from '../../sha256.ts';
import type {
  RunDetail,
  RunFileContent,
  RunKey,
  RunLogEvent,
  RunPage,
  RunPageRequest,
  RunRow,
  StoreRuns,
} from '../../store/runs.ts';

type Files = Map<string, string[]>;

export class MemoryRuns implements StoreRuns {
  /** By key: the base that the folder is in, and its name. */
  readonly #runs = new Map<RunKey, { readonly name: string; readonly files: Files }>();
  readonly #marks = new Map<RunKey, boolean>();

  /** Writes files of a run; a text that differs from the present one is another version. */
  put(base: string, name: string, files: Readonly<Record<string, string>>): void {
    const key = `${base}/${name}`;
    const run = this.#runs.get(key) ?? { name, files: new Map() };
    this.#runs.set(key, run);
    for (const [path, text] of Object.entries(files)) {
      const versions = run.files.get(path) ?? [];
      const last = versions.at(-1);
      if (last !== undefined && text.startsWith(last)) versions[versions.length - 1] = text;
      else versions.push(text);
      run.files.set(path, versions);
    }
  }

  async find(name: string): Promise<readonly RunRow[]> {
    const all = await this.#all();
    const by = (is: (run: RunDetail) => boolean) => all.filter(is);
    const exact = by(({ key }) => key === name);
    if (exact.length > 0) return exact;
    const named = by(({ id }) => id === name);
    return named.length > 0 ? named : by(({ aliases }) => aliases.includes(name));
  }

  async page({ query, limit, offset }: RunPageRequest): Promise<RunPage> {
    if (query) checkRunQuery(query);
    const runs = (await this.#all()).filter((run) => query === undefined || runFits(query, run)).sort(compareRuns);
    return { runs: runs.slice(offset, offset + limit), total: runs.length };
  }

  async detail(key: RunKey): Promise<RunDetail | undefined> {
    const run = this.#runs.get(key);
    if (!run) return undefined;
    const { name, files } = run;
    const described = await describeRun(
      name,
      [...files].map(([path, versions]) => ({ path: `${name}/${path}`, pieces: () => [versions.at(-1) as string] })),
    );
    if (!described) return undefined;
    const rows = [...files].map(([path, versions]) => {
      const bytes = new TextEncoder().encode(versions.at(-1));
      return {
        path,
        kind: runFileKind(path),
        bytes: bytes.length,
        hash: sha256(versions.at(-1) as string),
        versions: versions.length,
      };
    });
    const exemplar = this.#marks.get(key) ?? described.exemplar;
    return { ...described, key, folder: null, exemplar, files: rows.sort((a, b) => (a.path < b.path ? -1 : 1)) };
  }

  async events(key: RunKey, after = 0): Promise<readonly RunLogEvent[]> {
    const text = this.#runs.get(key)?.files.get('events.jsonl')?.at(-1);
    return text === undefined ? [] : readRunLog({ path: 'events.jsonl', pieces: () => [text] }, after);
  }

  async file(key: RunKey, path: string, version?: number): Promise<RunFileContent | undefined> {
    const versions = this.#runs.get(key)?.files.get(path) ?? [];
    const n = version ?? versions.length;
    const text = versions[n - 1];
    if (text === undefined) return undefined;
    const bytes = new TextEncoder().encode(text);
    return { bytes: bytes.length, version: n, pieces: () => [bytes] };
  }

  async mark(key: RunKey, exemplar: boolean): Promise<boolean> {
    if (!this.#runs.has(key)) return false;
    this.#marks.set(key, exemplar);
    return true;
  }

  async #all(): Promise<RunDetail[]> {
    const all = await Promise.all([...this.#runs.keys()].map((key) => this.detail(key)));
    return all.filter((run) => run !== undefined);
  }
}
