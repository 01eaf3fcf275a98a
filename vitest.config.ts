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
  },
});
