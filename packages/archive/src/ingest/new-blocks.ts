/**
 * Cuts what a file has beyond its stored version into blocks. The last stored block comes again with what follows it.
 * A file that cannot be read to its end is not taken for a shorter one: it would count as kept.
 */
import { BlockCutter } from '../originals/cut-blocks.ts';
import type { Placed } from '../sqlite/originals/originals.ts';
import type { Intake } from './intake.ts';
import type { InputJob } from './keeper.ts';

export interface FreshBlock extends Placed {
  readonly replaces: boolean;
}

export async function* newBlocks({ host, stored, blockBytes }: Intake, job: InputJob): AsyncIterable<FreshBlock> {
  const { latest, grows, file, input } = job;
  if (grows && latest?.bytes === file.bytes) return;
  const last = grows && latest ? stored?.originals.last(latest) : undefined;
  let start = last?.start ?? 0;
  let read = start;
  let replaces = last !== undefined;
  const cutter = new BlockCutter(blockBytes);
  const fresh = (bytes: Uint8Array): FreshBlock => {
    const block = { start, bytes, replaces };
    start += bytes.length;
    replaces = false;
    return block;
  };
  for await (const chunk of host.read(input.path, start, file.bytes)) {
    read += chunk.length;
    for (const bytes of cutter.push(chunk)) yield fresh(bytes);
  }
  if (read < file.bytes) throw new Error(`${read} of ${file.bytes} bytes could be read; check its permissions`);
  if (cutter.pending > 0) yield fresh(cutter.take());
}
