/**
 * Notices what is written to the archive. This process tells of its own commits; those of another process show in a number
 * that the database keeps, and are looked for only while somebody listens: when the archive's files change, or from time
 * to time where the platform does not tell that.
 */
import { watch } from 'node:fs';
import type { Sql } from '../database/sql.ts';

/** Where files cannot be watched. */
const LOOK_MS = 1000;
/** Several writes make one commit. */
const SETTLE_MS = 15;

export class ChangeWatch {
  readonly #home: string;
  readonly #sql: Sql;
  readonly #listeners = new Set<() => void>();
  #stop: (() => void) | undefined;
  #others: unknown;

  /** `home` is the folder that the archive lies in. */
  constructor(home: string, sql: Sql) {
    this.#home = home;
    this.#sql = sql;
  }

  /** Returns what ends it. */
  listen(listener: () => void): () => void {
    // Each is another one, though the function may be the same.
    const one = () => listener();
    this.#listeners.add(one);
    if (this.#listeners.size === 1) this.#begin();
    return () => {
      if (this.#listeners.delete(one) && this.#listeners.size === 0) this.#end();
    };
  }

  /** This process has written. */
  tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #begin(): void {
    this.#others = this.#dataVersion();
    this.#stop = this.#watchFiles() ?? this.#lookAgain();
  }

  #end(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #watchFiles(): (() => void) | undefined {
    let timer: NodeJS.Timeout | undefined;
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        this.#look();
      }, SETTLE_MS);
    };
    try {
      const watcher = watch(this.#home, { persistent: false }, changed);
      let looking: (() => void) | undefined;
      watcher.on('error', () => {
        watcher.close();
        looking ??= this.#lookAgain();
      });
      return () => {
        clearTimeout(timer);
        watcher.close();
        looking?.();
      };
    } catch {
      return undefined;
    }
  }

  #lookAgain(): () => void {
    const timer = setInterval(() => this.#look(), LOOK_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  #look(): void {
    const others = this.#dataVersion();
    if (others === this.#others) return;
    this.#others = others;
    this.tell();
  }

  #dataVersion(): unknown {
    return this.#sql.get('PRAGMA data_version')?.['data_version'];
  }
}
