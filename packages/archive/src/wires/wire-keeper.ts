/** Keeps one recorded wire, as often as it has grown: the same as a sync that looks at nothing else. */
import { type Adapter, detectFile, type Host } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { joinTold } from '../ingest/join-told.ts';

export class WireKeeper {
  readonly #archive: Archive;
  readonly #host: Host;
  readonly #adapters = new Map<string, Adapter>();

  constructor(archive: Archive, host: Host) {
    this.#archive = archive;
    this.#host = host;
  }

  async keep(path: string): Promise<void> {
    const adapter = this.#adapters.get(path) ?? (await detectFile(this.#archive.adapters, this.#host, path))?.adapter;
    const file = await this.#host.stat(path);
    if (!adapter || !file) return;
    this.#adapters.set(path, adapter);
    const keeper = this.#archive.keeper({ host: this.#host, now: new Date().toISOString() });
    await keeper.keep(adapter, { path, kind: 'log', role: 'session' }, file);
    keeper.flush();
    await joinTold(this.#archive);
  }
}
