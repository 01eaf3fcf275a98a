/**
 * A session in another format, through the privacy gate, piece by piece as it is written: a long one is never held. It is
 * entered in the ledger before the first byte leaves, and completed after the last.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Ledger, type SessionFound } from '@hansard/archive';
import { formatContext, formatNamed, formatOptions } from '@hansard/archive/sharing/chosen-format.ts';
import { type Leaving, leavingSession } from '@hansard/archive/sharing/leaving.ts';
import { withPauses } from '@hansard/archive/streaming/with-pauses.ts';
import { Failure } from '@hansard/core';
import type { Format, FormatContext, OptionValues, Pieces } from '@hansard/core/formats/contract.ts';
import type { Profile } from '@hansard/core/privacy/index.ts';
import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import { namedSession } from '../sessions/named-session.ts';
import { bytesOf } from './bytes-of.ts';
import { mayExportBy } from './choices.ts';
import { tarOf } from './tar-folder.ts';

export interface ExportRequest {
  readonly id: string;
  readonly to: string | undefined;
  readonly options: string | undefined;
  readonly profile: string | undefined;
}

export async function exportSession(app: App, reply: FastifyReply, request: ExportRequest): Promise<FastifyReply> {
  const session = namedSession(app, request.id);
  const format = formatNamed(request.to ?? 'transcript');
  const context = await contextFor(app, format, formatOptions(format, request.options));
  const profile = exportProfile(app, request.profile);
  const leaving = await leavingFrom(app, session, profile);
  // Whatever becomes of the answer, what was kept aside for it goes.
  reply.raw.once('close', () => leaving.close());
  const extension = format.layout === 'file' ? format.extension : 'tar';
  const name = `${leaving.source.header.transcriptId.replaceAll(/[^\w.-]/g, '_')}.${extension}`;
  reply
    .header('content-type', format.layout === 'file' ? format.mediaType : 'application/x-tar')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store');
  const pieces = written(app, format, leaving, context);
  return reply.send(Readable.from(noting(app, session, { format: format.id, profile, leaving }, pieces)));
}

async function contextFor(app: App, format: Format, options: OptionValues): Promise<FormatContext> {
  const context = formatContext(app.host, options);
  return format.extension === 'parquet' ? { ...context, parquet: await app.parquet?.() } : context;
}

function exportProfile(app: App, name: string | undefined): Profile {
  const profile = app.privacy.profile(name ?? app.privacy.chosen);
  if (mayExportBy(app, profile)) return profile;
  const { profile: only } = app.content;
  if (only === null) {
    throw new Failure('profile-local', `The profile ${profile.name} is for local files only.`, {
      remedy: 'Choose another profile, or start the server with --unredacted.',
    });
  }
  throw new Failure('profile-local', `Everything leaves this server by the profile ${only}, and by no other.`, {
    remedy: 'Name no profile. Whoever runs the server chooses it with --profile.',
  });
}

async function leavingFrom(app: App, { id, key }: SessionFound, profile: Profile): Promise<Leaving> {
  const { archive, host, prices, privacy, long } = app;
  const generation = new Ledger(archive.sql).generation(key);
  const now = new Date().toISOString();
  const way = { profile, gate: await privacy.gate(profile) };
  return leavingSession(way, { archive, host, sessionId: id, generation, now, prices, long });
}

function written({ archive }: App, format: Format, { source }: Leaving, context: FormatContext): Pieces {
  if (format.layout === 'folder') return tarOf(format, source, context, archive.home);
  return format.write?.(source, context) ?? [];
}

interface Noted {
  readonly format: string;
  readonly profile: Profile;
  readonly leaving: Leaving;
}

async function* noting(
  { archive }: App,
  { key }: SessionFound,
  { format, profile, leaving }: Noted,
  pieces: Pieces,
): AsyncGenerator<Buffer> {
  const ledger = new Ledger(archive.sql);
  const entry = ledger.begin({
    sessionKey: key,
    at: new Date().toISOString(),
    destination: 'http',
    format,
    profile: profile.name,
    receipt: JSON.stringify(leaving.receipt),
  });
  const hash = createHash('sha256');
  for await (const piece of withPauses(pieces)) {
    const bytes = bytesOf(piece);
    hash.update(bytes);
    yield bytes;
  }
  ledger.complete(entry.id, hash.digest('hex'));
}
