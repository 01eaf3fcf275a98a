/**
 * Reads an input again with the present adapter, from what is kept of it alone: the file may be gone, or another
 * machine's. All of it happens in one transaction. Events keep their numbers by their ids; what the adapter no longer
 * makes is marked, and found by nothing any more.
 */
import {
  type Adapter,
  type Detected,
  type Dialect,
  type DocumentDialect,
  detectFile,
  type Host,
  type LogDialect,
  readBytes,
  readFile,
  type SessionFacts,
} from '@hansard/core';
import type { Archive } from '../archive.ts';
import { IndexSink } from '../ingest/index-sink.ts';
import type { InputChange, KeptBlock } from '../ingest/input-change.ts';
import { PART_BYTES } from '../ingest/keep-bytes.ts';
import { LogIngest } from '../ingest/read-log.ts';
import { wholeThreads } from '../ingest/whole-threads.ts';
import { readRows } from '../originals/rows.ts';
import { packJson } from '../originals/units.ts';
import { settleReread, startReread, versionsHeld } from '../sqlite/maintenance/settle-reread.ts';
import type { InputRow, NewInput, Version } from '../sqlite/originals/originals.ts';

/** `kept`: no events are read from it. `unrecognised`: the adapter no longer knows it, and nothing was changed. */
export type Reread = 'read' | 'kept' | 'unrecognised' | 'overtaken';

export interface RereadOptions {
  /** The input's machine, as its originals have it. */
  readonly host: Host;
  readonly now: string;
  /** Does the work inside the transaction, which what it throws undoes. */
  readonly around?: (work: () => void) => void;
}

/** Changes to be committed one after the other, made when they are asked for. */
type Pass = () => Iterable<InputChange>;

export async function rereadInput(
  archive: Archive,
  adapter: Adapter,
  input: InputRow,
  options: RereadOptions,
): Promise<Reread> {
  const { originals, sql } = archive;
  const latest = originals.latest(input.id);
  if (!latest || input.role === 'side') return 'kept';
  const dialect = await dialectOf(adapter, input, options.host);
  if (!dialect) return input.dialect === null ? 'kept' : 'unrecognised';
  const job = new RereadJob(archive, adapter, dialect, input, await factsOf(adapter, input, options.host), options);
  const passes = await job.passes(latest);
  const outcome = sql.transaction(() => {
    const now = originals.latest(input.id);
    if (now?.id !== latest.id || now.bytes !== latest.bytes) return 'overtaken';
    const work = () => commitPasses(archive, input, passes, options.now);
    if (options.around) options.around(work);
    else work();
    return 'read';
  });
  archive.events.forget();
  return outcome;
}

function commitPasses(archive: Archive, input: InputRow, passes: readonly Pass[], now: string): void {
  const started = startReread(archive.sql, input.id);
  const textOf = (number: number) => archive.events.textOf(number);
  const { committer } = archive;
  committer.events.quietly(() => {
    for (const pass of passes) for (const change of pass()) committer.commit([change], { now, textOf });
  });
  settleReread(archive.sql, input.id, started);
}

async function dialectOf(adapter: Adapter, input: InputRow, host: Host): Promise<Dialect | undefined> {
  const known = adapter.dialects.find(({ id }) => id === input.dialect);
  // Rows of a database cannot be recognised by themselves; what was imported was recognised then.
  if (input.part !== '' || (known?.kind === 'document' && known.transcripts)) return known;
  return (await detectFile([adapter], host, input.path))?.dialect ?? known;
}

/** What the layout says of it; archives of the first version did not keep that. */
async function factsOf(adapter: Adapter, input: InputRow, host: Host): Promise<SessionFacts | undefined> {
  if (input.located || input.part !== '') return input.located;
  const inputs = await adapter.inputsOf(host, input.path);
  return inputs.find(({ path }) => path === input.path)?.facts;
}

class RereadJob {
  readonly #archive: Archive;
  readonly #adapter: Adapter;
  readonly #dialect: Dialect;
  readonly #input: InputRow;
  readonly #located: SessionFacts | undefined;
  readonly #host: Host;

  constructor(
    archive: Archive,
    adapter: Adapter,
    dialect: Dialect,
    input: InputRow,
    located: SessionFacts | undefined,
    { host }: RereadOptions,
  ) {
    this.#archive = archive;
    this.#adapter = adapter;
    this.#dialect = dialect;
    this.#input = input;
    this.#located = located;
    this.#host = host;
  }

  /** One for each version that has to be read, the oldest first. */
  async passes(latest: Version): Promise<Pass[]> {
    const passes: Pass[] = [];
    let before: Version | undefined;
    for (const version of this.#versions(latest)) {
      // What the first of them does not hold is not in an earlier one either.
      const after = before ?? version;
      passes.push(await this.#pass(version, after, version.id === latest.id));
      before = version;
    }
    return passes;
  }

  /**
   * A document gets a version with every change: earlier ones are read when nothing was read before, or for what is in
   * none that came later.
   */
  #versions(latest: Version): Version[] {
    const { originals, sql } = this.#archive;
    const versions = originals.versions(this.#input.id);
    if (this.#dialect.kind === 'log' || this.#input.adapterVersion === null) return versions;
    const held = versionsHeld(sql, this.#input.id);
    return versions.filter(({ id }) => id === latest.id || held.has(id));
  }

  async #pass(version: Version, after: Version, isLatest: boolean): Promise<Pass> {
    const dialect = this.#dialect;
    if (dialect.kind === 'log') return () => this.#logChanges(version, after, dialect);
    if (dialect.kind === 'document') {
      const reads = await this.#readDocument(version, isLatest, dialect);
      return () => [this.#wholeChange(version, after, reads)];
    }
    return () => {
      const { originals } = this.#archive;
      const input = { ...this.#input, located: this.#located };
      const read = readRows(this.#host, this.#detected(dialect), input, originals.read(version));
      read.facts.nativeId ??= this.#input.part;
      return [this.#wholeChange(version, after, [read])];
    };
  }

  *#logChanges(version: Version, after: Version, dialect: LogDialect): Iterable<InputChange> {
    const { originals } = this.#archive;
    const sink = new IndexSink({ digest: (data) => this.#host.digest(data) });
    if (this.#located) sink.root.session(this.#located);
    const ingest = new LogIngest(dialect, sink, this.#context());
    const handle = { version, after };
    let blocks: KeptBlock[] = [];
    let bytes = 0;
    let restarts = true;
    for (const block of originals.blocks(version)) {
      blocks.push({ start: block.start, checkpoint: ingest.read(block.start, block.bytes) ?? null });
      bytes += block.bytes.length;
      const taken = bytes >= PART_BYTES ? ingest.pause() : undefined;
      if (!taken) continue;
      yield { ...this.#change(), handle, blocks, restarts, ...taken, ...savedOf(taken.saved) };
      blocks = [];
      bytes = 0;
      restarts = false;
    }
    const rest = ingest.finish();
    yield { ...this.#change(), handle, blocks, restarts, endsPass: true, ...rest, ...savedOf(rest.saved) };
  }

  #wholeChange(version: Version, after: Version, reads: Parameters<typeof wholeThreads>[0]): InputChange {
    return {
      ...this.#change(),
      handle: { version, after },
      blocks: [],
      restarts: true,
      endsPass: true,
      fingerprint: (reads[0] as { key?: string } | undefined)?.key ?? '',
      whole: wholeThreads(reads),
      problems: reads.flatMap(({ problems }) => problems),
    };
  }

  #readDocument(version: Version, isLatest: boolean, dialect: DocumentDialect) {
    const detected = this.#detected(dialect);
    if (isLatest) return readFile(this.#host, this.#input.path, detected, this.#located);
    const { originals } = this.#archive;
    const read = async function* () {
      yield* originals.read(version);
    };
    return readBytes(this.#host, detected, { ...this.#context(), facts: this.#located, read });
  }

  #change() {
    const { id, agent, path, part, role, kind } = this.#input;
    const input: NewInput = {
      agent,
      path,
      part,
      role,
      kind,
      dialect: this.#dialect.id,
      adapterVersion: this.#adapter.version,
      located: this.#located,
    };
    return { input, rereads: { inputId: id }, dialect: this.#dialect, threads: [], renamed: [] };
  }

  #detected(dialect: Dialect): Detected {
    return { adapter: this.#adapter, dialect, confidence: 1 };
  }

  #context() {
    const { path, modified, firstSeen } = this.#input;
    return { path, modifiedAt: modified ?? firstSeen };
  }
}

const savedOf = (saved: Parameters<typeof packJson>[0] & { log: { key?: string } }) => ({
  saved: packJson(saved),
  fingerprint: saved.log.key ?? '',
});
