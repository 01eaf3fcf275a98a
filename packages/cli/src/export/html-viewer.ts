/** The viewer of exported HTML, which the build puts beside the program. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HtmlViewer } from '@hansard/core/formats/contract.ts';

let viewer: HtmlViewer | undefined;

/** Undefined where nothing was built: then pages are plain. */
export function htmlViewer(): HtmlViewer | undefined {
  const file = join(fileURLToPath(new URL('.', import.meta.url)), 'viewer', 'viewer.json');
  if (!viewer && existsSync(file)) viewer = JSON.parse(readFileSync(file, 'utf8')) as HtmlViewer;
  return viewer;
}
