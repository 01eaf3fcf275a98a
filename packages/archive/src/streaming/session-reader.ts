/**
 * Reads a session of the archive: all its inputs, subagents and side files as they were stored last, with what the agent has
 * withdrawn since. Nothing of it needs to be on the machine any more.
 */
import { type Adapter, type Detected, type EventDraft, type Host, readFile, type StoreDialect } from '@hansard/core';
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
import {
  hasSharedEvents,
  inputsBestFirst,
  numberedEvents,
  partsIn,
  withdrawnNumbers,
} from '../sqlite/sessions/session-threads.ts';
import type { SpoolFile } from './spool-file.ts';
import { readsOf, type SpooledThread } from './spooled-thread.ts';
import { SpoolingSink } from './spooling-sink.ts';
import { withPauses } from './with-pauses.ts';

type Read = Pick<SpooledThread, 'read' | 'events'>;

export class SessionReader {
  readonly #archive: Archive;
  readonly #host: Host;
  readonly #file: SpoolFile | undefined;
  readonly #sessionId: number;
  readonly #hosts = new Map<number, Host>();
  readonly #names: ArchivedNames;

  constructor(archive: Archive, host: Host, file: SpoolFile | undefined, sessionId: number) {
    this.#archive = archive;
    this.#host = host;
    this.#file = file;
    this.#sessionId = sessionId;
    this.#names = archivedNames(archive.sql, sessionId);
  }

  async threads(): Promise<SpooledThread[]> {
    const threads: SpooledThread[] = [];
    const { sql, originals } = this.#archive;
    for (const id of inputsBestFirst(sql, this.#sessionId)) {
      const input = originals.inputById(id);
      if (input) threads.push(...(await this.#read(input)));
    }
    await this.#addWithdrawn(threads);
    return this.#numbered(threads);
  }

  async #read(input: InputRow): Promise<SpooledThread[]> {
    const adapter = this.#archive.adapters.find(({ id }) => id === input.agent) ?? readerOf(input.agent);
    const dialect = adapter?.dialects.find(({ id }) => id === input.dialect);
    if (!adapter || !dialect) return [];
    const host = this.#hostOf(input.machine);
    const detected: Detected = { adapter, dialect, confidence: 1 };
    const isWritten = dialect.kind === 'document' && dialect.transcripts !== undefined;
    const reads = await (isWritten ? this.#documents(host, detected, input) : this.#events(host, detected, input));
    const own = reads.length > 1 ? partsIn(this.#archive.sql, input.id, this.#sessionId) : undefined;
    const parts = reads.map((one, nth) => ({ ...one, part: partOf(one.read.facts, nth) }));
    const sides = await sidesOf(adapter, host, input.path);
    return parts
      .filter(({ part }) => own?.has(part) ?? true)
      .map(({ read, events, part }) => ({
        read: isElsewhere(input) ? { ...read, elsewhere: true } : read,
        events,
        inputId: input.id,
        names: this.#names.of(input.id, part),
        host,
        sides,
      }));
  }

  /** Transcripts that somebody wrote before are read whole. */
  async #documents(host: Host, detected: Detected, input: InputRow): Promise<Read[]> {
    const reads = await readFile(host, input.path, detected, input.located);
    return reads.map((read) => {
      const events = SpoolingSink.into(undefined, host.digest);
      Object.assign(events.attachments, read.attachments);
      events.problems.push(...read.problems);
      // One that says something twice under one id says it once.
      for (const event of read.events) if (events.placeOf(event.id) === undefined) events.add(event);
      const { attachments, problems } = events;
      return { read: { ...read, attachments, problems }, events };
    });
  }

  async #events(host: Host, detected: Detected, input: InputRow): Promise<Read[]> {
    const { dialect } = detected;
    const sink = SpoolingSink.into(this.#file, host.digest);
    if (input.located) sink.session(input.located);
    const bytes =
      dialect.kind === 'store' ? { path: input.path } : await inputAt(host, input.path, detected, input.located);
    const read = await ('read' in bytes
      ? readInto(sink, dialect, { ...bytes, read: () => withPauses(bytes.read()) })
      : this.#rows(sink, dialect as StoreDialect, input));
    return readsOf(detected, sink, bytes, read);
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
    for await (const one of withPauses(version ? partsOf(this.#archive.originals.read(version)) : [])) reader.push(one);
    return reader.read;
  }

  /** What the agent no longer has is read from the version that had it, and comes behind what it has. */
  async #addWithdrawn(threads: readonly SpooledThread[]): Promise<void> {
    const [first] = threads;
    if (!first) return;
    const renamed = new Set(threads.flatMap(({ names, events }) => knownAs(names ?? new Map(), events)));
    const isThere = (id: string) => renamed.has(id) || threads.some(({ events }) => events.placeOf(id) !== undefined);
    for await (const event of withdrawnEvents(this.#archive, this.#sessionId)) {
      if (!isThere(event.id)) first.events.add(event);
    }
  }

  #numbered(threads: readonly SpooledThread[]): SpooledThread[] {
    const numbered = threads.map((thread) => ({ ...thread, logSeqs: new Float64Array(thread.events.length) }));
    // What several inputs tell of, and what was withdrawn, may be with any of them.
    const isShared = hasSharedEvents(this.#archive.sql, this.#sessionId);
    const byInput = new Map<number | undefined, typeof numbered>();
    for (const thread of numbered) byInput.set(thread.inputId, [...(byInput.get(thread.inputId) ?? []), thread]);
    const ownIds = new Map(numbered.flatMap(({ names }) => [...(names ?? [])].map(([own, id]) => [id, own])));
    const mark = ({ events, logSeqs }: (typeof numbered)[number], key: string, seq: number): boolean => {
      const place = events.placeOf(key) ?? events.placeOf(ownIds.get(key) ?? '');
      if (place !== undefined) logSeqs[place] = seq;
      return place !== undefined;
    };
    for (const { key, inputId, logSeq } of numberedEvents(this.#archive.sql, this.#sessionId)) {
      const told = (thread: (typeof numbered)[number]) => mark(thread, key, logSeq);
      if (isShared) for (const thread of numbered) told(thread);
      else if (!byInput.get(inputId)?.some(told) && numbered[0]) told(numbered[0]);
    }
    return numbered;
  }
}

const sidesOf = async (adapter: Adapter, host: Host, path: string) =>
  (await adapter.inputsOf(host, path)).filter(({ role }) => role === 'side');

const PAGE = 256;

/** What the archive calls those of its events for which the input has other ids. */
const knownAs = (names: ReadonlyMap<string, string>, events: SpoolingSink): string[] =>
  [...names].filter(([own]) => events.placeOf(own) !== undefined).map(([, id]) => id);

async function* withdrawnEvents(archive: Archive, sessionId: number): AsyncGenerator<EventDraft> {
  const numbers = withdrawnNumbers(archive.sql, sessionId);
  for (let at = 0; at < numbers.length; at += PAGE) {
    for (const { event } of await archive.events.events(numbers.slice(at, at + PAGE))) yield event;
  }
}
