/**
 * The kernels (`packages/core/kernels`) as a module with one string: core reads no files. wabt makes WebAssembly of
 * their text; the same text gives the same bytes everywhere.
 */

import { join } from 'node:path';
import { rolldown } from 'rolldown';
import wabt from 'wabt';
import { root } from './paths.mjs';

export const kernelsModule = 'packages/core/src/privacy/kernels/kernels.gen.ts';

export async function kernels() {
  const text = await moduleText();
  const { parseWat } = await wabt();
  const parsed = parseWat('kernels.wat', text);
  parsed.validate();
  const bytes = Buffer.from(parsed.toBinary({}).buffer);
  parsed.destroy();
  return [
    '/** WebAssembly in base64. Generated from packages/core/kernels by scripts/generate.mjs; do not edit. */',
    `export const KERNELS = '${bytes.toString('base64')}';`,
    '',
  ].join('\n');
}

/** The text is put together by TypeScript, which is bundled to be run. */
async function moduleText() {
  const build = await rolldown({ input: join(root, 'packages', 'core', 'kernels', 'module.ts') });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  const module = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  return module.moduleText;
}
