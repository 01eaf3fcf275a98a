/** A Chromium on this machine, for tests of pages. `npm test` installs Debian's when it may. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder with `page/` and `viewer.json` as they ship, built once for all tests in a browser. */
    builtPage: string;
  }
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

export const chromiumPath: string | undefined = [
  ...(process.env['PATH'] ?? '').split(':').flatMap((folder) => NAMES.map((name) => join(folder, name))),
  MAC,
].find((path) => existsSync(path));

/** Root may not use its sandbox. */
export function launchChromium(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: chromiumPath, args });
}
