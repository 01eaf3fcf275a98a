/** The manifest of a session: where it ran, when it began and how it ended, and its totals. */
import type { NativeRecord, Output } from '../contract.ts';
import { type Json, objectOf, stringOf, timeOf, wordOf } from './native.ts';
import type { ReadingState } from './state.ts';
import { usageOf } from './usage.ts';

const STATES: Record<string, string> = {
  completed: 'ended',
  failed: 'failed',
  cancelled: 'interrupted',
  aborted: 'interrupted',
};

export function readManifest(state: ReadingState, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  const metadata = objectOf(value['metadata']);
  const id = wordOf(value['session_id']);
  const startedAt = timeOf(value['started_at']);
  const endedAt = timeOf(value['ended_at']);
  learn(value, metadata, out);
  if (state.begun !== undefined && startedAt !== undefined) out.patch(state.begun, { timestamp: startedAt });
  const model = stringOf(value['model']);
  const provider = stringOf(value['provider']);
  const usage = usageOf(metadata['usage'], { scope: 'session' });
  out.add({
    id: `manifest:${id ?? record.ref}`,
    type: 'session',
    phase: endedAt === undefined ? 'changed' : 'ended',
    timestamp: endedAt ?? startedAt,
    ...(model ? { model } : {}),
    ...(provider ? { provider } : {}),
    ...(usage ? { usage } : {}),
    session: value,
    native: record.native('manifest', id),
  });
}

function learn(value: Json, metadata: Json, out: Output): void {
  const title = stringOf(metadata['title']) ?? stringOf(value['prompt']);
  const status = stringOf(value['status']) ?? '';
  const parent = wordOf(value['parent_session_id']);
  const branch = stringOf(objectOf(metadata['git'])['branch']);
  out.session({
    startedAt: timeOf(value['started_at']),
    endedAt: timeOf(value['ended_at']),
    state: Object.hasOwn(STATES, status) ? STATES[status] : undefined,
    environment: { cwd: stringOf(value['cwd']), ...(branch ? { repo: { branch } } : {}) },
    ...(title ? { title: { text: title, rank: 1 } } : {}),
    ...(parent ? { parent, lineage: { kind: 'child', of: parent } } : {}),
  });
}
