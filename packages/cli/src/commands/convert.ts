/**
 * `hansard convert`: native logs in, Transcript JSON or another format out. What it writes is faithful unless a profile
 * is named; a profile from the settings is for what leaves, and this stays here.
 */
import { tmpdir } from 'node:os';
import { Failure, type PriceBook } from '@hansard/core';
import {
  type FileFormat,
  type FolderFormat,
  type Format,
  type FormatContext,
  sourceOf,
  type TranscriptSource,
} from '@hansard/core/formats/contract.ts';
import { formatNamed, formatOptions } from '@hansard/core/sharing/chosen-format.ts';
import type { Way } from '@hansard/core/sharing/outgoing.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { contextFor } from '../export/format-context.ts';
import { writeFolder, writeTo } from '../export/write-pieces.ts';
import { hostOf } from '../machine.ts';
import { OutputFile } from '../terminal/output-file.ts';
import { priceBook } from '../transcripts/price-book.ts';
import { ProblemTally } from '../transcripts/problem-tally.ts';
import { readSources, type SessionRead } from '../transcripts/read-sources.ts';

type Write = (source: TranscriptSource) => Promise<unknown>;

export async function run(context: Context, args: Arguments): Promise<number> {
  const format = chosenFormat(args);
  const formatting = await contextFor(format, hostOf(context), chosenOptions(format, args));
  const settings = await context.settings();
  const prices = args.flag('no-cost') ? undefined : await priceBook(settings.get('prices'));
  const way = await wayOf(context, args.text('profile'));
  const path = args.text('output');
  const job = { context, args, prices, way };
  if (format.layout === 'folder') return toFolder(job, path, format, formatting);
  const only = format.joinable ? (write: Write) => write : onlyOne(format);
  if (path === undefined || path === '-') {
    const write = (source: TranscriptSource) =>
      writeTo((piece) => context.out.write(piece), format, source, formatting);
    return convert(job, only(write));
  }
  const file = await OutputFile.create(path, args.flag('force'));
  try {
    const write = (source: TranscriptSource) => writeTo((piece) => file.write(piece), format, source, formatting);
    const status = await convert(job, only(write));
    await file.finish();
    return status;
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

function chosenFormat(args: Arguments): Format {
  const lines = args.flag('lines');
  if (lines && args.flag('pretty')) {
    throw new Failure('bad-argument', '--lines and --pretty cannot both be had: a line holds one event.');
  }
  const format = formatNamed(args.text('to') ?? 'transcript');
  if (args.flag('pretty') && !format.options.some(({ name }) => name === 'indent')) {
    throw new Failure('bad-argument', `${format.label} cannot be indented.`);
  }
  if (!lines || format.extension === 'jsonl') return format;
  if (format.id !== 'transcript')
    throw new Failure('bad-argument', `${format.label} has no form with a line an event.`);
  return formatNamed('transcript-lines');
}

function chosenOptions(format: Format, args: Arguments) {
  return { ...formatOptions(format, args.text('with')), ...(args.flag('pretty') ? { indent: 2 } : {}) };
}

/** The rules take time to load, and only a profile needs them. */
async function wayOf(context: Context, name: string | undefined): Promise<Way | undefined> {
  if (name === undefined) return undefined;
  const { openGate, ownPrivacyOf, profileNamed } = await import('../privacy/chosen-profile.ts');
  const own = await ownPrivacyOf(context);
  const profile = profileNamed(name, own);
  return { profile, gate: profile.local ? undefined : openGate(hostOf(context), profile, own) };
}

interface Job {
  readonly context: Context;
  readonly args: Arguments;
  readonly prices: PriceBook | undefined;
  readonly way: Way | undefined;
}

async function convert({ context, args, prices, way }: Job, write: Write): Promise<number> {
  const tally = new ProblemTally();
  const options = { agent: args.text('agent'), session: args.text('session'), prices };
  for await (const read of readSources(context, args.positionals, options)) {
    tally.add('source' in read ? read.source.header : read.transcript);
    const { source, close } = await passed(read, way);
    try {
      await write(source);
    } finally {
      close?.();
    }
  }
  for (const line of tally.lines()) context.note(line);
  return tally.total > 0 ? 1 : 0;
}

async function passed(read: SessionRead, way: Way | undefined): Promise<{ source: TranscriptSource; close?(): void }> {
  if (!way) return 'source' in read ? read : { source: sourceOf(read.transcript) };
  const { leavingSource, leavingTranscript } = await import('@hansard/archive/sharing/outgoing.ts');
  if ('source' in read) return leavingSource(way, tmpdir(), read.source);
  return leavingTranscript(way, tmpdir(), read.transcript, false);
}

function toFolder(job: Job, path: string | undefined, format: FolderFormat, formatting: FormatContext) {
  if (path === undefined || path === '-') {
    throw new Failure('bad-argument', `${format.label} is a folder of files: name one with --output.`);
  }
  const force = job.args.flag('force');
  return convert(job, (source) => writeFolder(path, force, format, source, formatting));
}

/** A format that cannot follow itself in one file. */
function onlyOne(format: FileFormat): (write: Write) => Write {
  let written = false;
  return (write) => (source) => {
    if (written) {
      throw new Failure('bad-argument', `The input holds several sessions, and ${format.label} holds one.`, {
        remedy: 'Pick one with --session.',
      });
    }
    written = true;
    return write(source);
  };
}
