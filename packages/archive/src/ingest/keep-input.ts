/** Reads one input into an intake: its events where it was recognised, its bytes in any case. */
import type { VersionHandle } from './input-change.ts';
import type { Intake } from './intake.ts';
import { keepBytes } from './keep-bytes.ts';
import { keepDocument } from './keep-document.ts';
import { keepLog } from './keep-log.ts';
import type { InputJob } from './keeper.ts';

export function keepInput(intake: Intake, job: InputJob): Promise<VersionHandle> {
  const { dialect } = job;
  if (dialect?.kind === 'log') return keepLog(intake, job, dialect);
  if (dialect?.kind === 'document') return keepDocument(intake, job, dialect);
  return keepBytes(intake, job);
}
