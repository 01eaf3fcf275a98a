/**
 * The outside world as adapters see it: files, databases and the environment, read-only. The archive supplies
 * the real one, tests and browsers an in-memory one. Nothing here throws for what is missing or unreadable.
 */

/** What is known at once need not be waited for: thousands of files are looked at in one sync. */
export type MaybePromise<T> = T | Promise<T>;

export interface Host {
  readonly platform: 'linux' | 'darwin' | 'win32';
  /** The user's home folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  join(...parts: string[]): string;
  dirname(path: string): string;
  basename(path: string): string;
  /** Entries of a folder, sorted by name; empty when it is missing or unreadable. */
  list(folder: string): MaybePromise<readonly HostEntry[]>;
  stat(path: string): MaybePromise<HostFile | undefined>;
  /** Whether something may be there although it cannot be seen, as in a folder that may not be entered. */
  isHidden?(path: string): boolean;
  /** The bytes from `start` to `end` (exclusive), in chunks. A chunk is only valid until the next one is asked for. */
  read(path: string, start?: number, end?: number): AsyncIterable<Uint8Array>;
  /** Opens a database read-only with its write-ahead log; undefined when it is none or cannot be opened. */
  database(path: string): Promise<StoreDatabase | undefined>;
  /** SHA-256 in lower-case hex. */
  digest(data: string | Uint8Array): string;
}

export interface HostEntry {
  readonly name: string;
  readonly path: string;
  readonly folder: boolean;
}

export interface HostFile {
  readonly bytes: number;
  readonly modifiedAt: string;
  readonly folder: boolean;
}

export type SqlValue = string | number | bigint | null | Uint8Array;
export type SqlRow = Record<string, SqlValue>;

/** A consistent read-only snapshot of a database. */
export interface StoreDatabase {
  all(sql: string, ...parameters: SqlValue[]): SqlRow[];
  iterate(sql: string, ...parameters: SqlValue[]): Iterable<SqlRow>;
  /** Undoes Zstandard, in which some agents keep values; undefined for what is none. Absent where nothing can undo it. */
  unzstd?(data: Uint8Array): Uint8Array | undefined;
  close(): void;
}
