import { entries } from '../operation.ts'

const isDecision = 'Only the user of this machine says which machines are theirs.'
const decided = { right: 'manage', notAt: { mcp: isDecision, http: isDecision } } as const
const wants = ['sync', 'network']

/** How runs on other machines of the user count. */
export const syncOperations = entries({
  'sync.push': {
    tool: 'push_runs',
    description:
      'Brings the figures of runs, verdicts and evaluations to where the machines of this space meet; never texts.',
    right: 'manage',
    isOpenWorld: true,
    wants,
    load: async () => (await import('./look-at-sync.ts')).pushRuns,
  },
  'sync.pull': {
    tool: 'pull_runs',
    description: 'Fetches the figures of runs of other machines of this space, and computes performances anew.',
    right: 'manage',
    isOpenWorld: true,
    wants,
    load: async () => (await import('./look-at-sync.ts')).pullRuns,
  },
  'sync.status': {
    tool: 'sync_status',
    title: 'Machines of this space',
    description: 'When runs were last brought in step, what waits, and which machines count.',
    ...decided,
    isReadOnly: true,
    load: async () => (await import('./look-at-sync.ts')).syncStatus,
  },
  'sync.trust': {
    tool: 'trust_machines',
    title: 'Count a machine',
    description: 'Lets the runs of other machines of the user count, or no longer.',
    ...decided,
    load: async () => (await import('./look-at-sync.ts')).trustMachines,
  },
  'sync.exchange': {
    command: 'serve',
    tool: 'exchange_runs',
    description:
      'Keeps signed batches of runs for the machines of a space, and gives them those of the others: `POST /v1/executions`.',
    right: 'sync',
    notAt: { command: 'Machines ask a server.', mcp: 'Machines ask a server.' },
    load: async () => (await import('./look-at-sync.ts')).exchangeRuns,
  },
})
