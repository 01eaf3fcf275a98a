/** A file for output, readable by its owner only. It appears under its name when it is complete. */
import { constants, existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { Failure } from '@hansard/core/failure.ts';

export class OutputFile {
  readonly #path: string;
  readonly #partial: string;
  readonly #file: FileHandle;

  private constructor(path: string, partial: string, file: FileHandle) {
    this.#path = path;
    this.#partial = partial;
    this.#file = file;
  }

  static async create(path: string, force: boolean): Promise<OutputFile> {
    if (!force && existsSync(path)) throw new Failure('output-exists', `${path} is already there.`);
    const partial = `${path}.${process.pid}.partial`;
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    const file = await attempt(path, () => open(partial, flags, 0o600));
    return new OutputFile(path, partial, file);
  }

  async write(text: string): Promise<void> {
    await attempt(this.#path, () => this.#file.writeFile(text));
  }

  async finish(): Promise<void> {
    await this.#file.close();
    await attempt(this.#path, () => rename(this.#partial, this.#path));
  }

  async abandon(): Promise<void> {
    await this.#file.close();
    await rm(this.#partial, { force: true });
  }
}

async function attempt<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw new Failure('output-failed', `${path} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}
