/** Documents that are given as text, taken in the same way as a file that somebody imports. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure, type Host } from '@hansard/core';
import type { DocumentIntake } from '@hansard/core/store/intake.ts';
import type { Archive } from '../archive.ts';
import { findSession } from '../sqlite/sessions/find-session.ts';
import { importFile } from './import-file.ts';

export function documentIntake(archive: Archive, host: Host): DocumentIntake {
  return {
    add: async (name, document, now) => {
      const folder = mkdtempSync(join(tmpdir(), 'hansard-import-'));
      try {
        const path = join(folder, name);
        writeFileSync(path, document, { mode: 0o600 });
        const sessions = (await importFile({ archive, host, now }, path))?.sessions ?? [];
        if (sessions.length === 0) throw new Failure('not-importable', `There is no session in ${name}.`);
        archive.store.written();
        return sessions.map(({ id }) => findSession(archive, id).uuid);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
