/** `hansard backup`: a copy of the archive. */
import { resolve } from 'node:path';
import { backup } from '@hansard/archive';
import { neutraliseLine } from '@hansard/core';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { bytesInWords, tilde } from '../terminal/words.ts';

const REMEDY =
  'Run `hansard rebuild`, which mends originals from agents’ files and other backups, and make the backup again.';

export async function run(context: Context, args: Arguments): Promise<number> {
  return withArchive(context, async (archive, host) => {
    const path = resolve(args.positionals[0] as string);
    const made = await backup(archive, path, { now: new Date().toISOString(), force: args.flag('force') });
    const text = `${neutraliseLine(tilde(made.path, host.home))}  ${bytesInWords(made.bytes)}\n`;
    await context.out.write(args.flag('json') ? `${JSON.stringify(made, null, 2)}\n` : text);
    for (const line of made.damaged) context.note(neutraliseLine(`Damaged, here and in the backup: ${line}`));
    if (made.damaged.length > 0) context.note(REMEDY);
    return made.damaged.length > 0 ? 1 : 0;
  });
}
