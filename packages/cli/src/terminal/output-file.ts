/**
 * A file for output, readable by its owner only. It appears under its name when it is complete; what cannot be
 * replaced, such as a pipe, is written to as it is.
 */
import { constants, realpathSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { Failure } from '@hansard/core/failure.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export class OutputFile {
  readonly #path: string;
  /** Absent where it is written in place. */
  readonly #partial?: string;
  readonly #file: FileHandle;

  private constructor(path: string, file: FileHandle, partial?: string) {
    this.#path = path;
    this.#file = file;
    this.#partial = partial;
    if (partial !== undefined) for (const signal of SIGNALS) process.once(signal, this.#interrupted);
  }

  static async create(given: string, force: boolean): Promise<OutputFile> {
    const existing = statSync(given, { throwIfNoEntry: false });
    if (existing?.isDirectory()) throw new Failure('output-failed', `${given} is a folder.`);
    if (existing && !existing.isFile()) {
      return new OutputFile(given, await attempt(given, () => open(given, constants.O_WRONLY)));
    }
    if (existing && !force) throw new Failure('output-exists', `${given} is already there.`);
    // A link stays, what it points to is replaced.
    const path = existing ? realpathSync(given) : given;
    const partial = `${path}.${process.pid}.partial`;
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    return new OutputFile(path, await attempt(given, () => open(partial, flags, 0o600)), partial);
  }

  async write(text: string | Uint8Array): Promise<void> {
    await attempt(this.#path, () => this.#file.writeFile(text));
  }

  async finish(): Promise<void> {
    await this.#file.close();
    const partial = this.#partial;
    if (partial !== undefined) await attempt(this.#path, () => rename(partial, this.#path));
    this.#forgetSignals();
  }

  async abandon(): Promise<void> {
    await this.#file.close();
    if (this.#partial !== undefined) await rm(this.#partial, { force: true });
    this.#forgetSignals();
  }

  /** Ends the way the signal would have without us. */
  readonly #interrupted = (signal: NodeJS.Signals): void => {
    rmSync(this.#partial as string, { force: true });
    this.#forgetSignals();
    process.kill(process.pid, signal);
  };

  #forgetSignals(): void {
    for (const signal of SIGNALS) process.off(signal, this.#interrupted);
  }
}

async function attempt<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw new Failure('output-failed', `${path} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}
