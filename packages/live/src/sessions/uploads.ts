/** Files that were sent along with a message, kept by what is in them. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function writeUpload(folder: string, name: string, bytes: Uint8Array): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const own = join(folder, hash);
  mkdirSync(own, { recursive: true, mode: 0o700 });
  const path = join(own, name);
  writeFileSync(path, bytes, { mode: 0o600 });
  return path;
}
