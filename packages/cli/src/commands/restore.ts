/** `hansard restore`: writes the files of a session back from the archive. */
import { basename, resolve } from 'node:path';
import {
  type Archive,
  archivedHost,
  importDocumentOf,
  importedAdapter,
  ownFileOf,
  type Restored,
  readerOf,
  restore,
} from '@hansard/archive';
import { Failure, type Host, neutraliseLine } from '@hansard/core';
import { namedSession } from '../archive/named-session.ts';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { OutputFile } from '../terminal/output-file.ts';
import { bytesInWords, tilde } from '../terminal/words.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const given = args.positionals[0] as string;
  const wanted = wantedOf(args);
  return withArchive(context, async (archive, host) => {
    const path = fileOf(archive, host, given);
    const written = path === undefined ? await importable(archive, host, given, wanted) : undefined;
    const restored = path === undefined ? [] : await restoreTo(archive, host, path, wanted);
    const all = written ? [written] : restored;
    const text = args.flag('json') ? `${JSON.stringify({ restored: all }, null, 2)}\n` : plainText(all, host);
    await context.out.write(text);
    return 0;
  });
}

interface Wanted {
  readonly output?: string;
  readonly original?: number;
  readonly force: boolean;
}

function wantedOf(args: Arguments): Wanted {
  const [output, original] = [args.text('output'), args.text('original')];
  if (original !== undefined && output === undefined) {
    throw new Failure(
      'bad-argument',
      '--original goes with --output: an earlier version is not put in the place of the latest.',
    );
  }
  return { output, original: original === undefined ? undefined : Number(original), force: args.flag('force') };
}

/** The session's own file, by its path or by the name of the session; undefined when it is in a database. */
function fileOf(archive: Archive, host: Host, given: string): string | undefined {
  const path = resolve(given);
  const row = archive.originals.input(path);
  if (row && row.kind !== 'store') return path;
  const { id } = named(archive, host, given);
  const own = ownFileOf(archive.sql, id);
  if (!own) throw new Failure('not-archived', `${given} has no file of this machine in the archive.`);
  return own.kind === 'store' ? undefined : own.path;
}

function named(archive: Archive, host: Host, given: string) {
  try {
    return namedSession(archive, host, given);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'unknown-session') throw error;
    throw new Failure('not-archived', `${given} is not in the archive.`);
  }
}

async function restoreTo(archive: Archive, host: Host, path: string, wanted: Wanted): Promise<Restored[]> {
  const { originals } = archive;
  const row = originals.input(path);
  if (!row) throw new Failure('not-archived', `${path} is not in the archive.`);
  if (wanted.output !== undefined) return [restore(originals, row, resolve(wanted.output), wanted)];
  // What was imported has no place of its own.
  if (row.agent === importedAdapter.id) return [restore(originals, row, resolve(basename(path)), wanted)];
  const first = restore(originals, row, path, wanted);
  const others = (await readerOf(row.agent)?.inputsOf(archivedHost(host, originals), path)) ?? [];
  const restored = [first];
  for (const other of others) {
    const missing = originals.input(other.path);
    if (missing && !(await host.stat(other.path))) restored.push(restore(originals, missing, other.path));
  }
  return restored;
}

/** A database is the agent's own: the session is written as the document that the agent imports. */
async function importable(archive: Archive, host: Host, given: string, wanted: Wanted) {
  const found = importDocumentOf(archive, named(archive, host, given).id);
  if (!found) {
    throw new Failure('not-archived', 'The session is in a database, and its agent cannot import sessions.', {
      remedy: '`hansard convert` gives its transcript.',
    });
  }
  const path = resolve(wanted.output ?? `${found.nativeId.replaceAll(/[^\w.-]/g, '_')}.json`);
  const text = `${JSON.stringify(found.document, null, 2)}\n`;
  const file = await OutputFile.create(path, wanted.force);
  await file.write(text);
  await file.finish();
  return { path, bytes: Buffer.byteLength(text), import: found.command.replace('{file}', path) };
}

function plainText(restored: readonly (Restored & { import?: string })[], { home }: Host): string {
  return restored
    .map(({ path, bytes, scrubbed, import: command }) => {
      const changed = scrubbed ? '  without secrets that were removed: not what the agent wrote, byte for byte' : '';
      const line = `${neutraliseLine(tilde(path, home))}  ${bytesInWords(bytes)}${changed}\n`;
      return command ? `${line}The agent takes it back with: ${neutraliseLine(command)}\n` : line;
    })
    .join('');
}
