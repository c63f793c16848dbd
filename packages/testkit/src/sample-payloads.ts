import type { HookPayloads } from '@datacortex/plugin'

const run = { execution_id: 'exec-2026-01-02-001', agent_id: 'campaign-planner', task: 'Plan the spring campaign' }

/** One payload for each hook point, as the program would send it. */
export const samplePayloads: HookPayloads = {
  module_installed: {
    module: 'datacore-campaigns',
    version: '1.2.0',
    agents: ['campaign-planner', 'campaign-reporter'],
    sources: ['mailing-stats'],
    installedAt: '2026-01-02T03:04:05.000Z',
  },
  pre_run: { ...run, context_tokens: 1200 },
  check_outputs: { ...run, root: '/nowhere', outputs: ['.datacore/state/outputs/exec-1.md'] },
  post_run: { ...run, status: 'success', duration_ms: 4500, outputs: ['.datacore/state/outputs/exec-1.md'] },
  run_error: { ...run, code: 'RUNNER_COMMAND_FAILED', message: 'It ended with 1.', transient: true, attempt: 1 },
}
