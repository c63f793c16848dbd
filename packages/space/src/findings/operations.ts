import { entries } from '../operation.ts'

/** What is to be mended. */
export const findingOperations = entries({
  doctor: {
    command: 'doctor',
    tool: 'examine_space',
    title: 'Examine the space',
    description: 'Everything about this space that a person may want to mend. Changes nothing.',
    right: 'manage',
    isReadOnly: true,
    load: async () => (await import('./examine-everything.ts')).examineEverything,
  },
})
