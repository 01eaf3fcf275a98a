/** A small JSON object beside a session: a manifest, a description. Undefined for what is missing, too large or none. */
import type { Host } from '../host.ts';
import { isObject, type Json } from './native-values.ts';
import { firstBytes } from './read-input.ts';

const MOST_BYTES = 1024 * 1024;

export async function readObject(host: Host, path: string, mostBytes = MOST_BYTES): Promise<Json | undefined> {
  const value = await readJson(host, path, mostBytes);
  return isObject(value) ? value : undefined;
}

/** The same of any value, such as a list. */
export async function readJson(host: Host, path: string, mostBytes = MOST_BYTES): Promise<unknown> {
  const file = await host.stat(path);
  if (!file || file.folder || file.bytes > mostBytes) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(await firstBytes(host.read(path), mostBytes)));
  } catch {
    return undefined;
  }
}
