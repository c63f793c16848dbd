import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Given as a share vitest takes no more than one worker a core, so these are numbers.
const cores = availableParallelism()

export default defineConfig({
  resolve: { conditions: ['@datacortex/source'] },
  ssr: { resolve: { conditions: ['@datacortex/source'], externalConditions: ['@datacortex/source'] } },
  test: {
    // Many tests start processes and two cores are the floor.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    unstubEnvs: true,
    // Processes that tests start run the source too: to read its types away again in each takes half of their time.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/datacortex-tests', import.meta.url)) },
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['{packages,plugins,apps}/*/src/**/*.test.ts', '{contracts,apps/cli}/tools/**/*.test.ts'],
          // They keep nothing in modules that another file could see, and to load these anew for each takes minutes.
          isolate: false,
          // They wait half of their time, for locks, processes and servers.
          maxWorkers: cores + 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'outside',
          include: ['test/{e2e,repo}/**/*.test.ts'],
          globalSetup: ['test/e2e/global-setup.ts'],
          // Programs and servers of which one waits for another.
          maxWorkers: cores + 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
