/**
 * Where Continue keeps its sessions: `~/.continue/sessions/<session>.json`. The list beside them, `sessions.json`, alone says
 * when each was created.
 */
import type { Host } from '../../host.ts';
import { filesBelow } from '../../reading/files-below.ts';
import { listOf, objectOf, stringOf } from '../../reading/native-values.ts';
import { readJson } from '../../reading/read-object.ts';
import { readTime } from '../../reading/time.ts';
import type { LocatedInput } from '../contract.ts';

const LIST = 'sessions.json';
/** Of the list: a hundred bytes a session. */
const MOST_BYTES = 16 * 1024 * 1024;

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const home = host.env['CONTINUE_GLOBAL_DIR'] || host.join(host.home, '.continue');
  const folder = host.join(home, 'sessions');
  const times = await createdTimes(host, folder);
  const isSession = ({ name }: { name: string }) => name.endsWith('.json') && name !== LIST;
  for await (const { path } of filesBelow(host, folder, 0, isSession)) yield document(host, path, times);
}

export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  return [document(host, path, await createdTimes(host, host.dirname(path)))];
}

function document(host: Host, path: string, times: ReadonlyMap<string, string>): LocatedInput {
  const startedAt = times.get(host.basename(path).replace(/\.json$/, ''));
  return { path, kind: 'document', role: 'session', ...(startedAt && { facts: { startedAt } }) };
}

/** By session. Newer versions write milliseconds, as text; older ones a date. */
async function createdTimes(host: Host, folder: string): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>();
  for (const entry of listOf(await readJson(host, host.join(folder, LIST), MOST_BYTES))) {
    const { sessionId, dateCreated } = objectOf(entry);
    const [id, time] = [stringOf(sessionId), readTime(dateCreated)];
    if (id !== undefined && time !== undefined) times.set(id, time);
  }
  return times;
}
