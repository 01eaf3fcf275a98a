/**
 * A session of the archive as a source that can be read event by event, more than once, with the same header and events
 * as its document. Of each event a few bytes are held: the events themselves lie in a spool until the source is closed.
 */
import type { Attachment, Event, EventDraft, Host, PriceBook } from '@hansard/core';
import type { TranscriptHeader } from '@hansard/core/formats/contract.ts';
import { plantTree } from '@hansard/core/reading/agent-tree.ts';
import type { InputRead } from '@hansard/core/reading/input-read.ts';
import { resolveSideFiles } from '@hansard/core/reading/side-files.ts';
import { headerOf } from '@hansard/core/reading/transcripts.ts';
import type { Archive } from '../archive.ts';
import type { ArchivedEvent } from '../events/read-back.ts';
import { originalsHost } from '../host/archived-host.ts';
import { EventSpool } from './event-spool.ts';
import { LaidOut } from './laid-out.ts';
import { type SessionThread, sessionThreads } from './session-threads.ts';
import { Tally } from './tally.ts';

export interface ArchivedSource {
  readonly header: TranscriptHeader;
  events(): Iterable<Event>;
  close(): void;
}

export interface SourceOptions {
  readonly now: string;
  readonly prices?: PriceBook;
}

export interface SpooledDraft {
  readonly draft: EventDraft;
  readonly logSeq: number;
}

/** Undefined when the session can only be had as a whole. */
export async function archivedSource(
  archive: Archive,
  host: Host,
  sessionId: number,
  options: SourceOptions,
): Promise<ArchivedSource | undefined> {
  const threads = sessionThreads(archive, sessionId);
  if (!threads) return undefined;
  const spool = new EventSpool<SpooledDraft>(archive.home);
  try {
    return await new SourceMaker(archive, host, threads, spool).make(sessionId, options);
  } catch (error) {
    spool.close();
    throw error;
  }
}

const PAGE = 256;

class SourceMaker {
  readonly #archive: Archive;
  readonly #host: Host;
  readonly #threads: SessionThread[];
  readonly #spool: EventSpool<SpooledDraft>;
  readonly #laidOut: LaidOut;
  readonly #tally = new Tally();

  constructor(archive: Archive, host: Host, threads: SessionThread[], spool: EventSpool<SpooledDraft>) {
    this.#archive = archive;
    this.#host = host;
    this.#threads = threads;
    this.#spool = spool;
    this.#laidOut = new LaidOut(
      spool,
      threads.map(({ read }) => read),
    );
  }

  async make(sessionId: number, { now, prices }: SourceOptions): Promise<ArchivedSource> {
    for (const [at, thread] of this.#threads.entries()) {
      this.#threads[at] = { ...thread, read: await this.#readThread(thread, at) };
    }
    this.#archive.events.forget();
    const tree = plantTree(this.#laidOut.planted());
    const order = this.#laidOut.under(tree.root);
    let seq = 0;
    for (const event of order.events()) this.#tally.add(event, seq++);
    const measured = this.#tally.finish(order.agents(), prices);
    const reads = this.#threads.map(({ read }) => read);
    const header = headerOf(reads, measured, { now, prices, digest: this.#host.digest });
    const row = this.#archive.sql.get('SELECT uuid FROM session WHERE id = ?', sessionId);
    return {
      header: { ...header, transcriptId: row?.['uuid'] as string },
      events: () => this.#tally.priced(order.events()),
      close: () => this.#spool.close(),
    };
  }

  /** Puts the events of a thread into the spool, and gives what was found beside them. */
  async #readThread({ id, input, adapter, read }: SessionThread, at: number): Promise<InputRead> {
    const { events, originals } = this.#archive;
    const host = originalsHost(this.#host, originals, input.machine);
    const sides = (await adapter.inputsOf(host, input.path)).filter(({ role }) => role === 'side');
    const attachments: Record<string, Attachment> = {};
    const problems = [...read.problems];
    events.forget();
    events.attached = (more) => Object.assign(attachments, more);
    try {
      for await (const { event, logSeq } of this.#eventsOf(id)) {
        if (hasSpilled(event)) {
          const alone = { ...read, events: [event], problems: [], attachments: {} };
          const [resolved] = await resolveSideFiles(host, [alone], sides);
          for (const [hash, found] of Object.entries(resolved?.attachments ?? {})) attachments[hash] ??= found;
          problems.push(...(resolved?.problems ?? []));
        }
        this.#laidOut.add(at, { draft: event, logSeq });
      }
    } finally {
      events.attached = undefined;
    }
    return { ...read, attachments, problems };
  }

  async *#eventsOf(threadId: number): AsyncIterable<ArchivedEvent> {
    const { sql, events } = this.#archive;
    for (const run of sql.all('SELECT first, count FROM run WHERE thread_id = ? ORDER BY first', threadId)) {
      const [first, count] = [run['first'] as number, run['count'] as number];
      for (let at = 0; at < count; at += PAGE) {
        yield* await events.events(
          Array.from({ length: Math.min(PAGE, count - at) }, (_, index) => first + at + index),
        );
      }
    }
  }
}

const hasSpilled = ({ parts = [] }: EventDraft): boolean => parts.some(({ spilled }) => spilled);
