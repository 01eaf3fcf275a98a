/**
 * Takes what was removed out of the originals of all inputs, each in a transaction of its own, and notes which of them
 * have to be read again.
 */
import type { Adapter } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { SessionInputs } from '../maintenance/session-inputs.ts';
import type { Masker } from '../masking/masker.ts';
import { followKey, renameEvents } from '../sqlite/masking/follow-keys.ts';
import { markUnread } from '../sqlite/masking/unread-inputs.ts';
import type { InputRow } from '../sqlite/originals/originals.ts';
import { hasThreads } from '../sqlite/sessions/input-sessions.ts';
import { keyOf } from './input-key.ts';
import { holdsRemoved, maskOriginal } from './mask-original.ts';
import type { ScrubOptions } from './scrub-options.ts';

export async function maskInputs(
  archive: Archive,
  masker: Masker,
  options: ScrubOptions,
): Promise<{ inputs: number; stretches: number }> {
  const all = archive.originals.all();
  const beside: InputRow[] = [];
  let inputs = 0;
  let stretches = 0;
  for (const [n, input] of all.entries()) {
    options.progress?.({ inputs: n + 1, totalInputs: all.length });
    if (!holdsRemoved(archive.originals, input.id, masker)) continue;
    stretches += maskInput(archive, input, masker, options.adapters);
    inputs++;
    if (!hasThreads(archive.sql, input.id)) beside.push(input);
  }
  if (beside.length > 0) await readOwnersAgain(archive, beside, options);
  return { inputs, stretches };
}

/** Gives the stretches that were written over. */
export function maskInput(archive: Archive, input: InputRow, masker: Masker, adapters: readonly Adapter[]): number {
  const { sql, originals } = archive;
  const dialect = adapters.find(({ id }) => id === input.agent)?.dialects.find(({ id }) => id === input.dialect);
  return sql.transaction(() => {
    const keys = new Map(
      originals.versions(input.id).map((version) => [version.id, keyOf(originals, version, dialect)]),
    );
    const { versions, stretches } = maskOriginal(originals, input.id, masker);
    for (const version of versions) {
      const before = keys.get(version.id);
      const after = keyOf(originals, version, dialect);
      if (before !== undefined && after !== undefined && before !== after)
        followKey(sql, input.id, input.agent, before, after);
    }
    if (versions.length > 0) {
      renameEvents(sql, input.id, (key) => masker.maskText(key));
      markUnread(sql, input.id);
    }
    return stretches;
  });
}

/** Sessions that are read together with files beside them. */
async function readOwnersAgain(archive: Archive, beside: readonly InputRow[], options: ScrubOptions): Promise<void> {
  const { adapters, host } = options;
  const members = new SessionInputs(archive, adapters, host);
  const paths = new Set(beside.map(({ machine, path }) => `${machine} ${path}`));
  const agents = new Set(beside.map(({ agent }) => agent));
  for (const input of archive.originals.all()) {
    const adapter = adapters.find(({ id }) => id === input.agent);
    if (!adapter || !agents.has(input.agent) || input.part !== '' || !hasThreads(archive.sql, input.id)) continue;
    const located = await adapter.inputsOf(members.hostOf(input.machine), input.path);
    if (located.some(({ path }) => paths.has(`${input.machine} ${path}`))) markUnread(archive.sql, input.id);
  }
}
