/** The small sample session, for whoever has no session yet: it goes the same way as a file that somebody imports. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFile } from '@hansard/archive';
import { Failure } from '@hansard/core';
import type { App } from '../app.ts';
import { namedSession } from '../sessions/named-session.ts';
import { sampleTranscript } from './sample-transcript.ts';

const TAG = 'sample';

export async function addSample(app: App): Promise<{ id: string }> {
  const { archive, host, changes } = app;
  const now = new Date().toISOString();
  const folder = mkdtempSync(join(tmpdir(), 'hansard-sample-'));
  try {
    const path = join(folder, 'sample.transcript.json');
    writeFileSync(path, JSON.stringify(sampleTranscript()), { mode: 0o600 });
    const imported = await importFile({ archive, host, now }, path);
    const [session] = imported?.sessions ?? [];
    if (!session) throw new Failure('not-importable', 'The sample session could not be added.');
    const { key, uuid } = namedSession(app, session.id);
    archive.journal.tag(key, TAG, now);
    changes.tell();
    return { id: uuid };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
