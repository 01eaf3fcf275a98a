import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['hansard-source'] },
  ssr: { resolve: { conditions: ['hansard-source'] } },
  test: {
    maxWorkers: '100%',
    include: ['packages/*/src/**/*.test.ts'],
    testTimeout: 60_000,
    // A busy machine is no failure.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
    // In CI a test that failed on a busy machine is tried once more; the report names what needed it.
    retry: process.env['CI'] ? 1 : 0,
  },
});
