/**
 * What a runtime can do beyond the language: entries for a runtime fill it in, so that the rest runs anywhere. Without
 * scopes, a session is handed over by hand; without files, its slices are in memory.
 */
import type { SliceFactory } from './slices/slice-factory.ts';

/** The part of `AsyncLocalStorage` that is used here. */
export interface ScopeStorage<T> {
  run<R>(value: T, fn: () => R): R;
  getStore(): T | undefined;
}

export interface Platform {
  /** Made once, by whoever asks first. */
  scopes?: <T>() => ScopeStorage<T>;
  /** Slices in files below a folder. */
  files?: (baseDir: string, writer: string | undefined) => SliceFactory;
  /** Whether whoever reads a body calls a method of the response or of its stream, the runtime itself too. */
  readsBodiesByMethods?: boolean;
  /** Runs a task when the work at hand is done, at the latest before the next answer is read. */
  later(task: () => void): void;
  env(name: string): string | undefined;
}

export const platform: Platform = {
  later: (task) => void setTimeout(task, 0),
  env: () => undefined,
};
