/**
 * The files of one run on the disk. Lines are appended, documents are replaced whole, and earlier files are moved; nothing is ever
 * cut but a line that was being written when the program was killed. What was written survives the program at once. It is put on
 * the disk itself when somebody waits for it, and at the latest with the next thing that is written some milliseconds later.
 */
import { type FileHandle, mkdir, open, readFile, rename, rm, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Steps that follow each other faster than the disk can take them share its writes. */
const TOGETHER_MS = 20;
const NEW_LINE = 10;

export class RunDisk {
  readonly folder: string;
  readonly #open = new Map<string, FileHandle>();
  readonly #dirty = new Set<string>();
  /** Folders that are there. */
  readonly #made = new Set<string>();
  #settled = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Whole lines of a file, after half a line at its end was removed. */
  async lines(name: string): Promise<string[]> {
    const bytes = await readFile(this.path(name)).catch(absent);
    if (!bytes) return [];
    const whole = bytes.lastIndexOf(NEW_LINE) + 1;
    if (whole < bytes.length) await truncate(this.path(name), whole);
    return bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1);
  }

  async append(name: string, text: string): Promise<void> {
    const file = this.#open.get(name) ?? (await this.#opened(name));
    await file.appendFile(text);
    this.#dirty.add(name);
  }

  async #opened(name: string): Promise<FileHandle> {
    await this.#folderOf(name);
    const file = await open(this.path(name), 'a');
    this.#open.set(name, file);
    return file;
  }

  async #folderOf(name: string): Promise<void> {
    const folder = dirname(this.path(name));
    if (this.#made.has(folder)) return;
    await mkdir(folder, { recursive: true });
    this.#made.add(folder);
  }

  /** Nothing more is appended to it for now. */
  async close(name: string): Promise<void> {
    const file = this.#open.get(name);
    if (!file) return;
    if (this.#dirty.delete(name) && this.#isDue) await file.datasync();
    this.#open.delete(name);
    await file.close();
  }

  /** Whoever reads it sees the old document or the new one. */
  async replace(name: string, text: string): Promise<void> {
    const path = this.path(name);
    await this.#folderOf(name);
    const file = await open(`${path}.tmp`, 'w');
    try {
      await file.writeFile(text);
      if (this.#isDue) await file.datasync();
    } finally {
      await file.close();
    }
    await rename(`${path}.tmp`, path);
  }

  async read(name: string): Promise<string | undefined> {
    return (await readFile(this.path(name)).catch(absent))?.toString('utf8');
  }

  /** Does nothing when it was moved already; never moves over another file. */
  async move(from: string, to: string): Promise<void> {
    if ((await readFile(this.path(to)).catch(absent)) === undefined)
      await rename(this.path(from), this.path(to)).catch(absent);
  }

  async remove(name: string): Promise<void> {
    await rm(this.path(name), { force: true });
  }

  get #isDue(): boolean {
    return performance.now() - this.#settled >= TOGETHER_MS;
  }

  /** Everything that was appended is on the disk; unless `now` only when that has not been so for a while. */
  async settle(now: boolean): Promise<void> {
    if (!now && !this.#isDue) return;
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    await Promise.all(dirty.map((name) => this.#open.get(name)?.datasync()));
    this.#settled = performance.now();
  }

  async closeAll(): Promise<void> {
    await this.settle(true);
    for (const name of [...this.#open.keys()]) await this.close(name);
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
