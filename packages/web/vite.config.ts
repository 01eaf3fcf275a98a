/**
 * How the page is built. Everything it needs is in its own files: no external request, nothing inlined that the
 * server's content security policy would refuse.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  publicDir: false,
  resolve: { conditions: ['hansard-source', 'browser', 'module', 'import', 'default'] },
  build: {
    target: ['chrome125', 'firefox128', 'safari18'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: false,
    reportCompressedSize: false,
    // A busy machine is nothing to warn of.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
