/** `hansard export`: sessions of the archive in another format, always through the privacy gate. */
import { type Archive, Ledger, type SessionFound, sessionLine } from '@hansard/archive';
import { formatNamed, formatOptions } from '@hansard/archive/sharing/chosen-format.ts';
import { type Leaving, leavingSession } from '@hansard/archive/sharing/leaving.ts';
import type { Way } from '@hansard/archive/sharing/outgoing.ts';
import { Failure, type Host, neutraliseLine, type PriceBook } from '@hansard/core';
import type { Format, FormatContext, TranscriptSource } from '@hansard/core/formats/contract.ts';
import { type Loss, lossReport } from '@hansard/core/formats/loss-report.ts';
import { namedSessions } from '../archive/named-session.ts';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { type Destination, destinationOf, fileIn } from '../export/destination.ts';
import { contextFor } from '../export/format-context.ts';
import { lossText } from '../export/loss-text.ts';
import { type Written, writeFile, writeFolder, writeTo } from '../export/write-pieces.ts';
import { chosenProfile, openGate, ownPrivacyOf } from '../privacy/chosen-profile.ts';
import { bytesInWords, count, tilde } from '../terminal/words.ts';
import { priceBook } from '../transcripts/price-book.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const format = formatNamed(args.text('to') ?? 'transcript');
  const options = formatOptions(format, args.text('with'));
  const own = await ownPrivacyOf(context);
  const profile = await chosenProfile(context, own);
  const prices = args.flag('no-cost') ? undefined : await priceBook((await context.settings()).get('prices'));
  return withArchive(context, async (archive, host) => {
    const sessions = namedSessions(archive, host, args.positionals);
    const destination = onlyReports(args) ? undefined : whereTo(context, args, format, profile, sessions.length);
    const way = { profile, gate: profile.local ? undefined : openGate(host, profile, own) };
    const formatting = await contextFor(format, host, options);
    const job = { context, archive, host, format, way, prices, destination, formatting };
    return new Export(job, args).run(sessions);
  });
}

/** Without a place to write to, a report tells beforehand. */
const onlyReports = (args: Arguments): boolean => args.flag('report') && args.text('output') === undefined;

function whereTo(context: Context, args: Arguments, format: Format, profile: Way['profile'], sessions: number) {
  const destination = destinationOf({
    given: args.text('output'),
    format,
    sessions,
    profile,
    saidProfile: args.text('profile') !== undefined,
    isTerminal: context.out.isTerminal,
  });
  if (destination.to === 'stdout' && (args.flag('json') || args.flag('report'))) {
    throw new Failure('bad-argument', 'What is exported and what is said about it cannot both go to standard output.', {
      remedy: 'Name a file with --output.',
    });
  }
  return destination;
}

interface Job {
  readonly context: Context;
  readonly archive: Archive;
  readonly host: Host;
  readonly format: Format;
  readonly way: Way;
  readonly prices: PriceBook | undefined;
  /** Undefined when there is only a report. */
  readonly destination: Destination | undefined;
  readonly formatting: FormatContext;
}

interface Exported extends Partial<Written> {
  readonly session: string;
  readonly path?: string;
  readonly generation: number;
  readonly redactions: number;
  readonly losses?: readonly Loss[];
}

class Export {
  readonly #job: Job;
  readonly #args: Arguments;
  readonly #ledger: Ledger;

  constructor(job: Job, args: Arguments) {
    this.#job = job;
    this.#args = args;
    this.#ledger = new Ledger(job.archive.sql);
  }

  /** One session that cannot be had does not stop the others. */
  async run(sessions: readonly SessionFound[]): Promise<number> {
    const exported: Exported[] = [];
    for (const session of sessions) {
      try {
        exported.push(await this.#one(session));
      } catch (error) {
        if (sessions.length === 1 || !(error instanceof Failure) || !OF_ONE.has(error.code)) throw error;
        this.#job.context.note(`${sessionLine(session)}: ${error.message} (${error.code})`);
      }
    }
    await this.#tell(exported);
    return exported.length < sessions.length ? 1 : 0;
  }

  async #one(session: SessionFound): Promise<Exported> {
    const { archive, host, way, prices, format, formatting } = this.#job;
    const generation = this.#ledger.generation(session.key);
    const now = new Date().toISOString();
    const leaving = await leavingSession(way, { archive, host, sessionId: session.id, generation, now, prices });
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
      return { ...(path === undefined ? {} : { path }), ...written };
    } catch (error) {
      if (path !== undefined && format.layout === 'file') this.#ledger.withdraw(entry);
      throw error;
    }
  }

  #pathOf({ header }: TranscriptSource, destination: Destination): string | undefined {
    if (destination.to === 'stdout') return undefined;
    if (destination.to === 'file' || this.#job.format.layout === 'folder') return destination.path;
    return fileIn(destination.path, header.transcriptId, this.#job.format);
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

  async #tell(exported: readonly Exported[]): Promise<void> {
    const { context, format, way, destination } = this.#job;
    if (destination?.to === 'stdout') return;
    if (this.#args.flag('json')) {
      const value = { format: format.id, profile: way.profile.name, exported };
      return context.out.write(`${JSON.stringify(value, null, 2)}\n`);
    }
    for (const one of exported) await context.out.write(this.#text(one));
  }

  #text({ session, path, bytes = 0, redactions, losses }: Exported): string {
    const { host, format, way } = this.#job;
    const what = way.profile.local ? 'nothing taken out' : `${count(redactions, 'thing')} taken out`;
    const place = path === undefined ? session : neutraliseLine(tilde(path, host.home));
    const size = path === undefined ? '' : `  ${bytesInWords(bytes)}`;
    return `${place}${size}  ${way.profile.name}: ${what}\n${losses ? lossText(format, losses) : ''}`;
  }
}

/** Failures of a single session. */
const OF_ONE: ReadonlySet<string> = new Set(['out-of-scope', 'not-archived', 'output-exists']);
