import { entries } from '../operation.ts'

export const logOperations = entries({
  'log.list': {
    tool: 'list_executions',
    description: 'What agents did, the newest first.',
    right: 'read',
    load: async () => (await import('./list-log.ts')).listLog,
  },
  'log.costs': {
    tool: 'show_costs',
    description: 'What runs of agents cost, by month and source.',
    right: 'read',
    load: async () => (await import('./log-costs.ts')).logCosts,
  },
  'log.interrupted': {
    command: 'log list',
    tool: 'list_interrupted_runs',
    description: 'Runs whose process was stopped before they ended, and what they may have left running.',
    right: 'read',
    notAt: { command: 'The next run logs them, and `doctor` tells what they left.' },
    load: async () => (await import('./interrupted-runs.ts')).interruptedRuns,
  },
  'log.show': {
    tool: 'show_execution',
    title: 'Show an execution',
    description: 'One execution: its outcome, its checks, what was said of it, what it learned.',
    right: 'read',
    load: async () => (await import('./show-log.ts')).showLog,
  },
})
