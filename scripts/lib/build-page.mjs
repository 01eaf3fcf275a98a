/** The page (`packages/web`) as files for the command's `dist/page`: index.html, and assets with hashes in their names. */
import { join } from 'node:path';
import { build } from 'vite';
import { inProduction } from './in-production.mjs';
import { root } from './paths.mjs';

/** @returns {Promise<{ files: Record<string, string>, moduleIds: string[] }>} */
export async function buildPage() {
  const configFile = join(root, 'packages', 'web', 'vite.config.ts');
  const { output } = await inProduction(() => build({ configFile, logLevel: 'warn', build: { write: false } }));
  const files = output.map((file) => [`page/${file.fileName}`, textOf(file)]);
  return { files: Object.fromEntries(files), moduleIds: output.flatMap((file) => file.moduleIds ?? []) };
}

function textOf({ code, source, fileName }) {
  const text = code ?? source;
  if (typeof text === 'string') return text;
  if (!/\.(svg|css|html)$/.test(fileName)) throw new Error(`${fileName} is no text: the page holds text files only`);
  return Buffer.from(text).toString('utf8');
}
