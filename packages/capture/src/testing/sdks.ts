/**
 * The real SDKs, pinned, which only tests need: `npm test` installs them into the cache folder. Tests that need them say
 * that they were skipped where the registry has them not.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const SDK_FOLDER = fileURLToPath(
  new URL('../../../../node_modules/.cache/hansard/capture-sdks', import.meta.url),
);

/** Keys that tests look for in every file: they must be nowhere. */
export const FAKE_KEY = 'sk-fake-key-0123456789abcdefghijklmnop';

export const hasSdks = existsSync(join(SDK_FOLDER, 'installed.json'));

// biome-ignore lint/suspicious/noExplicitAny: their types are checked by a program of its own
export async function sdk(name: string): Promise<any> {
  const path = createRequire(join(SDK_FOLDER, 'package.json')).resolve(name);
  return import(pathToFileURL(path).href);
}
