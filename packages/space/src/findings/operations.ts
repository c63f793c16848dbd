import type { Entries, Operation } from '../operation.ts'
import type { EverythingExamined } from './examine-everything.ts'

/** What is to be mended. */
export type FindingOperations = { readonly doctor: Operation<object, EverythingExamined> }

export const findingOperations: Entries<FindingOperations> = {
  doctor: {
    command: 'doctor',
    tool: 'examine_space',
    title: 'Examine the space',
    description: 'Everything about this space that a person may want to mend. Changes nothing.',
    right: 'manage',
    isReadOnly: true,
    load: async () => (await import('./examine-everything.ts')).examineEverything,
  },
}
