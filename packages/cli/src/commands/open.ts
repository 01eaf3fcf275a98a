/** `hansard open`: a session, or any file of one, in the browser. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Archive, importFile } from '@hansard/archive';
import { Failure, type Host } from '@hansard/core';
import { namedSessionToRead } from '../archive/named-session.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf, syncedReaders } from '../machine.ts';
import { portOf } from '../serve/port.ts';
import { showPage } from '../serve/show-page.ts';
import { noteProblems, runSync } from '../sync/run-sync.ts';
import { splitEvent } from '../transcripts/archived-target.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const port = portOf(args.text('port'));
  const given = args.positionals[0] as string;
  const { target, event } = existsSync(given) ? { target: resolve(given), event: undefined } : splitEvent(given);
  await showPage(context, { port }, { session: await idOf(context, target), event });
  return 0;
}

async function idOf(context: Context, target: string): Promise<string> {
  const host = hostOf(context);
  const archive = await Archive.open(host);
  try {
    return found(archive, host, target) ?? (await foundAfterSync(context, archive, host, target));
  } finally {
    archive.close();
  }
}

/** A session that was written just now may not be in the archive yet; a file from elsewhere is taken into it. */
async function foundAfterSync(context: Context, archive: Archive, host: Host, target: string): Promise<string> {
  noteProblems(context, await runSync(context, archive, await syncedReaders(context)));
  return (
    found(archive, host, target) ??
    (existsSync(target) ? await brought(context, archive, host, target) : undefined) ??
    namedSessionToRead(archive, host, target).uuid
  );
}

async function brought(context: Context, archive: Archive, host: Host, path: string): Promise<string | undefined> {
  const imported = await importFile({ archive, host, now: new Date().toISOString() }, path);
  if (!imported) throw new Failure('not-importable', `${path} is no file of a session that can be read.`);
  const [session, ...others] = imported.sessions;
  if (others.length > 0) context.note(`${path} holds ${others.length + 1} sessions; this is the first.`);
  return session?.id;
}

function found(archive: Archive, host: Host, target: string): string | undefined {
  try {
    return namedSessionToRead(archive, host, target).uuid;
  } catch (error) {
    if (error instanceof Failure && error.code === 'unknown-session') return undefined;
    throw error;
  }
}
