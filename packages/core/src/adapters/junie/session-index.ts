/** `index.jsonl` beside the sessions: a line each, with folder, task and times. */
import type { Host } from '../../host.ts';
import { decodeText } from '../../reading/decode-text.ts';
import { isObject, type Json, wordOf } from '../../reading/native-values.ts';
import { firstBytes } from '../../reading/read-input.ts';

const MOST_BYTES = 4 * 1024 * 1024;

export async function indexIn(host: Host, folder: string): Promise<ReadonlyMap<string, Json>> {
  const index = new Map<string, Json>();
  const bytes = await firstBytes(host.read(host.join(folder, 'index.jsonl')), MOST_BYTES);
  for (const line of decodeText(bytes, 0, bytes.length).split('\n')) {
    const entry = parsed(line);
    const id = wordOf(entry?.['sessionId']);
    if (entry && id) index.set(id, entry);
  }
  return index;
}

function parsed(line: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
