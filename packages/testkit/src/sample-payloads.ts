import type { HookPayloads } from '@datacortex/plugin'

/** One payload for each hook point, as the program would send it. */
export const samplePayloads: HookPayloads = {
  module_installed: {
    module: 'datacore-campaigns',
    version: '1.2.0',
    agents: ['campaign-planner', 'campaign-reporter'],
    sources: ['mailing-stats'],
    installedAt: '2026-01-02T03:04:05.000Z',
  },
}
