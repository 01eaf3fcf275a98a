/** Writes the chosen sessions one after the other, each entered in the ledger; only one is held at a time. */
import { join } from 'node:path';
import { Histories, Ledger, type SessionFound, sessionLine } from '@hansard/archive';
import { leavingDocument } from '@hansard/archive/sharing/outgoing.ts';
import { Failure } from '@hansard/core';
import type { TranscriptSource } from '@hansard/core/formats/contract.ts';
import { fileNameOf, lockedFileNameOf } from '@hansard/core/formats/file-name.ts';
import { lossReport } from '@hansard/core/formats/loss-report.ts';
import type { Leaving } from '@hansard/core/store/sharing.ts';
import { openSession } from '@hansard/core/views/session-document.ts';
import type { Arguments } from '../arguments.ts';
import type { ChosenSessions } from './chosen-sessions.ts';
import type { Destination } from './destination.ts';
import { exportedText, summaryText } from './exported-text.ts';
import { FolderIndex } from './folder-index.ts';
import type { Exported, Job } from './job.ts';
import { type Written, writeFile, writeFolder, writeTo } from './write-pieces.ts';

export class Export {
  readonly #job: Job;
  readonly #args: Arguments;
  readonly #ledger: Ledger;
  readonly #index: FolderIndex | undefined;
  readonly #histories: Histories | undefined;

  constructor(job: Job, args: Arguments) {
    this.#job = job;
    this.#args = args;
    this.#ledger = new Ledger(job.archive.sql);
    const { destination, format, archive, context } = job;
    this.#histories = format.needsHistory ? new Histories(archive, context.env) : undefined;
    const hasIndex = destination?.to === 'folder' && format.mediaType === 'text/html';
    this.#index = hasIndex ? new FolderIndex(destination.path, job.formatting.lock !== undefined) : undefined;
  }

  async run(chosen: ChosenSessions): Promise<number> {
    try {
      return await this.#all(chosen);
    } finally {
      await this.#histories?.close();
    }
  }

  /** One session that cannot be had does not stop the others. */
  async #all({ sessions, isSearch }: ChosenSessions): Promise<number> {
    const isOne = sessions.length === 1 && !isSearch;
    const exported: Exported[] = [];
    for (const session of sessions) {
      try {
        exported.push(await this.#one(session));
        await this.#tell(exported.at(-1) as Exported);
      } catch (error) {
        if (isOne || !(error instanceof Failure) || !OF_ONE.has(error.code)) throw error;
        this.#job.context.note(`${sessionLine(session)}: ${error.message} (${error.code})`);
      }
    }
    const index = isOne ? undefined : await this.#index?.write(this.#args.flag('force'), this.#job);
    await this.#sum(exported, sessions.length, index);
    return exported.length < sessions.length ? 1 : 0;
  }

  async #one(session: SessionFound): Promise<Exported> {
    const { archive, way, prices, format, formatting } = this.#job;
    const now = new Date().toISOString();
    // First: what is found in history now may make it another generation.
    const history = await this.#histories?.of(session, now);
    const generation = this.#ledger.generation(session.key, way.profile.name);
    const document = await openSession(archive.store.events, session.uuid, { now, prices });
    const leaving = await leavingDocument(way, archive.home, document, generation, history);
    try {
      const { source } = leaving;
      const redactions = source.header.privacy?.redactionCount ?? 0;
      const losses = this.#args.flag('report') ? { losses: await lossReport(source, format, formatting.options) } : {};
      const written = this.#job.destination ? await this.#leave(session, leaving, this.#job.destination) : {};
      return { session: session.uuid, generation, redactions, ...written, ...losses };
    } finally {
      leaving.close();
    }
  }

  /** Noted before the first byte leaves. What was certainly not written is taken back. */
  async #leave(session: SessionFound, { source, receipt }: Leaving, destination: Destination) {
    const { format, way } = this.#job;
    const path = this.#pathOf(source, destination);
    const entry = this.#ledger.begin({
      sessionKey: session.key,
      at: new Date().toISOString(),
      destination: path ?? '-',
      format: format.id,
      profile: way.profile.name,
      receipt: JSON.stringify(receipt),
    });
    try {
      const written = await this.#write(source, path);
      this.#ledger.complete(entry.id, written.hash);
      if (path !== undefined) this.#index?.add(path, source.header);
      return { ...(path === undefined ? {} : { path }), ...written };
    } catch (error) {
      if (path !== undefined && format.layout === 'file') this.#ledger.withdraw(entry);
      throw error;
    }
  }

  #pathOf({ header }: TranscriptSource, destination: Destination): string | undefined {
    const { format, formatting } = this.#job;
    if (destination.to === 'stdout') return undefined;
    if (destination.to === 'file' || format.layout === 'folder') return destination.path;
    const nameOf = formatting.lock ? lockedFileNameOf : fileNameOf;
    return join(destination.path, nameOf(header, format.extension));
  }

  async #write(source: TranscriptSource, path: string | undefined): Promise<Written> {
    const { format, formatting, context } = this.#job;
    const force = this.#args.flag('force');
    if (format.layout === 'folder') return writeFolder(path as string, force, format, source, formatting);
    if (path !== undefined) return writeFile(path, force, format, source, formatting);
    const written = await writeTo((piece) => context.out.write(piece), format, source, formatting);
    await context.out.flush();
    return written;
  }

  get #isSilent(): boolean {
    return this.#job.destination?.to === 'stdout' || this.#args.flag('json');
  }

  async #tell(one: Exported): Promise<void> {
    if (!this.#isSilent) await this.#job.context.out.write(exportedText(one, this.#job));
  }

  async #sum(exported: readonly Exported[], wanted: number, index: string | undefined): Promise<void> {
    const { context, format, way, destination } = this.#job;
    if (destination?.to !== 'stdout' && this.#args.flag('json')) {
      const value = { format: format.id, profile: way.profile.name, exported, ...(index && { index }) };
      await context.out.write(`${JSON.stringify(value, null, 2)}\n`);
    } else if (!this.#isSilent && wanted > 1) {
      await context.out.write(summaryText(exported, wanted, index, this.#job));
    }
  }
}

/** Failures of a single session. */
const OF_ONE: ReadonlySet<string> = new Set(['out-of-scope', 'not-archived', 'output-exists']);
