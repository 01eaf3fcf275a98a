/**
 * Keeps the sessions of an agent's database: of each that changed, its rows as they are now. The database itself is
 * read in one snapshot and never copied; what it no longer holds stays in the archive and says so.
 */
import type {
  Adapter,
  Detected,
  DocumentPart,
  Host,
  HostFile,
  LocatedInput,
  StoreDatabase,
  StoreDialect,
} from '@hansard/core';
import { detectFile } from '@hansard/core';
import { isStorageFailure } from '../database/storage-failure.ts';
import { BlockCutter } from '../originals/cut-blocks.ts';
import { partsOf, readParts, rowLine } from '../originals/rows.ts';
import type { NewInput, Version } from '../sqlite/originals/originals.ts';
import { Excluded } from './excluded.ts';
import type { NewBlock, VersionHandle } from './input-change.ts';
import type { Keeper } from './keeper.ts';
import { wholeThreads } from './whole-threads.ts';

export interface KeptStore {
  /** Sessions with something new, and those that are no longer in the database. */
  readonly changed: number;
  readonly missing: number;
  readonly bytes: number;
  /** Of a session, or, without a part, of the database. */
  readonly problems: readonly { readonly part?: string; readonly message: string }[];
}

const NOTHING: KeptStore = { changed: 0, missing: 0, bytes: 0, problems: [] };
const UNREADABLE: KeptStore = {
  ...NOTHING,
  problems: [{ message: 'it cannot be opened as a database of this agent' }],
};

/** A database and its write-ahead log, as one. */
export async function storeFile(host: Host, path: string): Promise<HostFile | undefined> {
  const file = await host.stat(path);
  if (!file || file.folder) return undefined;
  const log = await host.stat(`${path}-wal`);
  const modifiedAt = log && log.modifiedAt > file.modifiedAt ? log.modifiedAt : file.modifiedAt;
  return { bytes: file.bytes + (log?.bytes ?? 0), modifiedAt, folder: false };
}

export async function keepStore(keeper: Keeper, adapter: Adapter, located: LocatedInput): Promise<KeptStore> {
  const { host, originals } = keeper.options;
  const file = await storeFile(host, located.path);
  const row = originals.input(located.path);
  if (!file || (row?.size === file.bytes && row.modified === file.modifiedAt)) return NOTHING;
  const detected = await detectFile([adapter], host, located.path);
  const database = detected?.dialect.kind === 'store' ? await host.database(located.path) : undefined;
  if (!detected || !database) return file.bytes === 0 ? NOTHING : UNREADABLE;
  try {
    return await new StoreRun(keeper, adapter, located, detected, database).run(file);
  } finally {
    database.close();
  }
}

class StoreRun {
  readonly #keeper: Keeper;
  readonly #adapter: Adapter;
  readonly #located: LocatedInput;
  readonly #detected: Detected;
  readonly #dialect: StoreDialect;
  readonly #database: StoreDatabase;
  readonly #problems: { part: string; message: string }[] = [];

  constructor(keeper: Keeper, adapter: Adapter, located: LocatedInput, detected: Detected, database: StoreDatabase) {
    this.#keeper = keeper;
    this.#adapter = adapter;
    this.#located = located;
    this.#detected = detected;
    this.#dialect = detected.dialect as StoreDialect;
    this.#database = database;
  }

  async run(file: HostFile): Promise<KeptStore> {
    const { originals } = this.#keeper.options;
    const row = originals.input(this.#located.path);
    const cursor = row?.adapterVersion === this.#adapter.version ? (row.cursor ?? undefined) : undefined;
    const changes = this.#dialect.sessions(this.#database, cursor);
    let bytes = 0;
    let changed = 0;
    for (const part of changes.changed) {
      const kept = await this.#keepSession(part, file);
      bytes += kept;
      if (kept > 0) changed++;
    }
    const missing = this.#markMissing();
    this.#keeper.push({ ...this.#nothing(this.#input('')), cursor: changes.cursor, complete: completeOf(file) }, 0);
    return { changed, missing, bytes, problems: this.#problems };
  }

  /** Bytes that were written: none when the rows are as they were. */
  async #keepSession(part: string, file: HostFile): Promise<number> {
    const { erasures } = this.#keeper.options.committer;
    const { path } = this.#located;
    try {
      if (erasures.isErased({ path, part })) return 0;
      const { parts, bytes } = this.#rows(part);
      if (erasures.isErased({ path, part }, { size: bytes.length, modified: file.modifiedAt })) return 0;
      return await this.#write(part, parts, bytes, file);
    } catch (error) {
      if (isStorageFailure(error)) throw error;
      if (error instanceof Excluded) this.#leaveOut(part, error.reason);
      else this.#problems.push({ part, message: (error as Error).message });
      return 0;
    }
  }

  /** The rows of a session, without what was removed for good. */
  #rows(part: string): { parts: DocumentPart[]; bytes: Uint8Array } {
    const parts = [...this.#dialect.records(this.#database, part)];
    const bytes = Buffer.from(parts.map(rowLine).join(''));
    const masked = this.#keeper.options.masked?.mask(bytes, { path: this.#located.path, part });
    return masked ? { parts: [...partsOf([masked])], bytes: masked } : { parts, bytes };
  }

  #leaveOut(part: string, reason: string): void {
    const { originals, now } = this.#keeper.options;
    originals.transaction(() => originals.exclude(originals.know(this.#input(part), now).id, reason));
  }

  async #write(part: string, parts: readonly DocumentPart[], bytes: Uint8Array, file: HostFile): Promise<number> {
    const { originals, host } = this.#keeper.options;
    const row = originals.input(this.#located.path, part);
    const latest = row && originals.latest(row.id);
    const stored = latest ? Buffer.concat([...originals.read(latest)]) : undefined;
    const isSame = stored !== undefined && Buffer.compare(stored, bytes) === 0;
    if (isSame && row?.adapterVersion === this.#adapter.version && !row.missingSince) return 0;
    const input = this.#input(part);
    const context = { path: input.path, modifiedAt: file.modifiedAt };
    const read = readParts(host, this.#detected, { path: input.path, part, located: input.located }, context, parts);
    read.facts.nativeId ??= part;
    await this.#keeper.admit(input.agent, read.facts);
    this.#keeper.push(
      {
        ...this.#nothing(input),
        ...this.#blocks(latest, stored, bytes),
        restarts: latest !== undefined,
        endsPass: latest !== undefined,
        complete: { size: bytes.length, modified: file.modifiedAt },
        fingerprint: read.key,
        whole: wholeThreads([read]),
        problems: read.problems,
      },
      bytes.length,
    );
    return isSame ? 0 : bytes.length - (stored?.length ?? 0) || bytes.length;
  }

  /** Rows that were added at the end go on with the version; anything else begins another. */
  #blocks(latest: Version | undefined, stored: Buffer | undefined, bytes: Uint8Array) {
    const isSame = stored !== undefined && Buffer.compare(stored, bytes) === 0;
    const handle: VersionHandle = { version: isSame ? latest : undefined, after: latest };
    const cutter = new BlockCutter(this.#keeper.options.blockBytes);
    const blocks: NewBlock[] = [];
    if (!isSame) {
      for (const block of cutter.push(bytes)) blocks.push({ block });
      if (cutter.pending > 0) blocks.push({ block: cutter.take() });
    }
    return { handle, blocks };
  }

  /** Sessions that were here and are not in the database any more. */
  #markMissing(): number {
    const { originals, now } = this.#keeper.options;
    const present = new Set(this.#dialect.sessions(this.#database).changed);
    let missing = 0;
    for (const row of originals.parts(this.#located.path)) {
      if (present.has(row.part)) continue;
      missing++;
      originals.miss(row.id, now);
    }
    return missing;
  }

  #input(part: string): NewInput {
    const { path, role, facts } = this.#located;
    return {
      agent: this.#adapter.id,
      path,
      part,
      role,
      kind: 'store',
      dialect: this.#dialect.id,
      adapterVersion: this.#adapter.version,
      located: facts,
      ...this.#keeper.provenance,
    };
  }

  #nothing(input: NewInput) {
    return { input, dialect: this.#dialect, blocks: [], fingerprint: '', threads: [], renamed: [], problems: [] };
  }
}

const completeOf = (file: HostFile) => ({ size: file.bytes, modified: file.modifiedAt });
