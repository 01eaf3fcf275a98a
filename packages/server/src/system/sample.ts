/** The small sample session, for whoever has no session yet: it goes the same way as a file that somebody imports. */
import { Failure } from '@hansard/core';
import type { App } from '../app.ts';
import { partOf } from '../parts.ts';
import { sampleTranscript } from './sample-transcript.ts';

const TAG = 'sample';

export async function addSample(app: App): Promise<{ id: string }> {
  const intake = partOf(app, 'intake', 'take documents');
  const now = new Date().toISOString();
  const [id] = await intake.add('sample.transcript.json', JSON.stringify(sampleTranscript()), now);
  if (id === undefined) throw new Failure('not-importable', 'The sample session could not be added.');
  await app.store.journal?.tag(id, TAG, now);
  return { id };
}
