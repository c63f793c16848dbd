import { entries } from '../operation.ts'

const isDecision = 'Only the user of this machine decides who may call.'
const decided = { right: 'manage', notAt: { mcp: isDecision, http: isDecision } } as const

export const tokenOperations = entries({
  'tokens.add': {
    tool: 'add_token',
    title: 'Add a token',
    description: 'Makes a token by which somebody calls the space over HTTP, and shows it once.',
    ...decided,
    load: async () => (await import('./add-token.ts')).addToken,
  },
  'tokens.list': {
    description: 'Who may call the space over HTTP by a token, and what they may do.',
    right: 'manage',
    isReadOnly: true,
    load: async () => (await import('./list-tokens.ts')).listTokens,
  },
  'tokens.remove': {
    description: 'Takes tokens back: who has them is let in no more.',
    ...decided,
    inRestricted: true,
    load: async () => (await import('./remove-tokens.ts')).removeTokens,
  },
})
