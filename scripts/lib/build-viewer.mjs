/**
 * The viewer of exported HTML: the page's transcript over a file in place of the server (`packages/web/src/file`), as one
 * script, which brings its style. It is built with Preact, which is a fifth of React and renders the same; every file carries it.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { build } from 'vite';
import { inProduction } from './in-production.mjs';
import { root } from './paths.mjs';
import { thirdPartyNotices } from './third-party-notices.mjs';

const REPLACED = [
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  // Exported files have fewer grammars, and load nothing.
  { find: /^\.\/grammars\.ts$/, replacement: join(root, 'packages', 'web', 'src', 'file', 'grammars.ts') },
];

/** @returns {Promise<{ viewer: { script: string, scriptHash: string, styleHash: string }, moduleIds: string[] }>} */
export async function buildViewer() {
  const folder = join(root, 'packages', 'web');
  const { output } = await inProduction(() =>
    build({
      configFile: join(folder, 'vite.config.ts'),
      logLevel: 'warn',
      resolve: { alias: REPLACED },
      build: {
        write: false,
        cssCodeSplit: false,
        rolldownOptions: { input: join(folder, 'src', 'file', 'main.tsx'), output: { format: 'iife' } },
      },
    }),
  );
  const chunk = output.find(({ type }) => type === 'chunk');
  const style = output
    .find(({ fileName }) => fileName.endsWith('.css'))
    .source.toString()
    .trim();
  const notices = thirdPartyNotices(chunk.moduleIds).replaceAll('*/', '* /');
  const script = `/*!\n${notices}*/\n${withStyle(style)}\n${chunk.code.trim()}`;
  const viewer = { script: await packed(script), scriptHash: hashOf(script), styleHash: hashOf(style) };
  return { viewer, moduleIds: chunk.moduleIds };
}

/** Packed with the script it takes a quarter of the room. */
const withStyle = (style) =>
  `document.head.append(Object.assign(document.createElement('style'),{textContent:${JSON.stringify(style)}}));`;

const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

async function packed(script) {
  const bytes = deflateRawSync(script, { level: 9 });
  const { toBase124 } = await base124();
  return `${bytes.length}:${Buffer.from(toBase124(bytes)).toString('utf8')}`;
}

/** The code is TypeScript: it is bundled to be run. */
async function base124() {
  const module = await rolldown({ input: join(root, 'packages/core/src/formats/html/base124.ts') });
  const { output } = await module.generate({ format: 'esm' });
  await module.close();
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}
