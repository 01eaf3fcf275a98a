/** Keeps a document, which is rewritten whole: each time it is read whole, and events keep their numbers by their ids. */
import { type DocumentDialect, readFile } from '@hansard/core';
import type { NewBlock, VersionHandle } from './input-change.ts';
import type { Intake } from './intake.ts';
import { handleOf } from './keep-bytes.ts';
import type { InputJob } from './keeper.ts';
import { newBlocks } from './new-blocks.ts';
import { wholeThreads } from './whole-threads.ts';

export async function keepDocument(intake: Intake, job: InputJob, dialect: DocumentDialect): Promise<VersionHandle> {
  const { host } = intake;
  const { input, file, adapter, latest } = job;
  const handle = handleOf(job);
  const blocks: NewBlock[] = [];
  for await (const { bytes, replaces } of newBlocks(intake, job)) blocks.push({ block: bytes, replaces });
  const reads = await readFile(host, input.path, { adapter, dialect, confidence: 1 }, input.located);
  await intake.admit(input.agent, reads[0]?.facts);
  await intake.push(
    {
      input,
      handle,
      blocks,
      restarts: latest !== undefined,
      endsPass: latest !== undefined,
      complete: { size: file.bytes, modified: file.modifiedAt },
      dialect,
      fingerprint: reads[0]?.key ?? '',
      threads: [],
      renamed: [],
      whole: wholeThreads(reads),
      problems: reads.flatMap(({ problems }) => problems),
    },
    file.bytes,
  );
  return handle;
}
