/** SHA-256 of what is in a file, in hex, without holding it. */
import { createHash } from 'node:crypto';
import type { Host } from '@hansard/core';

export async function hashOfFile(host: Pick<Host, 'read'>, path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of host.read(path)) hash.update(chunk);
  return hash.digest('hex');
}
