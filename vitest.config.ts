import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@datacortex/source'] },
  ssr: { resolve: { conditions: ['@datacortex/source'], externalConditions: ['@datacortex/source'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'plugins/*/src/**/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'contracts/tools/**/*.test.ts',
      'test/{e2e,repo}/**/*.test.ts',
    ],
    // Most time is spent waiting for processes that the tests start, so every core gets a worker.
    maxWorkers: '100%',
    // Many tests start processes and two cores are the floor.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
})
