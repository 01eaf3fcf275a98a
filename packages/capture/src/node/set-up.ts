/** What Node, Bun and Deno can do beyond the language. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { platform } from '../platform.ts';
import { JsonlSliceFactory } from './jsonl-slices.ts';

export function setUpNode(): void {
  platform.scopes = <T>() => new AsyncLocalStorage<T>();
  platform.files = (baseDir, writer) => new JsonlSliceFactory({ baseDir, writer });
  platform.later = (task) => void setImmediate(task);
  // Bun and Deno take the name of Node, too, and serve responses without asking their methods.
  platform.readsBodiesByMethods =
    process.release.name === 'node' && !('bun' in process.versions) && !('deno' in process.versions);
  platform.env = (name) => process.env[name];
}
