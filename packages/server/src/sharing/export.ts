/**
 * A session in another format, through the privacy gate, piece by piece as it is written. It is entered in the ledger
 * before the first byte leaves, and completed after the last.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { archivedTranscript, Ledger, type SessionFound } from '@hansard/archive';
import { formatContext, formatNamed, formatOptions } from '@hansard/archive/sharing/chosen-format.ts';
import { letThrough, type Outgoing } from '@hansard/archive/sharing/outgoing.ts';
import { receiptOf } from '@hansard/archive/sharing/receipt.ts';
import { Failure } from '@hansard/core';
import { type FileFormat, type FormatContext, type Pieces, sourceOf } from '@hansard/core/formats/contract.ts';
import type { Profile } from '@hansard/core/privacy/index.ts';
import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import { namedSession } from '../sessions/named-session.ts';
import { bytesOf, tarOf } from './tar-folder.ts';

export interface ExportRequest {
  readonly id: string;
  readonly to: string | undefined;
  readonly options: string | undefined;
  readonly profile: string | undefined;
}

export async function exportSession(app: App, reply: FastifyReply, request: ExportRequest): Promise<FastifyReply> {
  const session = namedSession(app, request.id);
  const format = formatNamed(request.to ?? 'transcript');
  const context = formatContext(app.host, formatOptions(format, request.options));
  const profile = exportProfile(app, request.profile);
  const outgoing = letThrough({ profile, gate: await app.privacy.gate(profile) }, await transcriptOf(app, session));
  const pieces = format.layout === 'file' ? written(format, outgoing, context) : tarOf(format, outgoing, context);
  const extension = format.layout === 'file' ? format.extension : 'tar';
  const name = `${outgoing.transcript.transcriptId.replaceAll(/[^\w.-]/g, '_')}.${extension}`;
  reply
    .header('content-type', format.layout === 'file' ? format.mediaType : 'application/x-tar')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store');
  const noted = noting(app, session, { format: format.id, profile, outgoing }, pieces);
  return reply.send(Readable.from(noted));
}

/** A profile that takes nothing out is for the user alone, who has to have asked for that. */
function exportProfile({ privacy }: App, name: string | undefined): Profile {
  const profile = privacy.profile(name ?? privacy.chosen);
  if (!profile.local || privacy.unredacted) return profile;
  throw new Failure('profile-local', `The profile ${profile.name} is for local files only.`, {
    remedy: 'Choose another profile, or start the server with --unredacted.',
  });
}

async function transcriptOf({ archive, host, prices }: App, { id, key }: SessionFound) {
  const transcript = await archivedTranscript(archive, host, id, { now: new Date().toISOString(), prices });
  const generation = new Ledger(archive.sql).generation(key);
  return generation > 1 ? { ...transcript, session: { ...transcript.session, generation } } : transcript;
}

const written = (format: FileFormat, { transcript }: Outgoing, context: FormatContext): Pieces =>
  format.write?.(sourceOf(transcript), context) ?? [];

interface Leaving {
  readonly format: string;
  readonly profile: Profile;
  readonly outgoing: Outgoing;
}

async function* noting(
  { archive }: App,
  { key }: SessionFound,
  { format, profile, outgoing }: Leaving,
  pieces: Pieces,
): AsyncGenerator<Buffer> {
  const ledger = new Ledger(archive.sql);
  const entry = ledger.begin({
    sessionKey: key,
    at: new Date().toISOString(),
    destination: 'http',
    format,
    profile: profile.name,
    receipt: JSON.stringify(receiptOf(outgoing.transcript)),
  });
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    const bytes = bytesOf(piece);
    hash.update(bytes);
    yield bytes;
  }
  ledger.complete(entry.id, hash.digest('hex'));
}
