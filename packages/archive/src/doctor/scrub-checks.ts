/** Whether secrets that were removed are gone everywhere, and which originals are no longer what agents wrote. */
import type { Archive } from '../archive.ts';
import { unscrubbedCopies } from '../scrub/scrub-copies.ts';
import { isScrubbing } from '../scrub/scrub-database.ts';
import { scrubbedFiles } from '../sqlite/maintenance/health.ts';
import { count, type Finding, MAX_DETAILS } from './finding.ts';

const FINISH = 'Run `hansard scrub --finish`.';

export async function checkScrubbed(archive: Archive): Promise<Finding[]> {
  if (archive.scrubbed.generation === 0) return [];
  const findings: Finding[] = [];
  const attention = (message: string, remedy = FINISH) =>
    findings.push({ check: 'scrubbed', level: 'attention', message, remedy });
  if (isScrubbing(archive)) attention('Secrets are being removed, or that was interrupted.');
  for (const { path, outcome, message } of await unscrubbedCopies(archive)) {
    if (outcome === 'scrubbed') attention(`${path} still holds secrets that were removed.`);
    else if (outcome === 'failed')
      attention(`${path} may hold secrets that were removed, and cannot be read: ${message}.`, 'Delete it.');
  }
  return [...findings, ...changedOriginals(archive)];
}

function changedOriginals({ sql }: Archive): Finding[] {
  const files = scrubbedFiles(sql);
  if (files.length === 0) return [];
  const message = `Secrets were removed from ${count(files.length, 'original')}, which are no longer what agents wrote, byte for byte.`;
  const details = files.slice(0, MAX_DETAILS);
  return [{ check: 'scrubbed', level: 'fine', message, count: files.length, details }];
}
