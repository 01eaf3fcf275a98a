/** `hansard restore`: writes the files of a session back from the archive. */
import { resolve } from 'node:path';
import { Archive, archivedHost, archiveExists, type Restored, restore } from '@hansard/archive';
import { adapterOf, Failure, type Host, neutraliseLine } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';
import { bytesInWords, tilde } from '../terminal/words.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const host = hostOf(context);
  const given = args.positionals[0] as string;
  const original = args.text('original');
  if (original !== undefined && args.text('output') === undefined) {
    throw new Failure(
      'bad-argument',
      '--original goes with --output: an earlier version is not put in the place of the latest.',
    );
  }
  if (!archiveExists(host)) throw new Failure('not-archived', 'There is no archive on this machine yet.');
  const archive = await Archive.open(host);
  try {
    const written = await restoreTo(archive, host, resolve(given), {
      output: args.text('output'),
      original: original === undefined ? undefined : Number(original),
      force: args.flag('force'),
    });
    await context.out.write(
      args.flag('json') ? `${JSON.stringify({ restored: written }, null, 2)}\n` : plainText(written, host),
    );
  } finally {
    archive.close();
  }
  return 0;
}

interface Wanted {
  readonly output?: string;
  readonly original?: number;
  readonly force: boolean;
}

async function restoreTo(archive: Archive, host: Host, path: string, wanted: Wanted): Promise<Restored[]> {
  const { originals } = archive;
  const row = originals.input(path);
  if (!row) throw new Failure('not-archived', `${path} is not in the archive.`);
  if (wanted.output !== undefined) return [restore(originals, row, resolve(wanted.output), wanted)];
  const first = restore(originals, row, path, wanted);
  const others = (await adapterOf(row.agent)?.inputsOf(archivedHost(host, originals), path)) ?? [];
  const restored = [first];
  for (const other of others) {
    const missing = originals.input(other.path);
    if (missing && !(await host.stat(other.path))) restored.push(restore(originals, missing, other.path));
  }
  return restored;
}

function plainText(restored: readonly Restored[], { home }: Host): string {
  return restored.map(({ path, bytes }) => `${neutraliseLine(tilde(path, home))}  ${bytesInWords(bytes)}\n`).join('');
}
