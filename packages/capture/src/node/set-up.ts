/** What Node, Bun and Deno can do beyond the language. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { platform } from '../platform.ts';
import { JsonlSliceFactory } from './jsonl-slices.ts';

export function setUpNode(): void {
  platform.scopes = <T>() => new AsyncLocalStorage<T>();
  platform.files = (baseDir, writer) => new JsonlSliceFactory({ baseDir, writer });
  platform.later = (task) => void setImmediate(task);
  platform.env = (name) => process.env[name];
}
