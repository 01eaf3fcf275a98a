/** Tells of changes in one folder, by the platform's file events. */
import { watch } from 'node:fs';

export function watchFolder(folder: string, changed: (name: string | null) => void): { close(): void } {
  const watcher = watch(folder, { persistent: true, recursive: false }, (_kind, name) => changed(name));
  // A folder that is removed ends its watcher; the one above tells when it comes back.
  watcher.on('error', () => watcher.close());
  return watcher;
}
