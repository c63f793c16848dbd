import { entries } from '../operation.ts'

const isDecision = 'Only the user of this machine decides who may call.'

export const tokenOperations = entries({
  'tokens.add': {
    tool: 'add_token',
    title: 'Add a token',
    description: 'Makes a token by which somebody calls the space over HTTP, and shows it once.',
    right: 'manage',
    notAt: { mcp: isDecision, http: isDecision },
    load: async () => (await import('./add-token.ts')).addToken,
  },
  'tokens.list': {
    tool: 'list_tokens',
    description: 'Who may call the space over HTTP by a token, and what they may do.',
    right: 'manage',
    isReadOnly: true,
    load: async () => (await import('./list-tokens.ts')).listTokens,
  },
  'tokens.remove': {
    tool: 'remove_tokens',
    description: 'Takes tokens back: who has them is let in no more.',
    right: 'manage',
    inRestricted: true,
    notAt: { mcp: isDecision, http: isDecision },
    load: async () => (await import('./remove-tokens.ts')).removeTokens,
  },
})
