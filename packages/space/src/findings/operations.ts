import { entries } from '../operation.ts'

export const findingOperations = entries({
  status: {
    tool: 'space_status',
    title: 'Status of the space',
    description:
      'How many agents and notes this space has, whether it is indexed, what waits for the user, what to do next.',
    right: 'manage',
    isReadOnly: true,
    load: async () => (await import('./space-status.ts')).spaceStatus,
  },
  'settings.list': {
    command: 'settings',
    description: 'Each setting of the space with its value and where that comes from.',
    right: 'manage',
    isReadOnly: true,
    notAt: { mcp: 'What is set is between the user and the program.' },
    load: async () => (await import('./list-settings.ts')).listSettings,
  },
  doctor: {
    tool: 'examine_space',
    title: 'Examine the space',
    description: 'Everything about this space that a person may want to mend. Changes nothing.',
    right: 'manage',
    isReadOnly: true,
    wants: ['runners', 'plugins', 'sources', 'network', 'ingest', 'embeddings', 'writer', 'speech'],
    load: async () => (await import('./examine-everything.ts')).examineEverything,
  },
})
