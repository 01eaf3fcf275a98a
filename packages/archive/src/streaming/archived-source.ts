/**
 * A session of the archive as a source that is read event by event: the same header and events as its document. Its
 * inputs are read once, from their originals, into a spool; a few bytes of each event are held.
 */
import type { Detected, Host, StoreDialect } from '@hansard/core';
import { fingerprint } from '@hansard/core/reading/fingerprint.ts';
import { PartReader, type PartsRead } from '@hansard/core/reading/part-reader.ts';
import { inputAt, readInto } from '@hansard/core/reading/read-input.ts';
import { readerOf } from '../adapters/readers.ts';
import type { Archive } from '../archive.ts';
import { originalsHost } from '../host/archived-host.ts';
import { partsOf } from '../originals/rows.ts';
import { partOf } from '../sessions/session-key.ts';
import { type InputRow, isElsewhere } from '../sqlite/originals/originals.ts';
import { type ArchivedNames, archivedNames } from '../sqlite/sessions/archived-names.ts';
import { inputsOf, partsIn, sidesOf, withdrawnEvents } from './read-archived.ts';
import { SpoolFile } from './spool-file.ts';
import { type SessionSource, type SourceOptions, spooledSource } from './spooled-source.ts';
import { readsOf, type SpooledThread } from './spooled-thread.ts';
import { SpoolingSink } from './spooling-sink.ts';
import { withPauses } from './with-pauses.ts';

/** Undefined for a session that was imported, whose documents are read whole. */
export async function archivedSource(
  archive: Archive,
  host: Host,
  sessionId: number,
  options: SourceOptions,
): Promise<SessionSource | undefined> {
  const file = new SpoolFile(archive.home);
  try {
    const threads = await new SessionReader(archive, host, file, sessionId).threads();
    if (!threads) file.close();
    if (!threads) return undefined;
    const source = await spooledSource(threads, { ...options, digest: host.digest });
    const row = archive.sql.get('SELECT uuid FROM session WHERE id = ?', sessionId);
    const header = { ...source.header, transcriptId: row?.['uuid'] as string };
    return { ...source, header, close: () => file.close() };
  } catch (error) {
    file.close();
    throw error;
  }
}

class SessionReader {
  readonly #archive: Archive;
  readonly #host: Host;
  readonly #file: SpoolFile;
  readonly #sessionId: number;
  readonly #hosts = new Map<number, Host>();
  readonly #names: ArchivedNames;

  constructor(archive: Archive, host: Host, file: SpoolFile, sessionId: number) {
    this.#archive = archive;
    this.#host = host;
    this.#file = file;
    this.#sessionId = sessionId;
    this.#names = archivedNames(archive.sql, sessionId);
  }

  async threads(): Promise<SpooledThread[] | undefined> {
    const threads: SpooledThread[] = [];
    for (const input of inputsOf(this.#archive, this.#sessionId)) {
      const read = await this.#read(input);
      if (!read) return undefined;
      threads.push(...read);
    }
    await this.#addWithdrawn(threads);
    return threads.length === 0 ? undefined : this.#numbered(threads);
  }

  async #read(input: InputRow): Promise<SpooledThread[] | undefined> {
    const adapter = readerOf(input.agent);
    const dialect = adapter?.dialects.find(({ id }) => id === input.dialect);
    if (!adapter || !dialect) return [];
    if (dialect.kind === 'document' && dialect.transcripts) return undefined;
    const host = this.#hostOf(input.machine);
    const detected: Detected = { adapter, dialect, confidence: 1 };
    const sink = SpoolingSink.into(this.#file, host.digest);
    if (input.located) sink.session(input.located);
    const bytes =
      dialect.kind === 'store' ? { path: input.path } : await inputAt(host, input.path, detected, undefined);
    const readParts = await ('read' in bytes
      ? readInto(sink, dialect, { ...bytes, read: () => withPauses(bytes.read()) })
      : this.#rows(sink, dialect as StoreDialect, input));
    const sides = await sidesOf(adapter, host, input.path);
    const reads = readsOf(detected, sink, bytes, readParts);
    const own = reads.length > 1 ? partsIn(this.#archive, input.id, this.#sessionId) : undefined;
    const parts = reads.map((one, nth) => ({ ...one, part: partOf(one.read.facts, nth) }));
    const wanted = parts.filter(({ part }) => own?.has(part) ?? true);
    return wanted.map(({ read, events, part }) => ({
      read: isElsewhere(input) ? { ...read, elsewhere: true } : read,
      events,
      inputId: input.id,
      names: this.#names.of(input.id, part),
      host,
      sides,
    }));
  }

  #hostOf(machine: number): Host {
    const known = this.#hosts.get(machine) ?? originalsHost(this.#host, this.#archive.originals, machine);
    this.#hosts.set(machine, known);
    return known;
  }

  /** Rows are read one by one from what was kept of them. */
  async #rows(sink: SpoolingSink, dialect: StoreDialect, { id, path, part, modified }: InputRow): Promise<PartsRead> {
    const version = this.#archive.originals.latest(id);
    const key = fingerprint(new TextEncoder().encode(part));
    const reader = new PartReader(dialect, key, sink, { path, modifiedAt: modified ?? undefined });
    const rows = version ? partsOf(this.#archive.originals.read(version)) : [];
    for await (const one of withPauses(rows)) reader.push(one);
    return reader.read;
  }

  /** What the agent no longer has comes behind what it has. */
  async #addWithdrawn(threads: readonly SpooledThread[]): Promise<void> {
    const [first] = threads;
    if (!first) return;
    for await (const event of withdrawnEvents(this.#archive, this.#sessionId)) {
      if (!threads.some(({ events }) => events.placeOf(event.id) !== undefined)) first.events.add(event);
    }
  }

  #numbered(threads: readonly SpooledThread[]): SpooledThread[] {
    const numbered = threads.map((thread) => ({ ...thread, logSeqs: new Float64Array(thread.events.length) }));
    const rows = this.#archive.sql.iterate(
      `SELECT e.key, t.input_id, r.seq + e.id - r.first AS seq FROM run r JOIN thread t ON t.id = r.thread_id
         JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
       WHERE r.session_id = ?`,
      this.#sessionId,
    );
    // What several inputs tell of, and what was withdrawn, may be with any of them.
    const isShared = this.#archive.sql.get(
      'SELECT 1 FROM account a JOIN thread t ON t.id = a.thread_id WHERE t.session_id = ?',
      this.#sessionId,
    );
    const byInput = new Map<number | undefined, typeof numbered>();
    for (const thread of numbered) byInput.set(thread.inputId, [...(byInput.get(thread.inputId) ?? []), thread]);
    const ownIds = new Map(numbered.flatMap(({ names }) => [...(names ?? [])].map(([own, id]) => [id, own])));
    const mark = ({ events, logSeqs }: (typeof numbered)[number], key: string, seq: number): boolean => {
      const place = events.placeOf(key) ?? events.placeOf(ownIds.get(key) ?? '');
      if (place !== undefined) logSeqs[place] = seq;
      return place !== undefined;
    };
    for (const { key, input_id: inputId, seq } of rows) {
      const told = (thread: (typeof numbered)[number]) => mark(thread, key as string, seq as number);
      if (isShared) for (const thread of numbered) told(thread);
      else if (!byInput.get(inputId as number)?.some(told)) told(numbered[0] as (typeof numbered)[number]);
    }
    return numbered;
  }
}
