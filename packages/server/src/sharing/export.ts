/**
 * A session in another format, through the privacy gate, piece by piece as it is written: a long one is never held. It is
 * entered in the ledger before the first byte leaves, and completed after the last.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { deflateRawSync } from 'node:zlib';
import { Failure } from '@hansard/core';
import type { Format, FormatContext, OptionValues, Pieces } from '@hansard/core/formats/contract.ts';
import { fileNameOf } from '@hansard/core/formats/file-name.ts';
import { paced } from '@hansard/core/formats/paced.ts';
import type { Profile } from '@hansard/core/privacy/index.ts';
import { DEFLATE_LEVEL, formatNamed, formatOptions } from '@hansard/core/sharing/chosen-format.ts';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { Leaving, Sharing } from '@hansard/core/store/sharing.ts';
import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import { partOf } from '../parts.ts';
import { namedSession } from '../sessions/named-session.ts';
import { bytesOf } from './bytes-of.ts';
import { mayExportBy } from './choices.ts';
import { tarOf } from './tar-folder.ts';
import { Turns } from './turns.ts';

/** Of all exports under way. */
const turns = new Turns();

export interface ExportRequest {
  readonly id: string;
  readonly to: string | undefined;
  readonly options: string | undefined;
  readonly profile: string | undefined;
}

export async function exportSession(
  app: App,
  content: Content,
  reply: FastifyReply,
  request: ExportRequest,
): Promise<FastifyReply> {
  const sharing = partOf(app, 'sharing', 'export sessions');
  const session = await namedSession(app, request.id);
  const format = formatNamed(request.to ?? 'transcript');
  const context = await contextFor(app, format, formatOptions(format, request.options));
  const profile = exportProfile(app, content, request.profile);
  const leaving = await leavingFrom(app, sharing, session, { profile, history: format.needsHistory === true });
  // Whatever becomes of the answer, what was kept aside for it goes.
  reply.raw.once('close', () => leaving.close());
  const extension = format.layout === 'file' ? format.extension : 'tar';
  const name = fileNameOf(leaving.source.header, extension);
  reply
    .header('content-type', format.layout === 'file' ? format.mediaType : 'application/x-tar')
    .header('content-disposition', `attachment; ${fileNameField(name)}`)
    .header('cache-control', 'no-store');
  const pieces = written(sharing, format, leaving, context);
  return reply.send(Readable.from(noting(sharing, session, { format: format.id, profile, leaving }, pieces)));
}

/** Headers are ASCII; browsers take the second, which has every letter. */
const fileNameField = (name: string): string =>
  `filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`;

async function contextFor(app: App, format: Format, options: OptionValues): Promise<FormatContext> {
  const deflate = (data: Uint8Array) => deflateRawSync(data, { level: DEFLATE_LEVEL });
  const context: FormatContext = { digest: app.digest, deflate, options };
  if (format.extension === 'html') return { ...context, viewer: await app.viewer?.() };
  return format.extension === 'parquet' ? { ...context, parquet: await app.parquet?.() } : context;
}

function exportProfile(app: App, { profile: only }: Content, name: string | undefined): Profile {
  if (only) return onlyProfile(only, name);
  const profile = app.privacy.profile(name ?? app.privacy.chosen);
  if (mayExportBy(app, only, profile)) return profile;
  throw new Failure('profile-local', `The profile ${profile.name} is for local files only.`, {
    remedy: 'Choose another profile, or start the server with --unredacted.',
  });
}

function onlyProfile(only: Profile, name: string | undefined): Profile {
  if (name === undefined || name === only.name) return only;
  throw new Failure('profile-local', `Everything leaves this server by the profile ${only.name}, and by no other.`, {
    remedy: 'Name no profile. Whoever runs the server, or made the token, chooses it with --profile.',
  });
}

async function leavingFrom(
  { prices, privacy }: App,
  sharing: Sharing,
  session: SessionId,
  { profile, history }: { readonly profile: Profile; readonly history: boolean },
): Promise<Leaving> {
  const way = { profile, gate: await privacy.gate(profile) };
  return turns.alone(() => sharing.leave(session, way, { now: new Date().toISOString(), prices, history }));
}

function written(sharing: Sharing, format: Format, { source }: Leaving, context: FormatContext): Pieces {
  if (format.layout === 'folder') return tarOf(format, source, context, () => sharing.spool());
  return format.write?.(source, context) ?? [];
}

interface Noted {
  readonly format: string;
  readonly profile: Profile;
  readonly leaving: Leaving;
}

async function* noting(
  sharing: Sharing,
  session: SessionId,
  { format, profile, leaving }: Noted,
  pieces: Pieces,
): AsyncGenerator<Buffer> {
  const entry = await sharing.begin({
    session,
    at: new Date().toISOString(),
    destination: 'http',
    format,
    profile: profile.name,
    receipt: JSON.stringify(leaving.receipt),
  });
  const hash = createHash('sha256');
  await turns.next();
  for await (const piece of paced(pieces, () => turns.next())) {
    const bytes = bytesOf(piece);
    hash.update(bytes);
    yield bytes;
  }
  await sharing.complete(entry, hash.digest('hex'));
}
