/**
 * The script and style of exported HTML (`packages/core/page`) as a module with two strings: core reads no files, and
 * what a page holds must be the same wherever it is written.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './paths.mjs';

export const pageModule = 'packages/core/src/formats/html/page.gen.ts';

export async function pageBundle() {
  const folder = join(root, 'packages', 'core', 'page');
  const build = await rolldown({
    input: join(folder, 'boot.ts'),
    platform: 'browser',
    transform: { target: 'es2022' },
  });
  const { output } = await build.generate({ format: 'iife', minify: true });
  await build.close();
  const script = output[0].code.trim();
  if (script.includes('</') || script.includes('<!--')) throw new Error('the script would end its own element');
  const style = readFileSync(join(folder, 'style.css'), 'utf8').replaceAll(/\s+/g, ' ').trim();
  return [
    '/** Script and style of the page. Generated from packages/core/page by scripts/generate.mjs; do not edit. */',
    `export const BOOT = ${JSON.stringify(script)};`,
    `export const STYLE = ${JSON.stringify(style)};`,
    '',
  ].join('\n');
}
