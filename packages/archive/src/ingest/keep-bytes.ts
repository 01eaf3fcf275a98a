/** Keeps an input that no events are read from: a side file, or what no dialect recognises. */
import type { NewBlock, VersionHandle } from './input-change.ts';
import type { Intake } from './intake.ts';
import type { InputJob } from './keeper.ts';
import { newBlocks } from './new-blocks.ts';

export async function keepBytes(intake: Intake, job: InputJob): Promise<VersionHandle> {
  const handle = handleOf(job);
  let blocks: NewBlock[] = [];
  let bytes = 0;
  const push = async (isLast: boolean) => {
    const { file, input } = job;
    await intake.push(
      {
        input,
        handle,
        blocks,
        complete: isLast ? { size: file.bytes, modified: file.modifiedAt } : undefined,
        fingerprint: '',
        threads: [],
        renamed: [],
        problems: [],
      },
      bytes,
    );
    blocks = [];
    bytes = 0;
  };
  for await (const { bytes: block, replaces } of newBlocks(intake, job)) {
    blocks.push({ block, replaces });
    bytes += block.length;
    if (bytes >= PART_BYTES) await push(false);
  }
  await push(true);
  return handle;
}

/** What is held in memory of one input before it is handed over. */
export const PART_BYTES = 8 * 1024 * 1024;

export const handleOf = ({ latest, grows }: InputJob): VersionHandle => ({
  version: grows ? latest : undefined,
  after: latest,
});
