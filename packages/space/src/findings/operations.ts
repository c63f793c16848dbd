import { entries } from '../operation.ts'

export const findingOperations = entries({
  status: {
    command: 'status',
    tool: 'space_status',
    title: 'Status of the space',
    description:
      'How many agents and notes this space has, whether it is indexed, what waits for the user, what to do next.',
    right: 'manage',
    isReadOnly: true,
    load: async () => (await import('./space-status.ts')).spaceStatus,
  },
  doctor: {
    command: 'doctor',
    tool: 'examine_space',
    title: 'Examine the space',
    description: 'Everything about this space that a person may want to mend. Changes nothing.',
    right: 'manage',
    isReadOnly: true,
    wants: ['runners', 'plugins', 'sources', 'network', 'ingest', 'embeddings', 'writer', 'speech'],
    load: async () => (await import('./examine-everything.ts')).examineEverything,
  },
})
