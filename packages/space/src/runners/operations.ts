import { entries } from '../operation.ts'

const isOfMachine = 'Only the user of this machine says what runs on it.'
const ofMachine = { right: 'manage', notAt: { mcp: isOfMachine, http: isOfMachine } } as const

export const runnerOperations = entries({
  'runners.list': {
    description: 'Who can run agents here: the runners of the settings.',
    right: 'run',
    isReadOnly: true,
    load: async () => (await import('./list-runners.ts')).listRunners,
  },
  'runners.add': {
    tool: 'add_runner',
    title: 'Add a runner',
    description: 'Writes a runner for a known program or server into the settings, after showing it.',
    ...ofMachine,
    isUsersWord: true,
    load: async () => (await import('./add-runner.ts')).addRunner,
  },
  'runners.test': {
    tool: 'test_runner',
    title: 'Test a runner',
    description: 'Has a runner answer one word, and says what is missing if it does not.',
    ...ofMachine,
    isOpenWorld: true,
    wants: ['runners', 'plugins', 'network'],
    load: async () => (await import('./test-runner.ts')).testRunner,
  },
})
