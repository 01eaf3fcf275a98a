/**
 * After an update of Hansard: originals that an earlier version of their adapter has read are read again, so that an archive
 * does not keep what that version made of them. Files of agents need not be there any more.
 */
import type { Archive } from '../archive.ts';
import { adapterVersions } from '../sqlite/maintenance/health.ts';
import { type RebuildOptions, type RebuildSummary, rebuild } from './rebuild.ts';

/** Undefined when all were read by the present versions, which is known without going through the originals. */
export async function rereadOutdated(
  archive: Archive,
  options: Omit<RebuildOptions, 'outdated' | 'sessions'>,
): Promise<RebuildSummary | undefined> {
  const versions = new Map(options.adapters.map(({ id, version }) => [id, version]));
  const isOutdated = adapterVersions(archive.sql).some(
    ({ agent, version }) => versions.has(agent) && versions.get(agent) !== version,
  );
  return isOutdated ? rebuild(archive, { ...options, outdated: true }) : undefined;
}
