/** Whether secrets that were removed are gone everywhere, and which originals are no longer what agents wrote. */
import type { Archive } from '../archive.ts';
import { unscrubbedCopies } from '../scrub/scrub-copies.ts';
import { isScrubbing } from '../scrub/scrub-database.ts';
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
  const rows = sql.all(
    `SELECT DISTINCT i.path FROM version v JOIN input i ON i.id = v.input_id WHERE v.scrubbed = 1 ORDER BY i.path`,
  );
  if (rows.length === 0) return [];
  const message = `Secrets were removed from ${count(rows.length, 'original')}, which are no longer what agents wrote, byte for byte.`;
  const details = rows.slice(0, MAX_DETAILS).map(({ path }) => path as string);
  return [{ check: 'scrubbed', level: 'fine', message, count: rows.length, details }];
}
