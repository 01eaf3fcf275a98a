import { defineConfig } from 'vitest/config';
import { testFiles } from './scripts/lib/test-projects.mjs';

const SHARED = ['unit', 'integration'];

export default defineConfig({
  resolve: { conditions: ['hansard-source'] },
  ssr: { resolve: { conditions: ['hansard-source'] } },
  test: {
    maxWorkers: '100%',
    testTimeout: 60_000,
    // A busy machine is no failure.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
    // In CI a test that failed on a busy machine is tried once more; the report names what needed it.
    retry: process.env['CI'] ? 1 : 0,
    projects: Object.entries(testFiles()).map(([name, include]) => ({
      extends: true as const,
      // Tests of one process share what was loaded, which is half of their time; the others start programs and browsers.
      test: {
        name,
        include,
        isolate: !SHARED.includes(name),
        globalSetup: name === 'browser' ? ['packages/web/src/testing/built-page.ts'] : [],
      },
    })),
  },
});
