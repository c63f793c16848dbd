import { entries } from '../operation.ts'

const endless = 'It goes on until it is stopped.'
const isDecision =
  'Only the user of this machine, at its terminal, decides what is downloaded to it and which model it uses.'
const decided = { right: 'manage', notAt: { mcp: isDecision, http: isDecision } } as const

export const indexOperations = entries({
  index: {
    tool: 'index_notes',
    title: 'Bring the index in step',
    description: 'Brings the index of the notes in step with the files, so that what is new in them is found.',
    right: 'write',
    inRestricted: true,
    wants: ['embeddings'],
    load: async () => (await import('./index-notes.ts')).indexNotes,
  },
  'index.watch': {
    command: 'index',
    tool: 'watch_notes',
    title: 'Keep the index in step',
    description: 'Keeps the index of the notes in step with the files until it is stopped.',
    right: 'write',
    notAt: { mcp: endless, http: endless },
    inRestricted: true,
    wants: ['embeddings'],
    load: async () => (await import('./watch-notes.ts')).watchNotes,
  },
  'model.list': {
    tool: 'list_models',
    description: 'Models that notes and agents are found by or ranked anew: worth choosing, on this machine, in use.',
    right: 'manage',
    isReadOnly: true,
    load: async () => (await import('../models/list-models.ts')).listModels,
  },
  'model.pull': {
    title: 'Download a model',
    description: 'Downloads a model to the user of this machine, after asking, and pins its files.',
    ...decided,
    isOpenWorld: true,
    inRestricted: true,
    load: async () => (await import('../models/pull-model.ts')).pullModel,
  },
  'model.use': {
    title: 'Use a model',
    description: 'Names a model in the settings of this machine, and embeds with it or ranks notes anew by it.',
    ...decided,
    isUsersWord: true,
    load: async () => (await import('../models/use-model.ts')).useModel,
  },
})
