/** A session in a format that is a folder, as one file: a tar archive, which every system can open. */
import type { FolderFormat, FormatContext, TranscriptSource } from '@hansard/core/formats/contract.ts';
import type { Spool } from '@hansard/core/store/sharing.ts';
import { Gathered } from './gathered.ts';

const BLOCK = 512;
const LONGEST_NAME = 100;

export async function* tarOf(
  format: FolderFormat,
  source: TranscriptSource,
  context: FormatContext,
  spool: () => Spool,
): AsyncGenerator<Buffer> {
  for await (const file of format.writeFolder?.(source, context) ?? []) {
    const content = await Gathered.from(file.pieces(), spool);
    try {
      yield headerOf(safeName(file.path), content.length);
      yield* content.pieces();
      yield Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
    } finally {
      content.close();
    }
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Names in a transcript are part of these paths, and lead nowhere else. */
function safeName(path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.' && name !== '..');
  return names.map((name) => name.replaceAll(/[^\w.@+=-]/g, '_')).join('/');
}

/** A long name is split between the two fields that there are; what is longer still is cut. */
function headerOf(path: string, size: number): Buffer {
  const at = path.length > LONGEST_NAME ? path.indexOf('/', path.length - LONGEST_NAME - 1) : -1;
  const [prefix, name] = at > 0 ? [path.slice(0, at), path.slice(at + 1)] : ['', path];
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(name.slice(-LONGEST_NAME), 0, 'latin1');
  header.write(octal(0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  header.write('        0', 148);
  header.write('ustar\0' + '00', 257);
  header.write(prefix.slice(-155), 345, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
