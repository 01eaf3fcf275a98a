/** A host whose files live in memory: for tests, and for running the adapters where there is no file system. */
import type { Host, HostEntry, HostFile, StoreDatabase } from '../host.ts';

export interface MemoryHostOptions {
  home?: string;
  env?: Record<string, string>;
  platform?: Host['platform'];
  digest: Host['digest'];
  database?: (path: string, bytes: Uint8Array) => StoreDatabase | undefined;
  modifiedAt?: string;
  chunkBytes?: number;
}

export class MemoryHost implements Host {
  readonly platform: Host['platform'];
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly digest: Host['digest'];
  readonly files: Map<string, Uint8Array>;
  readonly #options: MemoryHostOptions;

  constructor(files: Record<string, Uint8Array | string>, options: MemoryHostOptions) {
    this.#options = options;
    this.platform = options.platform ?? 'linux';
    this.home = options.home ?? '/home/dev';
    this.env = options.env ?? {};
    this.digest = options.digest;
    const encoder = new TextEncoder();
    this.files = new Map(
      Object.entries(files).map(([path, data]) => [path, typeof data === 'string' ? encoder.encode(data) : data]),
    );
  }

  join(...parts: string[]): string {
    return parts.filter(Boolean).join('/').replaceAll(/\/+/g, '/');
  }

  dirname(path: string): string {
    return path.slice(0, Math.max(0, path.lastIndexOf('/')));
  }

  basename(path: string): string {
    return path.slice(path.lastIndexOf('/') + 1);
  }

  async list(folder: string): Promise<readonly HostEntry[]> {
    const prefix = folder.endsWith('/') ? folder : `${folder}/`;
    const entries = new Map<string, HostEntry>();
    for (const path of this.files.keys()) {
      if (!path.startsWith(prefix)) continue;
      const [name, ...rest] = path.slice(prefix.length).split('/');
      if (name) entries.set(name, { name, path: prefix + name, folder: rest.length > 0 });
    }
    return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async stat(path: string): Promise<HostFile | undefined> {
    const file = this.files.get(path);
    const modifiedAt = this.#options.modifiedAt ?? '2026-01-01T00:00:00.000Z';
    if (file) return { bytes: file.length, modifiedAt, folder: false };
    const isFolder = [...this.files.keys()].some((name) => name.startsWith(`${path}/`));
    return isFolder ? { bytes: 0, modifiedAt, folder: true } : undefined;
  }

  async *read(path: string, start = 0, end = Number.POSITIVE_INFINITY): AsyncIterable<Uint8Array> {
    const file = this.files.get(path);
    if (!file) return;
    const step = this.#options.chunkBytes ?? 64 * 1024;
    const stop = Math.min(end, file.length);
    for (let at = start; at < stop; at += step) yield file.subarray(at, Math.min(at + step, stop));
  }

  async database(path: string): Promise<StoreDatabase | undefined> {
    const file = this.files.get(path);
    return file && this.#options.database?.(path, file);
  }
}
