/** The page and the viewer as they ship, built once for all tests in a browser: a global setup of their project (vitest.config.ts). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {} from '@hansard/core/testing/chromium.ts';
import type { TestProject } from 'vitest/node';
import { buildPage } from '../../../../scripts/lib/build-page.mjs';
import { buildViewer } from '../../../../scripts/lib/build-viewer.mjs';
import { writeBelow } from './write-below.ts';

export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'hansard-built-'));
  for (const [name, content] of Object.entries((await buildPage()).files)) writeBelow(folder, name, content);
  writeBelow(folder, 'viewer.json', JSON.stringify((await buildViewer()).viewer));
  provide('builtPage', folder);
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
