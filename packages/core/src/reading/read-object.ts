/** A small JSON object beside a session: a manifest, a description. Undefined for what is missing, too large or none. */
import type { Host } from '../host.ts';
import { isObject, type Json } from './native-values.ts';
import { firstBytes } from './read-input.ts';

const MOST_BYTES = 1024 * 1024;

export async function readObject(host: Host, path: string, mostBytes = MOST_BYTES): Promise<Json | undefined> {
  const file = await host.stat(path);
  if (!file || file.folder || file.bytes > mostBytes) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(await firstBytes(host.read(path), mostBytes)));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
